public import InternetMessage
internal import MailTypes

/// Mail that no person waits for an answer to.
public enum AutomaticMail {
    /// Whether the header says that it came by a list, in bulk or from a program [RFC 2919, RFC 2369, RFC 3834 §5].
    public static func isOne(_ header: Header) -> Bool {
        for name: StaticString in [
            "list-id", "list-unsubscribe", "list-post", "x-auto-response-suppress", "x-autoreply",
        ]
        where header.first(named: name) != nil {
            return true
        }
        let precedence = value(header, "precedence")
        if ["bulk", "list", "junk", "auto_reply"].contains(where: { precedence.starts(with: $0.utf8) }) { return true }
        let submitted = value(header, "auto-submitted")
        if !submitted.isEmpty, !submitted.starts(with: "no".utf8) { return true }
        if value(header, "return-path").elementsEqual("<>".utf8) { return true }
        if value(header, "content-type").starts(with: "multipart/report".utf8) { return true }
        return header.addresses(.from).contains { $0.email.map(isUnattended) ?? false }
    }

    /// Whether nobody reads what is sent there.
    static func isUnattended(_ address: EmailAddress) -> Bool {
        let local = SearchFold.folded(address.text).prefix { $0 != 0x40 }.filter {
            $0 != 0x2D && $0 != 0x5F && $0 != 0x2E
        }
        return unattended.contains { local.starts(with: $0) }
    }

    private static let unattended = [
        "noreply", "donotreply", "dontreply", "nichtantworten", "keineantwort", "nepasrepondre", "noresponder",
        "nonrispondere", "nietbeantwoorden", "naoresponda", "mailerdaemon", "postmaster", "bounce", "notification",
        "notify", "newsletter", "alerts", "automated",
    ].map { Array($0.utf8) }

    private static func value(_ header: Header, _ name: StaticString) -> ArraySlice<UInt8> {
        let octets = header.first(named: name).map { SearchFold.folded($0.text) } ?? []
        return octets.drop { $0 == 0x20 }
    }
}
