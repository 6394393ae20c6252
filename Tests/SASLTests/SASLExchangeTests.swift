import Digest
import MailTestSupport
import Testing

@testable import SASL

/// SHA-256 by OpenSSL.
let sha256 = ScramHashFunctions(
    hash: { SHA256.digest(of: $0) }, hmac: { SHA256.authenticationCode(of: $1, key: $0) },
    stretch: { SHA256.key(from: $0, salt: $1, iterations: $2) })

func password(_ user: String, _ password: String) throws -> Credentials {
    let secret = try #require(Secret(Array(password.utf8)))
    return try #require(Credentials(user: Array(user.utf8), secret, .password))
}

func token(_ user: String, _ token: String) throws -> Credentials {
    let secret = try #require(Secret(Array(token.utf8)))
    return try #require(Credentials(user: Array(user.utf8), secret, .token))
}

func text(_ octets: [UInt8]?) -> String? {
    octets.map { String(decoding: $0, as: UTF8.self) }
}

func base64(_ text: String) -> [UInt8] {
    StrictBase64.encode(Array(text.utf8))
}

@Suite("SASL exchanges", .holds("Y15", "Y17"))
struct SASLExchangeTests {
    private func exchange(
        _ mechanism: Mechanism, _ credentials: Credentials, nonce: String = "rOprNGfwEbeRWgbNEkqO"
    ) throws -> SASLExchange {
        try #require(
            SASLExchange(
                mechanism, credentials, host: "mail.example.net", port: 587, nonce: Array(nonce.utf8), sha256))
    }

    private func decoded(_ secret: Secret?) -> String? {
        secret.flatMap { text(StrictBase64.decode($0.octets)) }
    }

    @Test("PLAIN sends everything at once, with the command or after an empty challenge")
    func plain() throws {
        var exchange = try exchange(.plain, password("tim", "tanstaaftanstaaf"))
        var waiting = exchange
        // RFC 4616 §4.
        #expect(decoded(exchange.initialResponse()) == "\0tim\0tanstaaftanstaaf")
        #expect(decoded(try waiting.response(to: [])) == "\0tim\0tanstaaftanstaaf")
        try exchange.succeed()
        #expect(throws: SASLFailure.unexpectedChallenge) { try exchange.response(to: []) }
    }

    @Test("LOGIN answers prompts in order, whatever they say", arguments: ["VXNlcm5hbWU6", "", "%%%"])
    func login(_ prompt: String) throws {
        var exchange = try exchange(.login, password("kim", "hunter2"))
        #expect(exchange.initialResponse() == nil)
        #expect(decoded(try exchange.response(to: Array(prompt.utf8))) == "kim")
        #expect(decoded(try exchange.response(to: Array(prompt.utf8))) == "hunter2")
        #expect(throws: SASLFailure.unexpectedChallenge) { try exchange.response(to: Array(prompt.utf8)) }
    }

    @Test("XOAUTH2 sends the token, and answers an error with an empty line")
    func xoauth2() throws {
        var exchange = try exchange(
            .xoauth2, token("someuser@example.com", "ya29.vF9dft4qmTc2Nvb3RlckBhdHRhdmlzdGEuY29tCg"))
        // The example from Google's documentation.
        let wanted =
            "dXNlcj1zb21ldXNlckBleGFtcGxlLmNvbQFhdXRoPUJlYXJlciB5YTI5LnZGOWRmdDRxbVRjMk52YjNSbGNrQmhkSFJoZG1semRHRXVZMjl0"
            + "Q2cBAQ=="
        #expect(text(exchange.initialResponse()?.octets) == wanted)
        #expect(try exchange.response(to: base64("{\"status\":\"401\"}")).octets.isEmpty)
        #expect(throws: SASLFailure.unexpectedChallenge) { try exchange.response(to: []) }
    }

    @Test("OAUTHBEARER sends the token, and answers an error with one byte")
    func oauthBearer() throws {
        var exchange = try exchange(
            .oauthBearer, token("k=im,@example.net", "vF9dft4qmTc2Nvb3RlckBhbHRhdmlzdGEuY29tCg=="))
        let wanted =
            "n,a=k=3Dim=2C@example.net,\u{1}host=mail.example.net\u{1}port=587\u{1}"
            + "auth=Bearer vF9dft4qmTc2Nvb3RlckBhbHRhdmlzdGEuY29tCg==\u{1}\u{1}"
        #expect(decoded(exchange.initialResponse()) == wanted)
        #expect(text(try exchange.response(to: base64("{\"status\":\"invalid_token\"}")).octets) == "AQ==")
    }

    @Test("An error challenge that is not base64 ends the exchange")
    func bearerJunk() throws {
        var exchange = try exchange(.xoauth2, token("kim", "t"))
        _ = exchange.initialResponse()
        #expect(throws: SASLFailure.malformedChallenge) { try exchange.response(to: Array("{\"a\"".utf8)) }
    }

    // MARK: - SCRAM

    private static let serverFirst =
        "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096"
    private static let serverFinal = "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4="

    @Test("SCRAM-SHA-256 follows the example of RFC 7677 §3 and accepts the valid proof")
    func scram() throws {
        var exchange = try exchange(.scramSHA256, password("user", "pencil"))
        #expect(decoded(exchange.initialResponse()) == "n,,n=user,r=rOprNGfwEbeRWgbNEkqO")
        let answer = decoded(try exchange.response(to: base64(Self.serverFirst)))
        let wanted =
            "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
            + "p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ="
        #expect(answer == wanted)
        #expect(try exchange.response(to: base64(Self.serverFinal)).octets.isEmpty)
        try exchange.succeed()
    }

    @Test("The server's proof may arrive with its success reply, which is invalid without it")
    func scramConsent() throws {
        var exchange = try exchange(.scramSHA256, password("user", "pencil"))
        #expect(throws: SASLFailure.serverNotVerified) { try exchange.succeed() }
        _ = exchange.initialResponse()
        #expect(throws: SASLFailure.serverNotVerified) { try exchange.succeed() }
        _ = try exchange.response(to: base64(Self.serverFirst))
        #expect(throws: SASLFailure.serverNotVerified) { try exchange.succeed() }
        try exchange.succeed(with: base64(Self.serverFinal))
    }

    struct Challenge: CustomTestStringConvertible {
        let name: String
        let first: String
        let failure: SASLFailure
        var testDescription: String { name }

        init(_ name: String, _ first: String, _ failure: SASLFailure) {
            self.name = name
            self.first = first
            self.failure = failure
        }
    }

    private static let nonce = "rOprNGfwEbeRWgbNEkqO"
    static let challenges = [
        Challenge("nothing", "", .malformedChallenge),
        Challenge("another nonce", "r=other,s=W22Z,i=4096", .foreignNonce),
        Challenge("the nonce sent back", "r=\(nonce),s=W22Z,i=4096", .foreignNonce),
        Challenge("the nonce behind another", "r=x\(nonce),s=W22Z,i=4096", .foreignNonce),
        Challenge("a nonce with a blank", "r=\(nonce) x,s=W22Z,i=4096", .malformedChallenge),
        Challenge("a nonce in other letters", "r=\(nonce)é,s=W22Z,i=4096", .malformedChallenge),
        Challenge("no nonce", "s=W22Z,i=4096", .malformedChallenge),
        Challenge("another order", "s=W22Z,r=\(nonce)x,i=4096", .malformedChallenge),
        Challenge("no salt", "r=\(nonce)x,s=,i=4096", .malformedChallenge),
        Challenge("a salt that is no base64", "r=\(nonce)x,s=W22,i=4096", .malformedChallenge),
        Challenge("a huge salt", "r=\(nonce)x,s=\(String(repeating: "AAAA", count: 400)),i=4096", .malformedChallenge),
        Challenge("no count", "r=\(nonce)x,s=W22Z", .malformedChallenge),
        Challenge("an empty count", "r=\(nonce)x,s=W22Z,i=", .malformedChallenge),
        Challenge("a count of zero", "r=\(nonce)x,s=W22Z,i=0", .malformedChallenge),
        Challenge("a count with a sign", "r=\(nonce)x,s=W22Z,i=-4096", .malformedChallenge),
        Challenge("a count with a zero before it", "r=\(nonce)x,s=W22Z,i=04096", .malformedChallenge),
        Challenge("a count that makes guessing cheap", "r=\(nonce)x,s=W22Z,i=4095", .iterationCount),
        Challenge("a count of one", "r=\(nonce)x,s=W22Z,i=1", .iterationCount),
        Challenge("a count that takes minutes", "r=\(nonce)x,s=W22Z,i=1000001", .iterationCount),
        Challenge(
            "a count past all numbers", "r=\(nonce)x,s=W22Z,i=\(String(repeating: "9", count: 60))", .iterationCount),
        Challenge("an extension in front", "m=x,r=\(nonce)x,s=W22Z,i=4096", .unknownExtension),
        Challenge("an extension behind", "r=\(nonce)x,s=W22Z,i=4096,m=x", .unknownExtension),
        Challenge("an error", "e=other-error", .malformedChallenge),
        Challenge("zeros", "\0\0\0\0", .malformedChallenge),
    ]

    @Test("An invalid challenge ends the exchange before a proof is sent", arguments: challenges)
    func scramChallenges(_ row: Challenge) throws {
        var exchange = try exchange(.scramSHA256, password("user", "pencil"))
        _ = exchange.initialResponse()
        #expect(throws: row.failure) { try exchange.response(to: base64(row.first)) }
    }

    @Test("Optional extensions are ignored")
    func scramExtension() throws {
        var exchange = try exchange(.scramSHA256, password("user", "pencil"))
        _ = exchange.initialResponse()
        #expect(decoded(try exchange.response(to: base64("r=\(Self.nonce)x,s=W22Z,i=4096,z=1,,"))) != nil)
    }

    static let finals: [(name: String, message: String, failure: SASLFailure)] = [
        ("nothing", "", .malformedChallenge), ("another signature", "v=AAAA", .serverNotVerified),
        ("the signature with a bit changed", "v=7rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=", .serverNotVerified),
        ("a part of it", "v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl9", .serverNotVerified),
        ("no signature", "v=", .serverNotVerified), ("no base64", "v=?", .malformedChallenge),
        ("a proof instead", "p=6rri", .malformedChallenge), ("an error", "e=invalid-proof", .refused),
    ]

    @Test("An invalid proof by the server is rejected", arguments: finals)
    func scramFinals(_ row: (name: String, message: String, failure: SASLFailure)) throws {
        var exchange = try exchange(.scramSHA256, password("user", "pencil"))
        _ = exchange.initialResponse()
        _ = try exchange.response(to: base64(Self.serverFirst))
        #expect(throws: row.failure) { try exchange.response(to: base64(row.message)) }
    }

    @Test("A skipped step is rejected")
    func scramSkipped() throws {
        var exchange = try exchange(.scramSHA256, password("user", "pencil"))
        _ = exchange.initialResponse()
        #expect(throws: SASLFailure.malformedChallenge) { try exchange.response(to: base64(Self.serverFinal)) }
        var waiting = try self.exchange(.scramSHA256, password("user", "pencil"))
        #expect(throws: SASLFailure.malformedChallenge) { try waiting.response(to: base64(Self.serverFirst)) }
    }

    @Test("Commas and equals signs in user names are escaped")
    func scramNames() throws {
        var exchange = try exchange(.scramSHA256, password("a,r=b=c", "pencil"))
        #expect(decoded(exchange.initialResponse()) == "n,,n=a=2Cr=3Db=3Dc,r=\(Self.nonce)")
    }

    @Test("Random challenges neither crash the program nor pass verification")
    func random() throws {
        var random = SeededGenerator.fresh
        let whole = Array(Self.serverFirst.utf8)
        for _ in 0..<300 {
            var exchange = try exchange(.scramSHA256, password("user", "pencil"))
            _ = exchange.initialResponse()
            var octets = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                octets[Int.random(in: 0..<octets.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let isChanged = octets != whole
            let answer = try? exchange.response(to: StrictBase64.encode(octets))
            guard answer != nil, isChanged else { continue }
            #expect(throws: SASLFailure.serverNotVerified, "seed \(random.seed)") {
                try exchange.succeed(with: base64(Self.serverFinal))
            }
        }
    }
}
