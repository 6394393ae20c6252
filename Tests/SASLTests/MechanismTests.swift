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
            "what nobody here knows",
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

    static let prepared: [(name: String, text: String, result: String?)] = [
        ("ASCII", "pencil", "pencil"), ("a soft hyphen in it", "I\u{AD}X", "IX"), ("another case", "USER", "USER"),
        ("a blank that does not break", "a\u{A0}b", "a b"), ("an ideographic blank", "a\u{3000}b", "a b"),
        ("accents", "Zoë Müßig", "Zoë Müßig"), ("Greek and Cyrillic", "κόσμε Привет", "κόσμε Привет"),
        ("Han, Kana, Hangul", "漢字かなカナ한글", "漢字かなカナ한글"), ("a bell", "\u{7}", nil),
        ("what composes into another", "e\u{301}", nil), ("what stands for another", "\u{AA}", nil),
        ("a Roman numeral", "\u{2168}", nil), ("both directions", "\u{627}1", nil), ("an emoji", "🔑", nil),
        ("a private character", "\u{E000}", nil), ("nothing", "", nil), ("what is nothing", "\u{AD}", nil),
        ("DEL", "a\u{7F}", nil), ("a control character of the other half", "a\u{85}", nil),
    ]

    /// Includes the examples of RFC 4013 §3.
    @Test("SASLprep normalizes unambiguous text and rejects the rest", arguments: prepared)
    func saslprep(_ row: (name: String, text: String, result: String?)) {
        let result = SASLprep.prepared(Array(row.text.utf8))
        #expect(result == row.result.map { Array($0.utf8) })
    }

    @Test("Rejects bytes that are not UTF-8")
    func noText() {
        #expect(SASLprep.prepared([0xFF]) == nil)
        #expect(SASLprep.prepared([0xC0, 0x80]) == nil)
    }

    static let users: [(name: String, user: [UInt8], isTaken: Bool)] = [
        ("a name", Array("kim".utf8), true), ("an address", Array("kim@example.net".utf8), true),
        ("in other letters", Array("zoë".utf8), true), ("nobody", [], false), ("NUL", [0x61, 0], false),
        ("CR", [0x61, 0x0D], false), ("LF", [0x61, 0x0A], false), ("what ends a field of XOAUTH2", [0x61, 1], false),
        ("DEL", [0x7F], false), ("no text", [0xFF], false), ("too long", Array(repeating: 0x61, count: 256), false),
    ]

    @Test("A user name contains no delimiters", .holds("PX5"), arguments: users)
    func names(_ row: (name: String, user: [UInt8], isTaken: Bool)) throws {
        let secret = try #require(Secret([0x61]))
        #expect((Credentials(user: row.user, secret, .password) != nil) == row.isTaken)
    }

    @Test("A token contains no delimiters, and a password no NUL", .holds("PX5"))
    func secrets() throws {
        #expect(Secret([]) == nil && Secret([0x61, 0]) == nil)
        #expect(Secret(Array(repeating: 0x61, count: Secret.maximumLength + 1)) == nil)
        for octet in [UInt8(1), 0x0A, 0x0D, 0x20, 0x7F, 0x80] {
            let secret = try #require(Secret([0x61, octet]))
            #expect(Credentials(user: [0x61], secret, .token) == nil)
        }
    }

    @Test("Printing a secret never reveals it", .holds("PX7"))
    func printing() throws {
        let canary = "canary-7f3a"
        let credentials = try password("kim", canary)
        let exchanges = Mechanism.allCases.compactMap {
            Exchange($0, credentials, host: "h", port: 1, nonce: [0x61], sha256)
        }
        #expect(exchanges.count == 3)
        var said = "\(credentials) \(String(reflecting: credentials)) \(credentials.secret.debugDescription)"
        dump(credentials, to: &said)
        for exchange in exchanges {
            var after = exchange
            let response = after.initialResponse() ?? Secret(derived: Array(canary.utf8))
            said += "\(exchange) \(String(reflecting: exchange)) \(after) \(response)"
            dump(exchange, to: &said)
            dump(after, to: &said)
            dump(response, to: &said)
        }
        #expect(!said.contains(canary) && said.contains("<secret>"))
        for octets in [Array(canary.utf8), StrictBase64.encode(Array(canary.utf8))] {
            #expect(!said.contains(octets.map { "\($0)" }.joined(separator: ", ")))
        }
    }

    static let lines: [(name: String, line: String, octets: [UInt8]?)] = [
        ("nothing", "", []), ("one octet", "AQ==", [1]), ("two", "AQI=", [1, 2]), ("three", "AQID", [1, 2, 3]),
        ("no padding", "AQ", nil), ("half of it", "AQ=", nil), ("too much of it", "AQID====", nil),
        ("padding alone", "====", nil), ("padding inside", "AQ==AQID", nil), ("bits left over", "AR==", nil),
        ("bits left over of two", "AQJ=", nil), ("a blank", "AQ ID", nil), ("a blank behind", "AQID ", nil),
        ("a line end", "AQID\r\n", nil), ("the other alphabet", "-_-_", nil), ("an equals sign", "=", nil),
        ("a hyphen", "-", nil), ("three of padding", "A===", nil),
    ]

    @Test("Decodes only canonical base64", arguments: lines)
    func strict(_ row: (name: String, line: String, octets: [UInt8]?)) {
        #expect(StrictBase64.decode(Array(row.line.utf8)) == row.octets)
    }

    @Test("Base64 round-trips up to the longest line", .holds("PX6"))
    func roundTrip() {
        var random = SeededGenerator.fresh
        for length in 0..<70 {
            let octets = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(StrictBase64.decode(StrictBase64.encode(octets)) == octets, "seed \(random.seed)")
        }
        let longest = [UInt8](repeating: 0x41, count: StrictBase64.maximumLength)
        #expect(StrictBase64.decode(longest)?.count == 9216)
        #expect(StrictBase64.decode(longest + [0x41, 0x41, 0x41, 0x41]) == nil)
    }
}
