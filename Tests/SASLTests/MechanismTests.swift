import MailTestSupport
import Testing

@testable import SASL

@Suite("SASL mechanisms")
struct MechanismTests {
    static let offers: [(name: String, offered: String, password: String, token: String)] = [
        ("the usual", "PLAIN LOGIN", "PLAIN LOGIN", ""),
        ("lower case", "plain Login scram-sha-256", "SCRAM-SHA-256 PLAIN LOGIN", ""),
        (
            "a large provider", "LOGIN PLAIN XOAUTH2 PLAIN-CLIENTTOKEN OAUTHBEARER XOAUTH", "PLAIN LOGIN",
            "OAUTHBEARER XOAUTH2"
        ),
        ("tokens alone", "XOAUTH2", "", "XOAUTH2"),
        (
            "an unknown mechanism",
            "GSSAPI NTLM CRAM-MD5 DIGEST-MD5 SCRAM-SHA-1 SCRAM-SHA-256-PLUS ANONYMOUS EXTERNAL", "", ""
        ),
        ("nothing", "", "", ""), ("twice the same", "PLAIN PLAIN", "PLAIN", ""),
        ("names that only begin alike", "PLAINS XPLAIN LOGIN2 XOAUTH22", "", ""),
    ]

    @Test("Orders the common mechanisms by preference and ignores unknown ones", arguments: offers)
    func choices(_ row: (name: String, offered: String, password: String, token: String)) throws {
        let offered = row.offered.utf8.split(separator: 0x20).map { Array($0) }
        let rows = [(row.password, try password("kim", "hunter2")), (row.token, try token("kim", "abc"))]
        for (wanted, credentials) in rows {
            let choices = Mechanism.choices(for: credentials, offered: offered, isEncrypted: true)
            #expect(choices.map(\.rawValue).joined(separator: " ") == wanted)
        }
    }

    @Test("Without encryption, no mechanism is available", .holds("PX1"))
    func unencrypted() throws {
        let offered = Mechanism.allCases.map { Array($0.rawValue.utf8) }
        for credentials in [try password("kim", "hunter2"), try token("kim", "abc")] {
            #expect(Mechanism.choices(for: credentials, offered: offered, isEncrypted: false).isEmpty)
        }
    }

    @Test("SCRAM is skipped if the sides could prepare the password differently")
    func unpreparable() throws {
        let offered = [Array("SCRAM-SHA-256".utf8), Array("PLAIN".utf8)]
        for secret in ["ﬁ", "e\u{301}", "שלום", "tab\there"] {
            let choices = Mechanism.choices(for: try password("kim", secret), offered: offered, isEncrypted: true)
            #expect(choices == [.plain], "\(secret)")
        }
        #expect(Mechanism.choices(for: try password("kim", "grün"), offered: offered, isEncrypted: true).count == 2)
    }
}
