/// The text of a line that is being typed, as the characters that people see, and the cursor among them.
struct EditedLine: Sendable {
    /// What the last command was, as far as the next one goes on with it.
    private enum Run {
        case none
        case typing
        case killing
    }

    private struct Snapshot {
        let text: String
        let cursor: Int
    }

    /// No line is longer, in octets.
    static let maximumSize = 1 << 20
    /// Together the texts to go back to have at most so many octets, except for the last one.
    private static let undoSize = 1 << 22
    private static let undoSteps = 500

    /// `Array(text)` at any time: an insertion can make one character of two.
    private(set) var characters: [Character] = []
    /// A place between characters: 0 is the beginning.
    private(set) var cursor = 0
    /// In octets of UTF-8.
    private(set) var size = 0
    /// The text that was taken away last, to be put in again.
    private(set) var killed: String
    /// A secret leaves no trace in `killed`.
    private let isSecret: Bool
    private var snapshots: [Snapshot] = []
    private var snapshotSize = 0
    private var run = Run.none

    init(_ text: String = "", killed: String = "", isSecret: Bool = false) {
        self.killed = killed
        self.isSecret = isSecret
        replace(0..<0, with: text)
    }

    var isEmpty: Bool { characters.isEmpty }
    var text: String { String(characters) }
    var textBeforeCursor: String { String(characters[..<cursor]) }
    var textBehindCursor: String { String(characters[cursor...]) }

    /// How many octets stand before the cursor.
    var cursorOffset: Int { characters[..<cursor].reduce(0) { $0 + $1.utf8.count } }

    /// The place that has `offset` octets before it, or is the next one behind them.
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

    func text(offsets range: Range<Int>) -> String {
        String(characters[places(atOffsets: range)])
    }

    // MARK: - Changing

    /// The cursor stands behind the new text. Line ends in it are blanks.
    private mutating func replace(_ range: Range<Int>, with text: String) {
        // What stands before the character in front of the change is not touched by it: whether characters belong
        // together depends on what comes before them only inside of one [Unicode Standard Annex 29].
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

    /// False where the line would become too long: then it stays as it is.
    @discardableResult
    mutating func insert(_ text: String) -> Bool {
        guard size + text.utf8.count <= Self.maximumSize else { return false }
        if run != .typing { save() }
        replace(cursor..<cursor, with: text)
        run = .typing
        return true
    }

    /// Puts `text` in the place of the octets `range`, which is taken to whole characters.
    @discardableResult
    mutating func replace(offsets range: Range<Int>, with text: String) -> Bool {
        guard size + text.utf8.count <= Self.maximumSize else { return false }
        save()
        replace(places(atOffsets: range), with: text)
        return true
    }

    /// Another text, of which the cursor stands at the end.
    mutating func replaceAll(with text: String) {
        save()
        replace(0..<characters.count, with: text)
    }

    mutating func remove(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        save()
        replace(range, with: "")
    }

    /// Removes text that `yank` brings back. What is removed at a stroke, by several commands, comes back as one.
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

    /// Changes the text of a range in place. The cursor stands behind it.
    mutating func rewrite(_ range: Range<Int>, _ change: (String) -> String) {
        guard !range.isEmpty else { return }
        save()
        replace(range, with: change(String(characters[range])))
    }

    /// Exchanges the characters around the cursor, at the end the last two, and goes on.
    mutating func transpose() {
        let second = min(cursor, characters.count - 1)
        guard second > 0 else {
            run = .none
            return
        }
        save()
        replace(second - 1..<second + 1, with: String([characters[second], characters[second - 1]]))
    }

    mutating func moveCursor(to place: Int) {
        run = .none
        cursor = min(max(0, place), characters.count)
    }

    mutating func moveCursor(offset: Int) {
        moveCursor(to: place(atOffset: offset))
    }

    // MARK: - Going back

    /// Keeps the text as it is, for `undo`.
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
