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
    /// Ctrl-X: begins Ctrl-X Ctrl-Y.
    case chord
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
    /// Alt-Y.
    case yankEarlier
    /// Alt-.: inserts the last word of the previous line.
    case lastWord
    /// Alt-\.
    case deleteBlanks
    /// Ctrl-T.
    case transpose
    /// Alt-T.
    case transposeWords
    /// Alt-U.
    case upperCase
    /// Alt-L.
    case lowerCase
    /// Alt-C.
    case capitalize
    /// Ctrl-_.
    case undo
    /// Alt-R: undoes all changes.
    case revert
    /// Alt-1 and so on: a digit of the number of times that the next key counts.
    case count(Int)

    /// The previous line of the history.
    case up
    case down
    /// Alt-<.
    case oldest
    /// Alt->.
    case newest
    /// Page Up: the previous line with the same beginning.
    case upWithBeginning
    /// Page Down.
    case downWithBeginning
    /// Ctrl-R.
    case search
    /// Ctrl-S.
    case searchForward
    /// Ctrl-G.
    case giveUp
    case escape
}

extension Key {
    /// Whether a number typed before it repeats it.
    var isRepeatable: Bool {
        switch self {
        case .text, .left, .right, .wordLeft, .wordRight, .backspace, .delete, .killBlankWord, .killWordLeft,
            .killWordRight, .yank, .transpose, .upperCase, .lowerCase, .capitalize, .undo, .up, .down:
            true
        default: false
        }
    }
}
