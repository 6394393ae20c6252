/// A key, by what it does to the line that is being typed. Letters in comments are those of emacs and readline.
enum Key: Hashable, Sendable {
    /// One scalar of typed text, without control characters of ASCII.
    case text(Unicode.Scalar)
    /// Pasted octets as they came. Text that is very long comes in several pieces, `isLast` being that before the end
    /// mark.
    case paste([UInt8], isLast: Bool)

    case enter
    /// Tab.
    case complete
    /// Ctrl-C.
    case interrupt
    /// Ctrl-D: the end of input on an empty line, elsewhere the character under the cursor goes.
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
    /// Ctrl-W: back to the last blank.
    case killBlankWord
    /// Alt-Backspace: letters and digits.
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

    /// The line before this one.
    case up
    case down
    /// Ctrl-R.
    case search
    /// Ctrl-G.
    case giveUp
    case escape
}
