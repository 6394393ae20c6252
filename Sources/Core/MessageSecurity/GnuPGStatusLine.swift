/// A line that gpg or gpgsm writes to its status descriptor: "[GNUPG:] KEYWORD arguments" [GnuPG, doc/DETAILS].
struct GnuPGStatusLine {
    let keyword: Keyword
    /// The words after the keyword, still escaped.
    let arguments: [ArraySlice<UInt8>]

    /// The keywords that matter here. All others are ignored, as GnuPG asks of its callers.
    enum Keyword: String {
        case newSignature = "NEWSIG"
        case goodSignature = "GOODSIG"
        case expiredSignature = "EXPSIG"
        case expiredKeySignature = "EXPKEYSIG"
        case revokedKeySignature = "REVKEYSIG"
        case badSignature = "BADSIG"
        case errorSignature = "ERRSIG"
        case validSignature = "VALIDSIG"
        case trustUndefined = "TRUST_UNDEFINED"
        case trustNever = "TRUST_NEVER"
        case trustMarginal = "TRUST_MARGINAL"
        case trustFully = "TRUST_FULLY"
        case trustUltimate = "TRUST_ULTIMATE"
        case encryptedTo = "ENC_TO"
        case noSecretKey = "NO_SECKEY"
        case beginDecryption = "BEGIN_DECRYPTION"
        case decryptionInfo = "DECRYPTION_INFO"
        case plaintext = "PLAINTEXT"
        case badIntegrity = "BADMDC"
        case decryptionOkay = "DECRYPTION_OKAY"
        case decryptionFailed = "DECRYPTION_FAILED"
        case signatureCreated = "SIG_CREATED"
        case invalidRecipient = "INV_RECP"
        case invalidSigner = "INV_SGNR"
        case endEncryption = "END_ENCRYPTION"
        case imported = "IMPORT_OK"
        case noData = "NODATA"
        case error = "ERROR"
        case failure = "FAILURE"
    }

    private static let start = Array("[GNUPG:] ".utf8)

    /// Parses a line without its line end. Returns `nil` for a line that is not a status line, or not one that matters.
    init?(_ line: ArraySlice<UInt8>) {
        guard line.starts(with: Self.start) else { return nil }
        let words = line.dropFirst(Self.start.count).split(separator: 0x20, omittingEmptySubsequences: true)
        guard let first = words.first, let keyword = Keyword(rawValue: String(decoding: first, as: UTF8.self)) else {
            return nil
        }
        self.keyword = keyword
        arguments = Array(words.dropFirst())
    }

    func text(_ index: Int) -> String? {
        arguments.indices.contains(index) ? String(decoding: Self.unescaped(arguments[index]), as: UTF8.self) : nil
    }

    /// The arguments from an index on as one text, such as a user ID.
    func text(from index: Int) -> String {
        let words = arguments.dropFirst(index).map { Self.unescaped($0) }
        return String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
    }

    /// A decimal number that is not negative.
    func number(_ index: Int) -> Int? {
        guard arguments.indices.contains(index) else { return nil }
        let word = arguments[index]
        guard (1...15).contains(word.count), word.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return word.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Decodes %XX, by which GnuPG writes control characters and percent signs.
    private static func unescaped(_ word: ArraySlice<UInt8>) -> [UInt8] {
        var octets: [UInt8] = []
        var index = word.startIndex
        while index < word.endIndex {
            if word[index] == 0x25, index + 2 < word.endIndex, let high = digit(word[index + 1]),
                let low = digit(word[index + 2])
            {
                octets.append(high << 4 | low)
                index += 3
            } else {
                octets.append(word[index])
                index += 1
            }
        }
        return octets
    }

    private static func digit(_ octet: UInt8) -> UInt8? {
        switch octet {
        case 0x30...0x39: octet - 0x30
        case 0x41...0x46: octet - 0x41 + 10
        case 0x61...0x66: octet - 0x61 + 10
        default: nil
        }
    }
}
