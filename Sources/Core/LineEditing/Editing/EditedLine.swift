/// The text of a line being edited, in user-perceived characters, and the cursor position.
package struct EditedLine: Sendable {
    /// The last command, if the next one may continue it.
    private enum Run {
        case none
        case typing
        case killing
        /// `yank` has inserted these characters.
        case yanking(Range<Int>)
        /// `insertInstead` has inserted these characters.
        case recalling(Range<Int>)

        var isTyping: Bool { if case .typing = self { true } else { false } }
        var isKilling: Bool { if case .killing = self { true } else { false } }
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
    /// The number of killed texts that are kept.
    private static let mostKills = 10

    /// Always equal to `Array(text)`: inserting a combining character can merge two characters.
    private(set) var characters: [Character] = []
    /// The index of the character after the cursor.
    private(set) var cursor = 0
    /// The size of the text in bytes of UTF-8.
    private(set) var size = 0
    /// The texts that were killed, for `yank`, which inserts the last one.
    package private(set) var kills: [String]
    /// Whether the text is secret, and so must not be copied to `kills`.
    private let isSecret: Bool
    private var snapshots: [Snapshot] = []
    private var snapshotSize = 0
    private var run = Run.none

    package init(_ text: String = "", kills: [String] = [], isSecret: Bool = false) {
        self.kills = kills
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
        if !run.isTyping { save() }
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
        guard !range.isEmpty else {
            run = .none
            return
        }
        save()
        replace(range, with: "")
    }

    /// Removes text that `yank` can insert again. Text killed by several consecutive commands is yanked as one, unless it is
    /// killed `apart`.
    mutating func kill(_ range: Range<Int>, apart isApart: Bool = false) {
        guard !range.isEmpty else {
            if !run.isKilling { run = .none }
            return
        }
        let isFurther = run.isKilling && !isApart
        let text = String(characters[range])
        let isBefore = range.upperBound == cursor
        remove(range)
        run = .killing
        guard !isSecret else { return }
        if isFurther, let last = kills.popLast() {
            kills.append(isBefore ? text + last : last + text)
        } else {
            keep(text)
        }
    }

    /// Kills the whole line.
    package mutating func discard() { kill(characters.indices, apart: true) }

    /// Copies a range for `yank`.
    mutating func copy(_ range: Range<Int>) {
        guard !range.isEmpty, !isSecret else { return }
        keep(String(characters[range]))
    }

    private mutating func keep(_ text: String) {
        kills.append(text)
        kills.removeFirst(max(0, kills.count - Self.mostKills))
    }

    /// Inserts the text that was killed last. Returns `false` and changes nothing if the line would become too long.
    mutating func yank() -> Bool {
        guard let text = kills.last else { return true }
        guard let range = put(text) else { return false }
        run = .yanking(range)
        return true
    }

    /// Directly after `yank`, replaces the inserted text with the one that was killed before it.
    mutating func yankEarlier() {
        guard case .yanking(let range) = run, let last = kills.popLast() else { return }
        kills.insert(last, at: 0)
        undo()
        cursor = range.lowerBound
        if let text = kills.last, let range = put(text) { run = .yanking(range) }
    }

    /// Whether the last command was `insertInstead`.
    var isRecalling: Bool { if case .recalling = run { true } else { false } }

    /// Inserts text at the cursor, instead of the text that the command before inserted in the same way.
    mutating func insertInstead(_ text: String) {
        if isRecalling { undo() }
        if let range = put(text) { run = .recalling(range) }
    }

    /// Inserts text as a change of its own. Returns its place, or `nil` if the line would become too long.
    private mutating func put(_ text: String) -> Range<Int>? {
        guard size + text.utf8.count <= Self.maximumSize else { return nil }
        let start = cursor
        save()
        replace(cursor..<cursor, with: text)
        return start..<max(start, cursor)
    }

    /// Changes the text of a range in place, and moves the cursor to its end.
    mutating func rewrite(_ range: Range<Int>, _ change: (String) -> String) {
        guard !range.isEmpty else {
            run = .none
            return
        }
        let text = String(characters[range])
        let changed = change(text)
        guard changed != text else { return moveCursor(to: range.upperBound) }
        save()
        replace(range, with: changed)
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

    /// The number of changes that can be undone.
    var changeCount: Int { snapshots.count }

    /// Makes the changes after the first `count` one change for `undo`.
    mutating func joinChanges(after count: Int) {
        run = .none
        guard count + 1 < snapshots.count else { return }
        for snapshot in snapshots[(count + 1)...] { snapshotSize -= snapshot.text.utf8.count }
        snapshots.removeSubrange((count + 1)...)
    }

    /// Undoes all changes.
    mutating func revert() {
        joinChanges(after: 0)
        undo()
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
