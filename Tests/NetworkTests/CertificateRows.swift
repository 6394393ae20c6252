import MailClients
import Testing

/// A peer, the host name to connect to, and the expected outcome.
struct CertificateRow: Sendable, CustomTestStringConvertible {
    enum Outcome: Sendable {
        case good
        case certificate(CertificateProblem)
        /// Refused for a reason that each TLS library words differently.
        case otherProblem
        /// Refused by TLS before any certificate is received.
        case tls
        case failure(StreamFailure)
    }

    let peer: String
    let host: String
    let outcome: Outcome
    var testDescription: String { "\(peer) as \(host)" }

    private init(_ peer: String, as host: String = "mail.example.net", _ outcome: Outcome) {
        self.peer = peer
        self.host = host
        self.outcome = outcome
    }

    private static func isFor(_ names: String...) -> Outcome {
        .certificate(.otherHost(names))
    }

    static let all: [CertificateRow] = good + names + addresses + chains + handshakes

    static let good = [
        CertificateRow("good", .good), CertificateRow("good", as: "MAIL.example.net", .good),
        CertificateRow("good RSA", .good), CertificateRow("good for addresses", as: "127.0.0.1", .good),
        CertificateRow("good for addresses", as: "::1", .good),
        CertificateRow("good for addresses", as: "0:0:0:0:0:0:0:1", .good),
        CertificateRow("good intermediate", .good), CertificateRow("good wildcard", .good),
        CertificateRow("good capitals", .good), CertificateRow("good IDN", as: "xn--bcher-kva.example", .good),
        CertificateRow("good below IDN", as: "mail.xn--bcher-kva.example", .good),
        CertificateRow("good among many", .good), CertificateRow("good constraints", .good),
        CertificateRow("by name", .good), CertificateRow("TLS 1.2", .good), CertificateRow("TLS 1.3", .good),
    ]

    /// Host name matching [RFC 9525 §6.3].
    static let names = [
        CertificateRow("other host", isFor("other.example.net")),
        CertificateRow("good", as: "example.net", isFor("mail.example.net")),
        CertificateRow("good", as: "mail.example.net.evil.test", isFor("mail.example.net")),
        CertificateRow("good", as: "amail.example.net", isFor("mail.example.net")),
        CertificateRow("CN only", isFor()), CertificateRow("CN beside an address", isFor()),
        CertificateRow("CN beside another name", isFor("other.example.net")), CertificateRow("URI only", isFor()),
        CertificateRow("NUL in CN", isFor()),
        CertificateRow("good wildcard", as: "example.net", isFor("*.example.net")),
        CertificateRow("good wildcard", as: "a.mail.example.net", isFor("*.example.net")),
        CertificateRow("name *", isFor("*")), CertificateRow("name *", as: "localhost", isFor("*")),
        CertificateRow("name *.net", as: "example.net", isFor("*.net")),
        CertificateRow("name m*.example.net", isFor("m*.example.net")),
        CertificateRow("name *l.example.net", isFor("*l.example.net")),
        CertificateRow("name ma*l.example.net", isFor("ma*l.example.net")),
        CertificateRow("name mail.*.net", isFor("mail.*.net")), CertificateRow("name *.*.net", isFor("*.*.net")),
        CertificateRow("name **.example.net", isFor("**.example.net")),
        CertificateRow("name mail.example.*", isFor("mail.example.*")),
        CertificateRow("name xn--*.example", as: "xn--bcher-kva.example", isFor("xn--*.example")),
        CertificateRow("name .example.net", isFor(".example.net")),
        CertificateRow("name mail.example.net.evil.test", isFor("mail.example.net.evil.test")),
        CertificateRow("name ", .otherProblem),
        CertificateRow("NUL in name", isFor("mail.example.net?.evil.test")),
        CertificateRow("NUL behind name", isFor("mail.example.net?")),
        CertificateRow("hostile name", isFor("?[2Jexample??.net?")),
        CertificateRow("by name", as: "other.example.net", isFor("default.example.net")),
    ]

    static let addresses = [
        CertificateRow("good", as: "127.0.0.1", isFor("mail.example.net")),
        CertificateRow("good for addresses", isFor()), CertificateRow("good for addresses", as: "127.0.0.2", isFor()),
        CertificateRow("good for addresses", as: "::2", isFor()),
        CertificateRow("IP in CN", as: "127.0.0.1", isFor()),
        CertificateRow("IP as DNS", as: "127.0.0.1", isFor("127.0.0.1")),
        CertificateRow("IP by wildcard", as: "127.0.0.1", isFor("*.0.0.1")),
        CertificateRow("other IP", as: "127.0.0.1", isFor()), CertificateRow("mapped IP", as: "127.0.0.1", isFor()),
    ]

    static let chains = [
        CertificateRow("expired", .certificate(.expired)),
        CertificateRow("not yet valid", .certificate(.notYetValid)),
        CertificateRow("ends before it begins", .certificate(.notYetValid)),
        CertificateRow("self-signed", .certificate(.unknownAuthority(nil))),
        CertificateRow("unknown CA", .certificate(.unknownAuthority(nil))),
        CertificateRow("namesake of the CA", .otherProblem),
        CertificateRow("for clients", .certificate(.otherUse)), CertificateRow("for mail", .certificate(.otherUse)),
        CertificateRow("for signing certificates", .certificate(.otherUse)),
        CertificateRow("CA for clients", .certificate(.otherUse)),
        CertificateRow("weak key", .certificate(.tooWeak)), CertificateRow("weak CA", .certificate(.tooWeak)),
        CertificateRow("SHA-1", .certificate(.tooWeak)), CertificateRow("SHA-1 by CA", .certificate(.tooWeak)),
        CertificateRow("MD5", .certificate(.tooWeak)),
        CertificateRow("missing intermediate", .certificate(.unknownAuthority(nil))),
        CertificateRow("intermediate no CA", .otherProblem),
        CertificateRow("intermediate without constraints", .otherProblem),
        CertificateRow("intermediate may not sign", .otherProblem),
        CertificateRow("expired CA", .certificate(.expired)), CertificateRow("path too long", .otherProblem),
        CertificateRow("signed by a server", .otherProblem), CertificateRow("not permitted", .otherProblem),
        CertificateRow("excluded", .otherProblem), CertificateRow("wildcard not permitted", .otherProblem),
        CertificateRow("forged", .otherProblem), CertificateRow("forged CA", .otherProblem),
        CertificateRow("unknown demand", .otherProblem),
    ]

    static let handshakes = [
        CertificateRow("TLS 1.0", .tls), CertificateRow("TLS 1.1", .tls), CertificateRow("no certificate", .tls),
        CertificateRow("plain answer", .tls), CertificateRow("garbage", .tls), CertificateRow("huge record", .tls),
        CertificateRow("empty records", .tls), CertificateRow("alert", .tls),
        CertificateRow("closing", .failure(.cutOff)),
        CertificateRow("resetting in the handshake", .failure(.cutOff)),
    ]
}
