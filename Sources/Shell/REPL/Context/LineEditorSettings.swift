internal import LineEditing
internal import Terminal

/// How lines are shown to the user, and edited.
struct LineEditorSettings {
    /// Whether a screen reader is used.
    var isAccessible: Bool
    var color = TerminalOptions.Color.automatic
    var keys = KeyBindingStyle.emacs
}
