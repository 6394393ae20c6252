import MailClients
import MailTestSupport
import MailTypes
import Testing

@Suite("What is said about a certificate that is not trusted", .holds("PX1"))
struct CertificateProblemTests {
    private static func certificate(of subject: String, from issuer: String) -> ServerCertificate {
        ServerCertificate(
            subject: subject, issuer: issuer, firstDay: "2026-01-01", lastDay: "2027-01-01", fingerprint: "00:11")
    }

    private static let rows: [(name: String, certificate: ServerCertificate?, words: String)] = [
        ("nothing is known", nil, "its certificate is not signed by an authority that this machine trusts"),
        (
            "self-signed", certificate(of: "CN = imap", from: "CN = imap"),
            "its certificate is signed by itself, and not by an authority that this machine trusts"
        ),
        (
            "another authority", certificate(of: "CN = imap", from: "CN = Antivirus"),
            "its certificate is signed by CN = Antivirus, which is not an authority that this machine trusts"
        ),
        (
            "a long name", certificate(of: "CN = imap", from: String(repeating: "x", count: 4000)),
            "its certificate is signed by \(String(repeating: "x", count: 100))…, which is not an authority that this machine "
                + "trusts"
        ),
    ]

    @Test("The sentence names who has signed it", arguments: rows.map(\.name))
    func sentence(_ name: String) throws {
        let row = try #require(Self.rows.first { $0.name == name })
        let endpoint = Endpoint(host: "imap.example.net", port: 993, security: .implicitTLS)
        let sentences = StreamFailure.certificate(.unknownAuthority(row.certificate)).sentences(about: endpoint)
        #expect(sentences.contains("could not prove that it is imap.example.net: \(row.words)."), "\(sentences)")
    }
}
