internal import Conversations
public import InternetMessage
internal import MailTypes

/// A message passed on, as it stands when the writer begins [FR-COMP-01, modes table].
public struct Forward: Sendable {
    public let draft: Draft

    /// The line that stands above what is passed on.
    static let mark = "---------- Forwarded message ----------"

    /// What is signed or encrypted, or a report, goes along whole, as a message: taken apart it would be none any more.
    ///
    /// `elsewhere`: the files that do not stand in the message here.
    public init(_ message: Message, own: OwnAddresses, elsewhere: FilesElsewhere = FilesElsewhere()) {
        let header = message.header
        let contents = MessageContents(message)
        var draft = Draft()
        draft.sender = own.identity(for: header)
        draft.subject = Self.subject(header.subject ?? "")
        draft.lines = ["", Self.mark] + Self.headerLines(header) + [""] + Quotation.trimmed(Lines.of(contents.text))
        draft.attachments =
            message.root.isOneWhole && !message.isPartial
            ? [DraftAttachment(whole: message, number: 1)]
            : contents.draftAttachments(elsewhere)
        self.draft = draft
    }

    /// "Fwd: " once, whatever stood there before [FR-COMP-01].
    static func subject(_ original: String) -> String {
        let marks = BaseSubject.marks(of: original)
        return "Fwd: " + (marks.isReply ? "Re: " : "") + marks.rest
    }

    private static func headerLines(_ header: Header) -> [String] {
        var lines = [
            field("From", AddressText.list(header.addresses(.from))),
            field("Date", header.date?.readableForm ?? "unknown"),
            field("Subject", header.subject ?? ""),
            field("To", AddressText.list(header.addresses(.to))),
        ]
        let copies = AddressText.list(header.addresses(.cc))
        if !copies.isEmpty { lines.append(field("Cc", copies)) }
        return lines
    }

    private static func field(_ name: String, _ text: String) -> String {
        let text = text.plainLine
        return text.isEmpty ? "\(name):" : "\(name): \(text)"
    }
}

extension DraftAttachment {
    /// A message with its header. Where it cannot stand in another one as it is, it goes as a file: not an octet of what
    /// was signed may change.
    fileprivate init(whole message: Message, number: Int) {
        let isExact = OutgoingFile.isEmbeddedExactly(message.bytes)
        self.init(
            number: number, filename: "message.eml",
            mediaType: isExact ? "message/rfc822" : "application/octet-stream", content: message.bytes)
    }
}
