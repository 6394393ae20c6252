internal import LineEditing
internal import MailIndex
internal import MailTypes
internal import Platform

/// Lists messages on a screen, in columns that are as wide as this list needs:
///
///      1 N  @  14:03  Ana Ruiz       Lunch on Friday?  (work)
///     12  *r     Mon  Ben Okafor     Release checklist  (3 messages, work)
///
/// A wide screen also gets times, sizes, full addresses and the beginning of the text; on a narrow one a message has two
/// lines.
struct MessageTable {
    private let rows: [MessageRow]
    private let columns: Int
    private let nameWidth: Int
    private let dateWidth: Int
    private let senderWidth: Int
    private let placeWidth: Int
    private let sizeWidth: Int

    /// On screens of at least this many columns, a row has the time, and the account and mailbox in a column.
    static let wide = 110
    /// On screens of at least this many columns, a row has the size, the address and the beginning of the text.
    static let widest = 150
    /// On narrower screens, a row has two lines.
    private static let narrow = 60
    /// The most that a sender or a place may take.
    private static let widestPlace = 24
    /// The least space for the beginning of the text.
    private static let leastSnippet = 16

    init(_ rows: [MessageRow], columns: Int) {
        self.rows = rows
        self.columns = columns
        func widest(_ text: (MessageRow) -> String) -> Int { rows.map { DisplayWidth.of(text($0)) }.max() ?? 0 }
        nameWidth = max(3, widest(\.name))
        dateWidth = widest(\.date)
        let isWidest = columns >= Self.widest
        let most = isWidest ? 36 : columns >= Self.wide ? 24 : max(12, columns / 5 + 1)
        senderWidth = min(most, widest(isWidest ? \.fullSender : \.sender))
        placeWidth = columns >= Self.wide ? min(Self.widestPlace, widest(\.place)) : 0
        sizeWidth = isWidest ? widest(\.size) : 0
    }

    var lines: [String] { rows.map(line) }

    private func line(_ row: MessageRow) -> String {
        let name = Self.right(row.name, nameWidth)
        if columns < Self.narrow { return twoLines(row, "\(name) \(row.marks)  ") }
        let isWidest = columns >= Self.widest
        var head = "\(name) \(row.marks)  \(Self.right(row.date, dateWidth))  "
        head += DisplayWidth.fit(isWidest ? row.fullSender : row.sender, columns: senderWidth) + "  "
        if placeWidth > 0 { head += DisplayWidth.fit(row.place, columns: placeWidth) + "  " }
        if sizeWidth > 0 { head += Self.right(row.size, sizeWidth) + "  " }
        var notes = row.notes
        if placeWidth == 0, !row.place.isEmpty { notes.append(row.place) }
        let note = notes.isEmpty ? "" : "  (\(notes.joined(separator: ", ")))"
        let space = max(0, columns - DisplayWidth.of(head) - DisplayWidth.of(note))
        var text = row.tree + row.subject
        if isWidest, !row.snippet.isEmpty, space - DisplayWidth.of(text) > Self.leastSnippet {
            text += " - " + row.snippet
        }
        return head + Self.cut(text, to: space) + note
    }

    /// The sender and the date, and below them the subject.
    private func twoLines(_ row: MessageRow, _ head: String) -> String {
        let senderWidth = max(1, columns - DisplayWidth.of(head) - 2 - DisplayWidth.of(row.date))
        // Ids are too wide to begin the second line behind them.
        let indent = min(Self.mostIndent, DisplayWidth.of(head))
        let notes = row.notes + (row.place.isEmpty ? [] : [row.place])
        let note = notes.isEmpty ? "" : "  (\(notes.joined(separator: ", ")))"
        let space = columns - indent
        let margin = String(repeating: " ", count: indent)
        let least = min(Self.leastSubject, DisplayWidth.of(row.subject))
        let subject = row.tree + row.subject
        let first = head + DisplayWidth.fit(row.sender, columns: senderWidth) + "  " + row.date
        // A long note gets a line of its own.
        if space - DisplayWidth.of(note) < least {
            let note = Self.cut(String(note.drop { $0 == " " }), to: max(1, space))
            return "\(first)\n\(margin)\(Self.cut(subject, to: max(1, space)))\n\(margin)\(note)"
        }
        return "\(first)\n\(margin)\(Self.cut(subject, to: space - DisplayWidth.of(note)))\(note)"
    }

    private static let mostIndent = 10
    /// The least width of a subject before a note.
    private static let leastSubject = 14

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - DisplayWidth.of(text))) + text
    }

    private static func cut(_ text: String, to columns: Int) -> String {
        if DisplayWidth.of(text) <= columns { return text }
        return columns < 1 ? "" : DisplayWidth.fit(text, columns: columns)
    }
}

/// What a row of a list says about a message. All text is safe to print.
struct MessageRow {
    /// The number at the prompt, elsewhere the id.
    let name: String
    let marks: String
    let date: String
    let sender: String
    /// With the address.
    let fullSender: String
    /// The lines that connect a reply to its original.
    var tree = ""
    let subject: String
    /// The beginning of the text.
    let snippet: String
    let size: String
    /// The account and the mailbox, as far as the list does not imply them.
    let place: String
    /// In parentheses behind the subject.
    let notes: [String]
}

/// The marks of a message in a list, each at its own place: `N` unread, `D` a draft; `*` flagged; `r` replied to, `f`
/// forwarded; `@` with attachments.
enum MessageMarks {
    static func of(_ message: IndexedMessage, unread: Int) -> String {
        let flags = message.flags
        let isDraft = flags.contains(.draft) || message.mailbox == .drafts
        return (isDraft ? "D" : unread > 0 ? "N" : " ")
            + (flags.contains(.flagged) ? "*" : " ")
            + (flags.contains(.answered) ? "r" : flags.contains(.forwarded) ? "f" : " ")
            + (message.content.attachments.isEmpty ? " " : "@")
    }

    /// For help.
    static let legend = """
        On a screen, the signs before the date are N (unread) or D (draft), * (flagged), r (replied to) or f (forwarded), \
        and @ (has attachments).
        """
}

/// The date of a message in a list, without what the reader knows anyway.
enum ListDate {
    /// Returns "14:03" for today, "Mon" for the six days before, "12 Oct" in this year, else "12 Oct 2025". `withTime`
    /// adds the time to dates of this year.
    static func text(_ time: CivilTime, now: CivilTime, withTime: Bool) -> String {
        let clock = String(time.timeOfDay.prefix(5))
        let age = day(now) - day(time)
        if age == 0 { return clock }
        let date =
            (1...6).contains(age)
            ? time.weekdayName : "\(time.day) \(time.monthName)" + (time.year == now.year ? "" : " \(time.year)")
        return withTime && time.year == now.year ? "\(date) \(clock)" : date
    }

    private static func day(_ time: CivilTime) -> Int {
        CivilTime.days(year: time.year, month: time.month, day: time.day)
    }
}
