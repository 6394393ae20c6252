import MailTypes
import SMTPProtocol

@testable import SASL

extension FuzzTarget {
    /// Server challenges during authentication. The first byte selects the mechanism.
    static let challenge = FuzzTarget(name: "challenge", maximumLength: 2048) { bytes in
        guard let first = bytes.first, let secret = Secret(Array("canary".utf8)) else { return }
        let mechanism = Mechanism.allCases[Int(first) % Mechanism.allCases.count]
        let isToken = mechanism == .xoauth2 || mechanism == .oauthBearer
        guard let credentials = Credentials(user: [0x61], secret, isToken ? .token : .password),
            var exchange = SASLExchange(mechanism, credentials, host: "h", port: 1, nonce: [0x61], .constant)
        else { return }
        if first & 0x80 == 0 { _ = exchange.initialResponse() }
        // Once encoded as base64, and once raw.
        for line in bytes.dropFirst().split(separator: 0x0A).map({ Array($0) }) {
            var other = exchange
            _ = try? other.response(to: StrictBase64.encode(line))
            guard let answer = try? exchange.response(to: line) else { continue }
            expect(StrictBase64.decode(answer.octets) != nil, "an answer is base64")
        }
        if let decoded = StrictBase64.decode(bytes) {
            expect(StrictBase64.encode(decoded) == bytes, "base64 has one form")
        }
        if let prepared = SASLprep.prepared(bytes) {
            expectUTF8(prepared, "prepared text")
            expect(SASLprep.prepared(prepared) == prepared, "what is prepared is prepared")
        }
    }
}

extension ScramHashFunctions {
    /// Fast, but not a real digest.
    static let constant = ScramHashFunctions(
        hash: { _ in [UInt8](repeating: 1, count: 32) }, hmac: { _, _ in [UInt8](repeating: 2, count: 32) },
        stretch: { _, _, _ in [UInt8](repeating: 3, count: 32) })
}
