internal import LineEditing
internal import MailTypes
internal import Platform

/// Fits the rows of a list to the screen that it is shown on.
struct ListRowLayout {
    let columns: Int
    /// The local time, which determines how much of a date is shown.
    let now: CivilTime

    /// Returns `nil` if output is not a terminal.
    init?(_ console: Console) {
        guard let columns = console.columns else { return nil }
        self.columns = columns
        now = console.zone.time(console.clock.now()).local
    }

    /// Returns the row, with the subject cut to the space left. On a screen with no space for `least` columns of it,
    /// the subject and the note are on lines of their own.
    func row(_ head: String, _ subject: String, _ note: String, least: Int) -> String {
        let space = columns - DisplayWidth.of(head) - DisplayWidth.of(note)
        if space >= min(least, DisplayWidth.of(subject)) { return head + Self.cut(subject, to: space) + note }
        let width = max(1, columns - Self.indent)
        let lines = WordWrap.lines(Self.cut(subject, to: width) + note, columns: width)
        let margin = "\n" + String(repeating: " ", count: Self.indent)
        let trimmed = String(decoding: Array(head.utf8).reversed().drop { $0 == 0x20 }.reversed(), as: UTF8.self)
        return WordWrap.lines(trimmed, columns: columns).joined(separator: margin) + margin
            + lines.joined(separator: margin)
    }

    /// The indent of the second line of a row.
    private static let indent = 5

    private static func cut(_ text: String, to columns: Int) -> String {
        DisplayWidth.of(text) > columns ? DisplayWidth.fit(text, columns: columns) : text
    }
}
