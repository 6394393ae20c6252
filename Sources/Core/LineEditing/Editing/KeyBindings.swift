/// The keys of the line editor.
public enum KeyBindings: String, Hashable, Sendable {
    case emacs
    case vi
}
