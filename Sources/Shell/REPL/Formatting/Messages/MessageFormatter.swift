internal import InternetMessage
internal import LineEditing
internal import MailTypes
internal import Terminal

/// A message for display, sanitized for the terminal.
struct MessageFormatter {
    private let message: Message
    private let isAccessible: Bool
    private let hasNumberedLinks: Bool

    /// `hasNumberedLinks`: whether the addresses of links are listed after the text.
    init(_ message: Message, isAccessible: Bool = false, hasNumberedLinks: Bool = false) {
        self.message = message
        self.isAccessible = isAccessible
        self.hasNumberedLinks = hasNumberedLinks
    }

    // MARK: - One line

    /// Date, sender, subject and the number of files, in columns.
    var line: String {
        let header = message.header
        let date = header.date.map { MessageListFormatter.day($0.local) } ?? "no date"
        let sender = header.addresses(.from).first { _ in true }.map(Self.name) ?? "(no sender)"
        let subject = header.subject.flatMap { $0.isEmpty ? nil : $0 } ?? "(no subject)"
        let files = message.root.attachments.count
        let note = files == 0 ? "" : "  (\(files.counted("file")))"
        return
            "\(DisplayWidth.fit(date, columns: 11))  \(DisplayWidth.fit(TerminalSafeText.line(sender), columns: 20))  "
            + TerminalSafeText.line(subject) + note
    }

    private static func name(_ address: Address) -> String {
        address.name ?? address.email?.text ?? address.group ?? ""
    }

    // MARK: - The whole message

    private static let addressFields: [(String, FieldName)] = [
        ("From", .from), ("Sender", .sender), ("Reply-To", .replyTo), ("To", .to), ("Cc", .cc), ("Bcc", .bcc),
    ]

    func write(withText: Bool, to output: inout Output) {
        writeFields(to: &output)
        output.write("\n")
        structure(message.root, number: "1", to: &output)
        if withText { writeText(to: &output) }
    }

    func writeFields(to output: inout Output) {
        let header = message.header
        for (label, name) in Self.addressFields {
            write(header.addresses(name), label, to: &output)
        }
        if let date = header.date {
            field("Date", date.readableForm, to: &output)
        } else if let stated = header.first(named: "date") {
            field("Date", "unreadable: \(stated.text)", to: &output)
        }
        field("Subject", header.subject ?? "(none)", to: &output)
    }

    /// Writes the readable text after an empty line. `quoteNotice` is the line in place of long quoted blocks; without
    /// it, they are written too.
    func writeText(to output: inout Output, quoteNotice: ((Int) -> String)? = nil) {
        var (text, links) =
            hasNumberedLinks ? numberedText : (ReadableText.of(message.root, isSpoken: isAccessible), [])
        if let quoteNotice { text = QuotedTextCollapsing.collapsing(text, notice: quoteNotice) }
        if !text.isEmpty {
            output.write("\n")
            TerminalSafeText.write(lines: text, to: &output)
        }
        if let last = text.last, last != 0x0A { output.write("\n") }
        let lines = links.enumerated().flatMap { index, link in
            link.isMarked ? LinkFormatter.lines(number: index + 1, link, isAccessible: isAccessible) : []
        }
        if !lines.isEmpty { output.write("\n" + lines.map { "\($0)\n" }.joined()) }
    }

    private var numberedText: (text: [UInt8], links: [MessageLink]) {
        let numbered = ReadableText.numbered(message.root, isSpoken: isAccessible)
        return (numbered.text, numbered.links)
    }

    func field(_ label: String, _ value: String, to output: inout Output) {
        output.write("\(named(label))\(TerminalSafeText.line(value))\n")
    }

    /// Returns the label of a value: in a column, or as a spoken prefix in accessible mode.
    private func named(_ label: String) -> String {
        isAccessible ? "\(label): " : "\(DisplayWidth.fit(label, columns: Console.labelWidth - 1)) "
    }

    /// Writes an address list as it could be typed, with group members after the group name; in accessible mode without
    /// angle brackets. Entries are written one by
    /// one, since there may be any number.
    private func write(_ addresses: HeaderAddresses, _ label: String, to output: inout Output) {
        var isFirst = true
        var group: String?
        for address in addresses {
            output.write(
                isFirst
                    ? named(label)
                    : isAccessible ? "; " : group != address.group && group != nil ? ";, " : ", ")
            var entry = written(address)
            if let name = address.group, name != group { entry = "\(Self.quoted(name)): \(entry)" }
            output.write(TerminalSafeText.line(entry))
            group = address.group
            isFirst = false
        }
        if !isFirst { output.write(group == nil || isAccessible ? "\n" : ";\n") }
    }

    private func written(_ address: Address) -> String {
        switch (address.name, address.email) {
        case (let name?, let email?):
            isAccessible ? "\(Self.quoted(name)), \(email)" : "\(Self.quoted(name)) <\(email)>"
        case (let name?, nil): Self.quoted(name)
        case (nil, let email?): email.text
        case (nil, nil): ""
        }
    }

    /// Quotes the name if it could be read as more than one name. A sender may choose any name, such as "Bank
    /// <mail@bank.example>".
    private static func quoted(_ name: String) -> String {
        let isPlain = !name.utf8.contains { ",;:<>@\"()[]\\".utf8.contains($0) }
        if isPlain { return name }
        return "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private func structure(_ part: Part, number: String, to output: inout Output) {
        let type = part.contentType
        var facts = ["\(type.type)/\(type.subtype)"]
        if let filename = part.filename { facts.append(filename) }
        if part.kind == .leaf {
            if let charset = type.charset, !charset.isEmpty { facts.append(charset) }
            facts.append("\(part.contentSize) bytes\(part.missing == nil ? "" : ", not here")")
        }
        output.write(
            "\(DisplayWidth.fit(number, columns: 8)) \(TerminalSafeText.line(facts.joined(separator: ", ")))\n")
        for (index, child) in part.children.enumerated() {
            structure(child, number: "\(number).\(index + 1)", to: &output)
        }
        if let embedded = part.embeddedMessage {
            structure(embedded, number: "\(number).m", to: &output)
        }
    }
}
