/// What a server's certificate says, for a user who must decide whether to trust it. All text is printable ASCII.
public struct ServerCertificate: Hashable, Sendable {
    /// The distinguished names, such as "CN = imap.example.net".
    public let subject: String
    public let issuer: String
    /// The first and the last day of its validity, such as "2026-12-31".
    public let firstDay: String
    public let lastDay: String
    /// The SHA-256 digest as hexadecimal bytes with colons between them.
    public let fingerprint: String

    public init(subject: String, issuer: String, firstDay: String, lastDay: String, fingerprint: String) {
        self.subject = subject
        self.issuer = issuer
        self.firstDay = firstDay
        self.lastDay = lastDay
        self.fingerprint = fingerprint
    }

    var isSelfSigned: Bool { subject == issuer }

    /// The issuer within a sentence: a server can choose a long one.
    var shortIssuer: String {
        issuer.utf8.count > Self.longestInSentence ? "\(issuer.prefix(Self.longestInSentence))…" : issuer
    }

    private static let longestInSentence = 100
}
