internal import Accounts
internal import Composer
internal import LineEditing
internal import MailIndex
internal import MailTypes
internal import Platform
internal import Terminal

/// A message or a conversation in a list.
struct ListRow {
    /// The message, or the newest one of the conversation.
    let latest: IndexedMail.Found
    /// The number of messages that it stands for, and of those that are unread; `nil` if it stands for itself.
    var count = 1
    var unread: Int?
    /// Its place in the conversation, if the list shows that.
    var thread: ThreadPlace?
}

/// Formats messages of a list: one row each, or one sentence each.
struct MessageListFormatter {
    let zone: LocalTimeZone
    /// The layout for the screen. Without one, each date has its year, and lines are not cut.
    let layout: ListRowLayout?
    /// Whether to show the mailbox of messages outside the inbox, and the account.
    let tellsMailbox: Bool
    let tellsAccount: Bool
    /// Assigns message numbers at the prompt; elsewhere messages are named by their ids.
    var numbers: PromptState?
    /// Whether lines between messages may be drawn in UTF-8.
    var isUTF8 = false

    /// Writes a list: sentences in accessible mode, columns on a screen, and elsewhere complete lines.
    func write(_ rows: [ListRow], isAccessible: Bool, to output: inout Output) {
        if !isAccessible, let layout {
            let table = MessageTable(rows.map { row($0, in: layout) }, columns: layout.columns)
            for line in table.lines { output.write(line + "\n") }
        } else {
            for row in rows { output.write(isAccessible ? sentence(row) : line(row)) }
        }
    }

    /// `4f3a91c2d0e8b7a6  Ana Ruiz          10 Oct 2026  Lunch on Friday?  (unread, 1 file)`: a line for a file or
    /// another program, in which nothing is cut.
    private func line(_ row: ListRow) -> String {
        let found = row.latest
        let content = found.message.content
        let notes = notes(row).joined(separator: ", ")
        let note = notes.isEmpty ? "" : "  (\(TerminalSafeText.line(notes)))"
        let head = [
            name(found), DisplayWidth.fit(TerminalSafeText.line(Self.sender(content)), columns: 18),
            DisplayWidth.fit(Self.day(zone.time(content.date).local), columns: 11), "",
        ].joined(separator: "  ")
        return head + tree(row) + TerminalSafeText.line(Self.subject(content)) + note + "\n"
    }

    /// Returns the row for a screen.
    private func row(_ row: ListRow, in layout: ListRowLayout) -> MessageRow {
        let found = row.latest
        let content = found.message.content
        let isWidest = layout.columns >= MessageTable.widest
        var places: [String] = []
        if tellsAccount { places.append(found.account.text) }
        if tellsMailbox, found.message.mailbox != .inbox { places.append("\(found.message.mailbox)") }
        let unread = row.unread ?? (found.message.isUnread ? 1 : 0)
        var notes: [String] = []
        if row.count > 1 {
            notes.append("\(row.count) messages")
            if unread > 1, layout.columns >= MessageTable.wide { notes.append("\(unread) unread") }
        }
        return MessageRow(
            name: numbers.map { "\($0.numbers.number(of: found))" } ?? found.message.id.description,
            marks: MessageMarks.of(found.message, unread: unread),
            date: ListDate.text(
                zone.time(content.date).local, now: layout.now, withTime: layout.columns >= MessageTable.wide),
            sender: TerminalSafeText.line(Self.correspondent(found.message)),
            fullSender: isWidest ? TerminalSafeText.line(Self.correspondent(found.message, withAddress: true)) : "",
            tree: tree(row),
            // Below a message with the same subject, the text says more.
            subject: TerminalSafeText.line(
                row.thread?.repeatsSubject ?? false && !content.snippet.isEmpty
                    ? content.snippet : Self.subject(content)),
            snippet: isWidest && !(row.thread?.repeatsSubject ?? false) ? TerminalSafeText.line(content.snippet) : "",
            size: isWidest ? ByteCountText.of(content.size) : "",
            place: TerminalSafeText.line(places.joined(separator: "/")), notes: notes)
    }

    /// Returns the message as a sentence, with the most important part first.
    private func sentence(_ row: ListRow) -> String {
        let found = row.latest
        let content = found.message.content
        let time = zone.time(content.date).local
        var facts = place(of: row.thread) + notes(row, files: "attachment")
        facts.append(time.year == layout?.now.year ? Self.dayAndMonth(time) : Self.longDay(time))
        let sender = TerminalSafeText.line(Self.correspondent(found.message))
        let subject = Self.ended(TerminalSafeText.line(Self.subject(content)))
        let number = numbers.map { "\($0.numbers.number(of: found)). " } ?? ""
        return
            "\(number)\(sender): \(subject) \(TerminalSafeText.line(Self.capitalized(facts.joined(separator: ", "))))."
            + (numbers == nil ? " Id \(found.message.id)." : "") + "\n"
    }

    private func tree(_ row: ListRow) -> String {
        ThreadBranchPrefix(isUTF8: isUTF8).prefix(row.thread?.branches ?? [])
    }

    /// Says in words what the lines of a conversation show: "reply to 2, level 3".
    private func place(of thread: ThreadPlace?) -> [String] {
        guard let thread, let parent = thread.parent else { return [] }
        return [
            "reply to \(numbers.map { "\($0.numbers.number(of: parent))" } ?? "\(parent.id)")",
            "level \(thread.level + 1)",
        ]
    }

    /// The number or id of the message.
    private func name(_ found: IndexedMail.Found) -> String {
        guard let numbers else { return found.message.id.description }
        let number = "\(numbers.numbers.number(of: found))"
        return String(repeating: " ", count: max(0, 3 - number.utf8.count)) + number
    }

    private func notes(_ row: ListRow, files noun: String = "file") -> [String] {
        let found = row.latest
        var notes: [String] = []
        let flags = found.message.flags
        let unread = row.unread ?? (flags.contains(.seen) ? 0 : 1)
        if row.count > 1 { notes.append("\(row.count) messages") }
        if unread > 0 { notes.append(row.count > 1 ? "\(unread) unread" : "unread") }
        if flags.contains(.flagged) { notes.append("flagged") }
        if flags.contains(.answered) { notes.append("answered") }
        if flags.contains(.forwarded) { notes.append("forwarded") }
        if flags.contains(.draft) { notes.append("draft") }
        let files = found.message.content.attachments.count
        if files > 0 { notes.append(files.counted(noun)) }
        let mailbox = found.message.mailbox
        if tellsMailbox, mailbox != .inbox { notes.append("in \(mailbox)") }
        if tellsAccount { notes.append(found.account.text) }
        return notes
    }

    // MARK: - Words

    static func sender(_ content: IndexedContent) -> String {
        guard let first = content.from.first else { return "(no sender)" }
        return AddressDisplay.short(first) ?? "(no sender)"
    }

    /// Returns the sender, or "To Ben Okafor" for the user's own mail.
    private static func correspondent(_ message: IndexedMessage, withAddress: Bool = false) -> String {
        let isOwn = message.mailbox == .sent || message.mailbox == .drafts
        let content = message.content
        guard let first = isOwn ? content.to.first ?? content.cc.first : content.from.first else {
            return isOwn ? "(no recipient)" : "(no sender)"
        }
        let shown = AddressDisplay.short(first) ?? "(no sender)"
        let address = withAddress && shown != first.email?.text ? first.email.map { " <\($0.text)>" } ?? "" : ""
        return "\(isOwn ? "To " : "")\(shown)\(address)"
    }

    private static func subject(_ content: IndexedContent) -> String {
        content.subject.isEmpty ? "(no subject)" : content.subject
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
