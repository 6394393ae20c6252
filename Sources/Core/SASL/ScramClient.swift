/// The client side of SCRAM-SHA-256 [RFC 5802, RFC 7677]. The password is never sent, and the server must prove that it
/// knows the password too.
///
/// The first message begins with `n,,`, because channel binding is not supported.
struct ScramClient: Sendable {
    /// Fewer iterations make guessing cheap [RFC 7677 §4]. More would let a server keep this machine busy.
    static let iterations = 4096...1_000_000
    static let maximumSalt = 1024

    private static let header = Array("n,,".utf8)

    private let password: Secret
    private let nonce: [UInt8]
    private let firstBare: [UInt8]

    /// Returns whether user name and password can be prepared so that both sides use the same bytes.
    static func canProve(_ credentials: Credentials) -> Bool {
        SASLprep.prepared(credentials.user) != nil && SASLprep.prepared(credentials.secret.octets) != nil
    }

    /// `nonce` consists of printable ASCII without commas, and differs for each exchange.
    init?(_ credentials: Credentials, nonce: [UInt8]) {
        guard let user = SASLprep.prepared(credentials.user),
            let password = SASLprep.prepared(credentials.secret.octets),
            Self.isNonce(nonce[...])
        else { return nil }
        self.password = Secret(derived: password)
        self.nonce = nonce
        firstBare = Array("n=".utf8) + Self.escaped(user) + Array(",r=".utf8) + nonce
    }

    /// Returns a user name with commas and equals signs escaped [RFC 5802 §5.1].
    static func escaped(_ name: [UInt8]) -> [UInt8] {
        name.flatMap { octet -> [UInt8] in
            switch octet {
            case 0x2C: Array("=2C".utf8)
            case 0x3D: Array("=3D".utf8)
            default: [octet]
            }
        }
    }

    var first: [UInt8] { Self.header + firstBare }

    /// Returns the final message with the proof, and the signature that the server must answer with.
    func final(
        to serverFirst: [UInt8], _ digest: ScramHashFunctions
    ) throws(SASLFailure) -> (message: [UInt8], serverSignature: Secret) {
        let challenge = try ScramChallenge(serverFirst)
        guard challenge.nonce.starts(with: nonce), challenge.nonce.count > nonce.count else { throw .foreignNonce }
        let withoutProof =
            Array("c=".utf8) + StrictBase64.encode(Self.header) + Array(",r=".utf8) + challenge.nonce
        let authMessage = firstBare + [0x2C] + serverFirst + [0x2C] + withoutProof
        let salted = digest.stretch(password.octets, challenge.salt, challenge.iterations)
        let clientKey = digest.hmac(salted, Array("Client Key".utf8))
        let clientSignature = digest.hmac(digest.hash(clientKey), authMessage)
        let proof = zip(clientKey, clientSignature).map { $0 ^ $1 }
        let serverKey = digest.hmac(salted, Array("Server Key".utf8))
        return (
            withoutProof + Array(",p=".utf8) + StrictBase64.encode(proof),
            Secret(derived: digest.hmac(serverKey, authMessage))
        )
    }

    /// Throws unless the server's final message contains the signature.
    static func verify(_ serverFinal: [UInt8], _ signature: Secret) throws(SASLFailure) {
        let fields = serverFinal.split(separator: 0x2C, omittingEmptySubsequences: false)
        guard let first = fields.first else { throw .malformedChallenge }
        if first.starts(with: "e=".utf8) { throw .refused }
        guard first.starts(with: "v=".utf8), let given = StrictBase64.decode(Array(first.dropFirst(2))) else {
            throw .malformedChallenge
        }
        var difference = given.count ^ signature.octets.count
        for (one, other) in zip(given, signature.octets) { difference |= Int(one ^ other) }
        guard difference == 0 else { throw .serverNotVerified }
    }

    static func isNonce(_ octets: ArraySlice<UInt8>) -> Bool {
        !octets.isEmpty && octets.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x2C }
    }
}

/// The server's first message: `r=…,s=…,i=…` and possibly extensions [RFC 5802 §7].
struct ScramChallenge {
    let nonce: [UInt8]
    let salt: [UInt8]
    let iterations: Int

    init(_ octets: [UInt8]) throws(SASLFailure) {
        let fields = octets.split(separator: 0x2C, omittingEmptySubsequences: false)
        // A mandatory extension comes first.
        if let first = fields.first, first.starts(with: "m=".utf8) { throw .unknownExtension }
        guard fields.count >= 3, fields[0].starts(with: "r=".utf8), fields[1].starts(with: "s=".utf8),
            fields[2].starts(with: "i=".utf8), ScramClient.isNonce(fields[0].dropFirst(2)),
            let salt = StrictBase64.decode(Array(fields[1].dropFirst(2))),
            (1...ScramClient.maximumSalt).contains(salt.count)
        else { throw .malformedChallenge }
        for field in fields.dropFirst(3) where field.starts(with: "m=".utf8) { throw .unknownExtension }
        nonce = Array(fields[0].dropFirst(2))
        self.salt = salt
        iterations = try Self.iterations(fields[2].dropFirst(2))
    }

    private static func iterations(_ digits: ArraySlice<UInt8>) throws(SASLFailure) -> Int {
        guard let first = digits.first, first != 0x30, digits.allSatisfy({ $0 &- 0x30 < 10 }) else {
            throw .malformedChallenge
        }
        let count = digits.prefix(8).reduce(0) { $0 * 10 + Int($1 - 0x30) }
        guard digits.count <= 7, ScramClient.iterations.contains(count) else { throw .iterationCount }
        return count
    }
}
