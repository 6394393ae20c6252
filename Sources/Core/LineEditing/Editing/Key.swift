/// A key, identified by its editing function. The comments name the emacs and readline bindings.
package enum Key: Hashable, Sendable {
    /// One scalar of typed text, except ASCII control characters.
    case text(Unicode.Scalar)
    /// Pasted bytes, unchanged. Long text is split into several pieces, the last of which has `isLast` set.
    case paste([UInt8], isLast: Bool)

    case enter
    /// Tab.
    case complete
    /// Ctrl-C.
    case interrupt
    /// Ctrl-D: end of input on an empty line, otherwise deletes the character under the cursor.
    case endOfInput
    /// Ctrl-Z.
    case suspend
    /// Ctrl-L.
    case clearScreen

    case left
    case right
    case wordLeft
    case wordRight
    case home
    case end

    case backspace
    case delete
    /// Ctrl-K.
    case killToEnd
    /// Ctrl-U.
    case killToStart
    /// Ctrl-W: kills back to the last whitespace.
    case killBlankWord
    /// Alt-Backspace: kills letters and digits.
    case killWordLeft
    /// Alt-D.
    case killWordRight
    /// Ctrl-Y.
    case yank
    /// Ctrl-T.
    case transpose
    /// Alt-U.
    case upperCase
    /// Alt-L.
    case lowerCase
    /// Alt-C.
    case capitalize
    /// Ctrl-_.
    case undo

    /// The previous line of the history.
    case up
    case down
    /// Ctrl-R.
    case search
    /// Ctrl-G.
    case giveUp
    case escape
}
