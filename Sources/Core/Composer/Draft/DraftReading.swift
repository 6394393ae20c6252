public import InternetMessage
internal import MailTypes

/// A draft out of the message that keeps it, whichever program wrote that.
extension Draft {
    /// What of a message the draft does not hold, because its text is plain.
    public enum UnsupportedContent: Hashable, Sendable {
        /// The text was there as HTML alone; what can be read of it stays.
        case formatting
        /// It was signed or encrypted: its parts are kept as files, and mean nothing as such.
        case protection
    }

    /// Everything that stands in the header comes back, fields that this program does not know as well; of the body the
    /// text that a person reads, and each file. `elsewhere`: the files that do not stand in the message here.
    public init(_ message: Message, elsewhere: FilesElsewhere = FilesElsewhere()) {
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
        let contents = MessageContents(message)
        draft.lines = Lines.of(contents.text)
        draft.attachments = contents.draftAttachments(elsewhere)
        self = draft
    }

    /// What cannot be kept of a message, so that the writer can be told.
    public static func unsupportedContent(of message: Message) -> [UnsupportedContent] {
        (hasOnlyHTML(message.root) ? [.formatting] : []) + (message.root.isOneWhole ? [.protection] : [])
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

    /// The entries of a header, those among them that a kept draft says are no addresses.
    private static func people(_ addresses: HeaderAddresses) -> [Address] {
        let mark = Array(Address.noAddressMark.utf8)
        return addresses.map { address in
            guard address.email == nil, let group = address.group?.utf8, group.suffix(mark.count).elementsEqual(mark)
            else { return address }
            return Address(email: EmailAddress(String(decoding: group.dropLast(mark.count), as: UTF8.self)))
        }
    }
}
