public import InternetMessage
internal import MailTypes

/// Reads a draft from the message it is stored as, whichever program wrote it.
extension Draft {
    /// Content of a message that a draft cannot represent, because its text is plain.
    public enum UnsupportedContent: Hashable, Sendable {
        /// The text was HTML only; its readable text is kept.
        case formatting
        /// There is HTML beside the plain text, which is all that is kept.
        case htmlAlternative
        /// The message was signed or encrypted. Its parts are kept as files, but no longer work as such.
        case protection
    }

    /// Reads the draft from a message: all header fields, including those unknown to petrel, the readable text and
    /// every file. `sources`: the files that are missing from the message.
    public init(_ message: Message, sources: MissingAttachmentSources = MissingAttachmentSources()) {
        let header = message.header
        var draft = Draft()
        draft.sender = Self.people(header.addresses(.from)).first
        draft.recipients.to = Self.people(header.addresses(.to))
        draft.recipients.cc = Self.people(header.addresses(.cc))
        draft.recipients.bcc = Self.people(header.addresses(.bcc))
        draft.recipients.replyTo = Self.people(header.addresses(.replyTo))
        draft.subject = header.subject ?? ""
        draft.inReplyTo = Array(header.messageIDs(.inReplyTo))
        draft.references = Array(header.messageIDs(.references))
        draft.otherFields = header.allFields.map { OtherHeaderField(name: $0.name, text: $0.text) }
        draft.security = header.first(named: "x-petrel-security").flatMap { DraftSecurity($0.text) }
        draft.isPlainText = header.first(named: "x-petrel-text")?.text == Self.plain
        let contents = TextAndAttachments(message)
        draft.lines = SplitLines.of(contents.text)
        draft.attachments = contents.draftAttachments(sources)
        self = draft
    }

    /// Returns the content that would be lost, so that the user can be told.
    public static func unsupportedContent(of message: Message) -> [UnsupportedContent] {
        [lostHTML(message.root), message.root.isIndivisible ? .protection : nil].compactMap(\.self)
    }

    private static func lostHTML(_ part: Part) -> UnsupportedContent? {
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
        return hasHTML ? hasPlain ? .htmlAlternative : .formatting : nil
    }

    /// The addresses of a header field. Entries that a stored draft marks as not being addresses are restored to what
    /// was typed.
    private static func people(_ addresses: HeaderAddresses) -> [Address] {
        let mark = Array(Address.noAddressMark.utf8)
        return addresses.map { address in
            guard address.email == nil, let group = address.group?.utf8, group.suffix(mark.count).elementsEqual(mark)
            else { return address }
            return Address(email: EmailAddress(String(decoding: group.dropLast(mark.count), as: UTF8.self)))
        }
    }
}
