import MailTestSupport
import Testing

@testable import SASL

@Suite("Credentials")
struct CredentialsTests {
    static let users: [(name: String, user: [UInt8], isTaken: Bool)] = [
        ("a name", Array("kim".utf8), true), ("an address", Array("kim@example.net".utf8), true),
        ("in other letters", Array("zoë".utf8), true), ("an empty name", [], false), ("NUL", [0x61, 0], false),
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
            SASLExchange($0, credentials, host: "h", port: 1, nonce: [0x61], sha256)
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
}
