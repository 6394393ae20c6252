/// The keys of the line editor.
public enum KeyBindingStyle: String, Hashable, Sendable {
    case emacs
    case vi
}
