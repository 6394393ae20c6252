public import InternetMessage
public import MailTypes

/// Converts drafts to messages.
extension Draft {
    /// Returns the message that stores the draft. It contains everything, and `Draft(_: Message)` restores the same
    /// draft, with its files numbered from 1. The text is stored as typed. Invalid addresses are stored as groups
    /// without members, to which no program sends mail.
    public func keptMessage(id: MessageID, date: DateTime) -> OutgoingMessage {
        let body = textPart
        return OutgoingMessage(
            header: header(id: id, date: date, otherFields)
                + [
                    security.map { .text(DraftSecurity.fieldName, $0.text) },
                    isPlainText ? .text(Self.textFieldName, Self.plain) : nil,
                ].compactMap(\.self),
            body: attachments.isEmpty ? body : .mixed([body] + attachments.map(\.part)))
    }

    /// Returns the message to send [FR-COMP-01, body editor]: plain text as typed, in which readers join the long lines
    /// again that mail programs would wrap, with an HTML alternative if the text contains markup. It includes Bcc, which stays in the sender's copy and is removed for transmission. Fields meant
    /// only for the program that stored the draft are left out.
    public func sentMessage(id: MessageID, date: DateTime) -> OutgoingMessage {
        let pictures = attachments.filter(\.isInline)
        var body = sentTextPart
        var files = attachments
        if let html {
            var shown: OutgoingPart = .text(OutgoingText(html, subtype: "html"))
            let used = pictures.filter { picture in
                picture.contentID.map { html.utf8.holds("\"cid:\($0.text)\"".utf8) } ?? false
            }
            if !used.isEmpty {
                shown = .multipart(
                    subtype: "related", parameters: [("type", "text/html")], parts: [shown] + used.map(\.part))
                files.removeAll { file in used.contains { $0.number == file.number } }
            }
            body = .multipart(subtype: "alternative", parameters: [], parts: [body, shown])
        }
        return OutgoingMessage(
            header: header(id: id, date: date, sentFields),
            body: files.isEmpty ? body : .mixed([body] + files.map(\.part)))
    }

    /// The other header fields that are sent.
    public var sentFields: [OtherHeaderField] { otherFields.filter { !$0.isOfDraftAlone } }

    /// The text as HTML; `nil` if it has no markup and is sent as plain text only.
    public var html: String? {
        if isPlainText { return nil }
        var names: [String: MessageID] = [:]
        for picture in attachments.filter(\.isInline) {
            names[picture.filename] = names[picture.filename] ?? picture.contentID
        }
        return Markup.html(lines, pictures: names)
    }

    /// The header field of a stored draft whose text has no markup. It is never sent.
    static let textFieldName = "X-Petrel-Text"
    static let plain = "plain"

    private func header(id: MessageID, date: DateTime, _ others: [OtherHeaderField]) -> [OutgoingField] {
        var fields: [OutgoingField] = []
        let missing = attachments.compactMap { $0.undownloaded?.part.encodedSize }
        if !missing.isEmpty {
            fields.append(.text(PartialMessageMarkers.partial.description, "size=\(missing.reduce(0, +))"))
        }
        if let sender { fields.append(.addresses("From", [sender.writable])) }
        let lists: [(String, Recipients.Field)] = [
            ("Reply-To", .replyTo), ("To", .to), ("Cc", .cc), ("Bcc", .bcc),
        ]
        for (name, field) in lists where !recipients[field].isEmpty {
            fields.append(.addresses(name, recipients[field].map(\.writable)))
        }
        fields.append(.text("Subject", subject))
        fields.append(.date("Date", date))
        fields.append(.messageIDs("Message-ID", [id]))
        if !inReplyTo.isEmpty { fields.append(.messageIDs("In-Reply-To", inReplyTo)) }
        if !references.isEmpty { fields.append(.messageIDs("References", references)) }
        return fields + others.map { .text($0.name, $0.text) }
    }

    /// The text as typed. Readers treat a leading U+FEFF as a byte order mark [RFC 3629 §6], so if the text begins with
    /// one, another is added before it.
    private var textPart: OutgoingPart { .text(OutgoingText(text)) }

    /// The same, with long lines broken as format=flowed if that does not change the text [RFC 3676].
    private var sentTextPart: OutgoingPart {
        guard let broken = FlowedText.breaking(Array(text.utf8)) else { return textPart }
        return .text(
            OutgoingText(String(decoding: broken, as: UTF8.self), parameters: [("format", "flowed")]))
    }

    private var text: String {
        let isMarked = lines.first?.unicodeScalars.first == "\u{FEFF}"
        return (isMarked ? "\u{FEFF}" : "") + lines.map { $0 + "\n" }.joined()
    }
}

extension OutgoingPart {
    fileprivate static func mixed(_ parts: [OutgoingPart]) -> OutgoingPart {
        .multipart(subtype: "mixed", parameters: [], parts: parts)
    }
}

extension Address {
    /// Suffix of an entry that is not an address, in a stored draft.
    static let noAddressMark = " (not an address)"

    /// The address in a form that can be stored. If it is not deliverable, it becomes the name of a group without
    /// members [RFC 5322 §3.4].
    fileprivate var writable: Address {
        if isDeliverable || isEmptyGroup { return self }
        return Address(email: nil, group: AddressDisplay.of(self) + Self.noAddressMark)
    }
}
