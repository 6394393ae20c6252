internal import Accounts
internal import LineEditing
internal import MailIndex
internal import MailTypes
internal import Platform

/// Formats messages of a list: one line each, or one sentence each.
struct MessageLine {
    let zone: LocalZone
    /// The layout for the screen. Without one, each date has its year, and lines are not cut.
    let layout: ListRowLayout?
    /// Whether to show the mailbox of messages outside the inbox, and the account.
    let tellsMailbox: Bool
    let tellsAccount: Bool
    /// The number of messages that this one stands for, if the list shows conversations, and of those that are unread.
    var messagesInThread = 1
    var unreadInThread: Int?
    /// Assigns message numbers at the prompt; elsewhere messages are named by their ids.
    var numbers: PromptState?

    /// `4f3a91c2d0e8b7a6  Ana Ruiz          10 Oct 2026  Lunch on Friday?  (unread, 1 file)`.
    func line(_ found: MailLookup.Found) -> String {
        let content = found.message.content
        let notes = notes(found).joined(separator: ", ")
        let note = notes.isEmpty ? "" : "  (\(TerminalSafeText.line(notes)))"
        let time = zone.time(content.date).local
        let head = [
            name(found),
            DisplayWidth.fit(TerminalSafeText.line(Self.sender(content)), columns: layout == nil ? 18 : 15),
            layout.map { $0.day(time) } ?? DisplayWidth.fit(Self.day(time), columns: 11), "",
        ].joined(separator: "  ")
        let subject = TerminalSafeText.line(Self.subject(content))
        return (layout?.row(head, subject, note, least: Self.leastSubject) ?? head + subject + note) + "\n"
    }

    /// The least width of a subject on narrow screens.
    private static let leastSubject = 14

    /// Returns the message as a sentence, with the most important part first.
    func sentence(_ found: MailLookup.Found) -> String {
        let content = found.message.content
        let time = zone.time(content.date).local
        var facts = notes(found, files: Self.attachments)
        facts.append(time.year == layout?.year ? Self.dayAndMonth(time) : Self.longDay(time))
        let sender = TerminalSafeText.line(Self.sender(content))
        let subject = Self.ended(TerminalSafeText.line(Self.subject(content)))
        let number = numbers.map { "\($0.numbers.number(of: found)). " } ?? ""
        return
            "\(number)\(sender): \(subject) \(TerminalSafeText.line(Self.capitalized(facts.joined(separator: ", "))))."
            + (numbers == nil ? " Id \(found.message.id)." : "") + "\n"
    }

    /// The number or id of the message.
    private func name(_ found: MailLookup.Found) -> String {
        guard let numbers else { return found.message.id.description }
        let number = "\(numbers.numbers.number(of: found))"
        return String(repeating: " ", count: max(0, 3 - number.utf8.count)) + number
    }

    private func notes(_ found: MailLookup.Found, files words: (Int) -> String = Self.files) -> [String] {
        var notes: [String] = []
        let flags = found.message.flags
        let unread = unreadInThread ?? (flags.contains(.seen) ? 0 : 1)
        if messagesInThread > 1 { notes.append("\(messagesInThread) messages") }
        if unread > 0 { notes.append(messagesInThread > 1 ? "\(unread) unread" : "unread") }
        if flags.contains(.flagged) { notes.append("flagged") }
        if flags.contains(.answered) { notes.append("answered") }
        let files = found.message.content.attachments.count
        if files > 0 { notes.append(words(files)) }
        let mailbox = found.message.mailbox
        if tellsMailbox, mailbox != .inbox { notes.append("in \(mailbox)") }
        if tellsAccount { notes.append(found.account.text) }
        return notes
    }

    // MARK: - Words

    static func sender(_ content: IndexedContent) -> String {
        guard let first = content.from.first else { return "(no sender)" }
        return first.name.flatMap { $0.isEmpty ? nil : $0 } ?? first.email?.text ?? "(no sender)"
    }

    private static func subject(_ content: IndexedContent) -> String {
        content.subject.isEmpty ? "(no subject)" : content.subject
    }

    static func files(_ count: Int) -> String {
        count == 1 ? "1 file" : "\(count) files"
    }

    private static func attachments(_ count: Int) -> String {
        count == 1 ? "1 attachment" : "\(count) attachments"
    }

    /// Returns the sentence with a full stop, unless it already has an end.
    static func ended(_ text: String) -> String {
        let last = text.unicodeScalars.last
        return last == "." || last == "?" || last == "!" || last == "…" ? text : text + "."
    }

    private static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// Returns "12 Oct 2026", padded to the width of any other date.
    static func day(_ time: CivilTime) -> String {
        "\(time.day < 10 ? " " : "")\(time.day) \(months[time.month - 1].prefix(3)) \(time.year)"
    }

    static func longDay(_ time: CivilTime) -> String { "\(dayAndMonth(time)) \(time.year)" }

    private static func dayAndMonth(_ time: CivilTime) -> String { "\(time.day) \(months[time.month - 1])" }
}
