internal import Conversations
public import InternetMessage
internal import MailTypes

/// The draft for forwarding a message, before the user edits it [FR-COMP-01, modes table].
public struct Forward: Sendable {
    public let draft: Draft

    /// The line above the forwarded text.
    static let mark = "---------- Forwarded message ----------"

    /// Creates the draft. Signed or encrypted messages and reports are attached whole, since their parts are
    /// meaningless separately.
    ///
    /// `sources`: the files that are missing from the message.
    public init(_ message: Message, own: OwnAddresses, sources: MissingAttachmentSources = MissingAttachmentSources()) {
        let header = message.header
        let contents = TextAndAttachments(message)
        var draft = Draft()
        draft.sender = own.identity(for: header)
        draft.subject = Self.subject(header.subject ?? "")
        draft.lines =
            ["", Self.mark] + Self.headerLines(header) + [""] + Quotation.trimmed(SplitLines.of(contents.text))
        draft.attachments =
            message.root.isIndivisible && !message.isPartial
            ? [DraftAttachment(whole: message, number: 1)]
            : contents.draftAttachments(sources)
        self.draft = draft
    }

    /// Returns the subject with a single "Fwd: " prefix, followed by "Re: " if the original is a reply [FR-COMP-01].
    static func subject(_ original: String) -> String {
        let marks = BaseSubject.marks(of: original)
        return "Fwd: " + (marks.isReply ? "Re: " : "") + marks.rest
    }

    private static func headerLines(_ header: Header) -> [String] {
        var lines = [
            field("From", AddressDisplay.list(header.addresses(.from))),
            field("Date", header.date?.readableForm ?? "unknown"),
            field("Subject", header.subject ?? ""),
            field("To", AddressDisplay.list(header.addresses(.to))),
        ]
        let copies = AddressDisplay.list(header.addresses(.cc))
        if !copies.isEmpty { lines.append(field("Cc", copies)) }
        return lines
    }

    private static func field(_ name: String, _ text: String) -> String {
        let text = text.plainLine
        return text.isEmpty ? "\(name):" : "\(name): \(text)"
    }
}

extension DraftAttachment {
    /// Attaches a whole message with its header, except for Bcc, which a copy in Sent has and no signature covers. If it
    /// cannot be embedded unchanged, it is attached as a file, since changing a single byte would break its signature.
    fileprivate init(whole message: Message, number: Int) {
        let content = HeaderFieldRemoval.fields(named: ["bcc", "resent-bcc"], from: message.bytes)
        let isExact = OutgoingFile.isEmbeddedExactly(content)
        self.init(
            number: number, filename: "message.eml",
            mediaType: isExact ? "message/rfc822" : "application/octet-stream", content: content)
    }
}
