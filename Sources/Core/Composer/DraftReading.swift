public import InternetMessage
internal import MailTypes

/// A draft out of the message that keeps it, whichever program wrote that.
extension Draft {
    /// What of a message the draft does not hold, because its text is plain.
    public enum Loss: Hashable, Sendable {
        /// The text was there as HTML alone; what can be read of it stays.
        case formatting
    }

    /// Everything that stands in the header comes back, fields that this program does not know as well; of the body the
    /// text that a person reads, and each file.
    public init(_ message: Message) {
        let header = message.header
        self.init()
        sender = Array(header.addresses(.from)).first
        recipients.to = Self.people(header.addresses(.to))
        recipients.cc = Self.people(header.addresses(.cc))
        recipients.bcc = Self.people(header.addresses(.bcc))
        recipients.replyTo = Self.people(header.addresses(.replyTo))
        subject = (header.subject ?? "").singleLine
        inReplyTo = Array(header.messageIDs(.inReplyTo)).filter(\.isValid)
        references = Array(header.messageIDs(.references)).filter(\.isValid)
        otherFields = header.allFields.filter { Self.isKept($0) }.map { OtherField(name: $0.name, text: $0.text) }
        lines = Lines.of(ReadableText.of(message.root))
        attachments = message.root.attachments.enumerated().map { DraftAttachment($1, number: $0 + 1) }
    }

    /// What cannot be kept of a message, so that the writer can be told.
    public static func losses(of message: Message) -> [Loss] {
        hasOnlyHTML(message.root) ? [.formatting] : []
    }

    private static func hasOnlyHTML(_ part: Part) -> Bool {
        var hasPlain = false
        var hasHTML = false
        var rest = [part]
        while let part = rest.popLast() {
            switch part.kind {
            case .multipart: rest += Array(part.children)
            case .message: break
            case .leaf where part.isAttachment: break
            case .leaf:
                if part.contentType.is("text", "plain") { hasPlain = true }
                if part.contentType.is("text", "html") { hasHTML = true }
            }
        }
        return hasHTML && !hasPlain
    }

    /// A name without an address is kept as what it is: nobody that mail can go to.
    private static func people(_ addresses: HeaderAddresses) -> [Address] {
        addresses.filter { $0.email != nil || $0.name != nil || $0.group != nil }.map { address in
            guard address.email == nil else { return Address(name: address.name, email: address.email) }
            let text = address.name ?? address.group ?? ""
            return Address(email: EmailAddress(text))
        }
    }

    /// Fields that are written anew, and those of this program.
    private static func isKept(_ field: HeaderField) -> Bool {
        canHave(fieldNamed: field.name)
            && !["received", "return-path", "user-agent", "x-mailer"].contains {
                field.name.lowercased().utf8.elementsEqual($0.utf8)
            }
    }

    /// Whether a field of this name is none that the draft has in another way, or that says how it is written.
    public static func canHave(fieldNamed name: String) -> Bool {
        let lower = name.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        let isOwn = [
            "from", "to", "cc", "bcc", "reply-to", "subject", "date", "message-id", "in-reply-to", "references",
        ].contains { lower.elementsEqual($0.utf8) }
        return OutgoingField.isName(name) && !isOwn && !lower.starts(with: "x-petrel-".utf8)
    }
}

extension DraftAttachment {
    /// A file of a message.
    init(_ part: Part, number: Int) {
        let type = part.contentType
        let isPicture = part.contentDisposition.map { !$0.isAttachment } ?? true
        let name = part.filename.flatMap { $0.isEmpty ? nil : $0 }
        self.init(
            number: number, filename: name ?? (part.kind == .message ? "message.eml" : "attachment-\(number)"),
            mediaType: "\(type.type)/\(type.subtype)", content: part.decodedContent,
            contentID: isPicture ? part.header.contentID.flatMap { $0.isValid ? $0 : nil } : nil)
    }
}
