public import InternetMessage
internal import MailTypes

/// Detects mail whose sender does not wait for a reply.
public enum AutomaticMail {
    /// Returns whether a mailing list or a program sent the message [RFC 2919, RFC 2369, RFC 3834 §5].
    public static func isOne(_ header: Header) -> Bool {
        let names: [StaticString] = [
            "list-id", "list-unsubscribe", "list-post", "x-auto-response-suppress", "x-autoreply",
        ]
        if names.contains(where: { header.first(named: $0) != nil }) { return true }
        let precedence = value(header, "precedence")
        let submitted = value(header, "auto-submitted")
        return ["bulk", "list", "junk", "auto_reply"].contains { precedence.starts(with: $0.utf8) }
            || !submitted.isEmpty && !submitted.starts(with: "no".utf8)
            || value(header, "return-path").elementsEqual("<>".utf8)
            || value(header, "content-type").starts(with: "multipart/report".utf8)
            || header.addresses(.from).contains { $0.email.map(isUnattended) ?? false }
    }

    /// Returns whether the address is of a kind that is not read, such as "no-reply@".
    private static func isUnattended(_ address: EmailAddress) -> Bool {
        let local = SearchFold.folded(address.text).prefix { $0 != 0x40 }.filter { !"-_.".utf8.contains($0) }
        return unattended.contains { local.starts(with: $0.utf8) }
    }

    private static let unattended = [
        "noreply", "donotreply", "dontreply", "nichtantworten", "keineantwort", "nepasrepondre", "noresponder",
        "nonrispondere", "nietbeantwoorden", "naoresponda", "mailerdaemon", "postmaster", "bounce", "notification",
        "notify", "newsletter", "alerts", "automated",
    ]

    private static func value(_ header: Header, _ name: StaticString) -> ArraySlice<UInt8> {
        let bytes = header.first(named: name).map { SearchFold.folded($0.text) } ?? []
        return bytes.drop { $0 == 0x20 }
    }
}
