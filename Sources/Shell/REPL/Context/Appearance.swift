internal import LineEditing
internal import Terminal

/// How lines are shown to the user, and edited.
struct Appearance {
    /// Whether a screen reader is used.
    var isAccessible: Bool
    var color = TerminalCapabilities.Color.automatic
    var keys = KeyBindingStyle.emacs
}
