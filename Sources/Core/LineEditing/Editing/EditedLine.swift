/// The text of a line being edited, in user-perceived characters, and the cursor position.
package struct EditedLine: Sendable {
    /// The last command, if the next one may continue it.
    private enum Run {
        case none
        case typing
        case killing
    }

    private struct Snapshot {
        package let text: String
        let cursor: Int
    }

    /// The maximum size of a line in bytes.
    static let maximumSize = 1 << 20
    /// The maximum total size of the undo snapshots in bytes. The last snapshot is kept whatever its size.
    private static let undoSize = 1 << 22
    private static let undoSteps = 500

    /// Always equal to `Array(text)`: inserting a combining character can merge two characters.
    private(set) var characters: [Character] = []
    /// The index of the character after the cursor.
    private(set) var cursor = 0
    /// The size of the text in bytes of UTF-8.
    private(set) var size = 0
    /// The text that was killed last, for `yank`.
    package private(set) var killed: String
    /// Whether the text is secret, and so must not be copied to `killed`.
    private let isSecret: Bool
    private var snapshots: [Snapshot] = []
    private var snapshotSize = 0
    private var run = Run.none

    package init(_ text: String = "", killed: String = "", isSecret: Bool = false) {
        self.killed = killed
        self.isSecret = isSecret
        replace(0..<0, with: text)
    }

    package var isEmpty: Bool { characters.isEmpty }
    package var text: String { String(characters) }
    package var textBeforeCursor: String { String(characters[..<cursor]) }
    package var textBehindCursor: String { String(characters[cursor...]) }

    /// The number of bytes before the cursor.
    package var cursorOffset: Int { characters[..<cursor].reduce(0) { $0 + $1.utf8.count } }

    /// Returns the index of the character at a byte offset. An offset inside a character is rounded up.
    private func place(atOffset offset: Int) -> Int {
        var place = 0
        var octets = 0
        while place < characters.count, octets < offset {
            octets += characters[place].utf8.count
            place += 1
        }
        return place
    }

    private func places(atOffsets range: Range<Int>) -> Range<Int> {
        let lower = place(atOffset: range.lowerBound)
        return lower..<max(lower, place(atOffset: range.upperBound))
    }

    package func text(offsets range: Range<Int>) -> String {
        String(characters[places(atOffsets: range)])
    }

    // MARK: - Editing

    /// Replaces a range, and moves the cursor to the end of the new text. Line endings in it become blanks.
    private mutating func replace(_ range: Range<Int>, with text: String) {
        // Only the character before the change can merge with the new text: grapheme cluster boundaries depend on
        // earlier text only within a cluster [Unicode Standard Annex 29].
        let start = max(0, range.lowerBound - 1)
        let head = String(characters[start..<range.lowerBound]) + LineEndings.blanked(text)
        let tail = head + String(characters[range.upperBound...])
        size += tail.utf8.count - characters[start...].reduce(0) { $0 + $1.utf8.count }
        characters.replaceSubrange(start..., with: Array(tail))
        cursor = start
        var octets = head.utf8.count
        while octets > 0, cursor < characters.count {
            octets -= characters[cursor].utf8.count
            cursor += 1
        }
    }

    /// Inserts text at the cursor. Returns `false` and changes nothing if the line would become too long.
    @discardableResult
    package mutating func insert(_ text: String) -> Bool {
        guard size + text.utf8.count <= Self.maximumSize else { return false }
        if run != .typing { save() }
        replace(cursor..<cursor, with: text)
        run = .typing
        return true
    }

    /// Replaces a range of bytes, extended to whole characters.
    @discardableResult
    mutating func replace(offsets range: Range<Int>, with text: String) -> Bool {
        guard size + text.utf8.count <= Self.maximumSize else { return false }
        save()
        replace(places(atOffsets: range), with: text)
        return true
    }

    /// Replaces the whole text, and moves the cursor to its end.
    mutating func replaceAll(with text: String) {
        save()
        replace(0..<characters.count, with: text)
    }

    mutating func remove(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        save()
        replace(range, with: "")
    }

    /// Removes text that `yank` can insert again. Text killed by several consecutive commands is yanked as one.
    mutating func kill(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        let isFurther = run == .killing
        let text = String(characters[range])
        let isBefore = range.upperBound == cursor
        remove(range)
        run = .killing
        guard !isSecret else { return }
        if isFurther {
            killed = isBefore ? text + killed : killed + text
        } else {
            killed = text
        }
    }

    /// Changes the text of a range in place, and moves the cursor to its end.
    mutating func rewrite(_ range: Range<Int>, _ change: (String) -> String) {
        guard !range.isEmpty else { return }
        save()
        replace(range, with: change(String(characters[range])))
    }

    /// Exchanges the characters around the cursor, or the last two at the end of the line, and moves the cursor past
    /// them.
    mutating func transpose() {
        let second = min(cursor, characters.count - 1)
        guard second > 0 else {
            run = .none
            return
        }
        save()
        replace(second - 1..<second + 1, with: String([characters[second], characters[second - 1]]))
    }

    package mutating func moveCursor(to place: Int) {
        run = .none
        cursor = min(max(0, place), characters.count)
    }

    package mutating func moveCursor(offset: Int) {
        moveCursor(to: place(atOffset: offset))
    }

    // MARK: - Undo

    /// Saves the text for `undo`.
    private mutating func save() {
        run = .none
        snapshots.append(Snapshot(text: text, cursor: cursor))
        snapshotSize += size
        var surplus = 0
        while snapshots.count - surplus > 1,
            snapshotSize > Self.undoSize || snapshots.count - surplus > Self.undoSteps
        {
            snapshotSize -= snapshots[surplus].text.utf8.count
            surplus += 1
        }
        snapshots.removeFirst(surplus)
    }

    mutating func undo() {
        run = .none
        guard let last = snapshots.popLast() else { return }
        snapshotSize -= last.text.utf8.count
        characters = Array(last.text)
        size = last.text.utf8.count
        cursor = last.cursor
    }
}
