internal import Conversations
public import InternetMessage
public import MailTypes

/// A message passed on, as it stands when the writer begins [FR-COMP-01, modes table].
public struct Forward: Sendable {
    public let draft: Draft

    /// The line that stands above what is passed on.
    static let mark = "---------- Forwarded message ----------"

    public init(_ message: Message, own: OwnAddresses) {
        let header = message.header
        var draft = Draft()
        draft.sender = own.identity(for: header)
        draft.subject = Self.subject(header.subject ?? "")
        draft.lines = ["", Self.mark] + Self.headerLines(header) + [""] + Quotation.text(of: message)
        draft.attachments = message.root.attachments.enumerated().map {
            DraftAttachment($1, number: $0 + 1)
        }
        self.draft = draft
    }

    /// "Fwd: " once, whatever stood there before [FR-COMP-01].
    static func subject(_ original: String) -> String {
        let marks = BaseSubject.marks(of: original)
        return "Fwd: " + (marks.isReply ? "Re: " : "") + marks.rest
    }

    private static func headerLines(_ header: Header) -> [String] {
        var lines = ["From: " + AddressText.list(header.addresses(.from))]
        lines.append("Date: " + (header.date?.readableForm ?? "unknown"))
        lines.append("Subject: " + (header.subject ?? "").singleLine)
        lines.append("To: " + AddressText.list(header.addresses(.to)))
        let copies = AddressText.list(header.addresses(.cc))
        if !copies.isEmpty { lines.append("Cc: " + copies) }
        return lines
    }
}

/// Addresses as people read them.
public enum AddressText {
    /// "Ana Ruiz <ana@example.org>".
    public static func of(_ address: Address) -> String {
        let name = (address.name ?? address.group ?? "").singleLine
        guard let email = address.email else { return name }
        return name.isBlank ? email.text : "\(name) <\(email.text)>"
    }

    public static func list(_ addresses: some Sequence<Address>) -> String {
        addresses.map(of).filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
