/// What gpg or gpgsm reported on its status descriptor about one run [GnuPG, doc/DETAILS].
///
/// A state machine over lines: a signature opens with NEWSIG, its verdict follows, and VALIDSIG and TRUST_ belong to the
/// signature that is open. A report that contradicts itself, such as two verdicts about a signature or two plaintexts in a
/// message, never counts as good.
public struct GnuPGReport: Sendable {
    public enum Decryption: Hashable, Sendable {
        /// Nothing was decrypted.
        case none
        case succeeded
        /// None of the secret keys that could decrypt it is here.
        case noSecretKey
        /// The content lacks protection against changes (no MDC and no AEAD), so it may have been made to leak its text
        /// [EFAIL].
        case unprotected
        /// The content was changed on its way.
        case modified
        /// The user closed the question for the passphrase, or it could not be asked.
        case noPassphrase
        /// More than one text came out, which no mail program writes.
        case ambiguous
        case failed
    }

    /// A signature that was made.
    public struct CreatedSignature: Hashable, Sendable {
        /// The OpenPGP number of the hash algorithm [RFC 9580 §9.5].
        public let hashAlgorithm: Int
        public let fingerprint: String
    }

    public private(set) var signatures: [SignatureVerification] = []
    public private(set) var created: CreatedSignature?
    /// The recipients whose keys cannot be used, as they were given.
    public private(set) var invalidRecipients: [String] = []
    public private(set) var hasInvalidSigner = false
    /// The fingerprints of imported keys.
    public private(set) var imported: [String] = []
    /// The IDs of the keys that the content is encrypted to. Hidden recipients have an ID of zeros.
    public private(set) var encryptedTo: [String] = []
    public private(set) var isEncryptionComplete = false

    private let method: SecurityMethod
    /// Whether a signature was announced whose verdict has not come yet.
    private var awaitsVerdict = false
    private var decryptions = 0
    private var okays = 0
    private var failures = 0
    private var plaintexts = 0
    private var isProtected = false
    private var hasBadIntegrity = false
    private var lacksSecretKey = false
    /// Whether a passphrase was needed and not given.
    public private(set) var lacksPassphrase = false

    /// The most signatures that are reported.
    private static let mostSignatures = 32

    public init(_ octets: [UInt8], method: SecurityMethod) {
        self.method = method
        for line in octets.split(separator: 0x0A) {
            if let line = GnuPGStatusLine(line) { receive(line) }
        }
    }

    // MARK: - Decryption

    public var decryption: Decryption {
        if okays == 0, failures == 0, decryptions == 0 {
            return lacksPassphrase ? .noPassphrase : lacksSecretKey ? .noSecretKey : .none
        }
        if hasBadIntegrity { return .modified }
        if okays == 1, failures == 0 {
            if plaintexts > 1 || decryptions > 1 { return .ambiguous }
            // CMS content is protected against changes only if its type says so; gpgsm does not report it.
            return isProtected || method == .smime ? .succeeded : .unprotected
        }
        if lacksPassphrase { return .noPassphrase }
        if lacksSecretKey, plaintexts == 0 { return .noSecretKey }
        if method == .openPGP, plaintexts > 0 { return isProtected ? .modified : .unprotected }
        // gpgsm does not report a missing passphrase. It had a key for the content and could not use it.
        if method == .smime, !encryptedTo.isEmpty, !lacksSecretKey { return .noPassphrase }
        return .failed
    }

    // MARK: - Lines

    private mutating func receive(_ line: GnuPGStatusLine) {
        switch line.keyword {
        case .newSignature: open()
        case .goodSignature: take(.good, line)
        case .expiredSignature: take(.expired, line)
        case .expiredKeySignature: take(.keyExpired, line)
        case .revokedKeySignature: take(.keyRevoked, line)
        case .badSignature: take(.bad, line)
        case .errorSignature: takeError(line)
        case .validSignature: takeValid(line)
        case .trustUndefined: trust(.undefined)
        case .trustNever: trust(.never)
        case .trustMarginal: trust(.marginal)
        case .trustFully: trust(.full)
        case .trustUltimate: trust(.ultimate)
        case .encryptedTo: if encryptedTo.count < 1000, let id = line.text(0) { encryptedTo.append(id) }
        case .noSecretKey: lacksSecretKey = true
        case .beginDecryption: decryptions += 1
        case .decryptionInfo:
            // <mdc_method> <sym_algo> [<aead_algo>]
            isProtected = line.number(0) ?? 0 > 0 || line.number(2) ?? 0 > 0
        case .plaintext: plaintexts += 1
        case .badIntegrity: hasBadIntegrity = true
        case .decryptionOkay: okays += 1
        case .decryptionFailed: failures += 1
        case .signatureCreated:
            // <type> <pk_algo> <hash_algo> <class> <timestamp> <fingerprint>
            created = CreatedSignature(hashAlgorithm: line.number(2) ?? 0, fingerprint: line.text(5) ?? "")
        case .invalidRecipient: invalidRecipients.append(line.text(from: 1))
        case .invalidSigner: hasInvalidSigner = true
        case .endEncryption: isEncryptionComplete = true
        case .imported: if imported.count < 1000, let fingerprint = line.text(1) { imported.append(fingerprint) }
        case .noData: break
        case .error, .failure:
            if let code = line.number(1), Self.passphraseErrors.contains(code & 0xFFFF) { lacksPassphrase = true }
        }
    }

    /// Codes of libgpg-error: bad passphrase, no agent, no pinentry, cancelled, operation cancelled fully, timeout.
    private static let passphraseErrors: Set<Int> = [11, 77, 85, 86, 99, 198, 62]

    private mutating func open() {
        guard signatures.count < Self.mostSignatures else { return }
        signatures.append(SignatureVerification())
        awaitsVerdict = true
    }

    private mutating func take(_ verdict: SignatureVerification.Verdict, _ line: GnuPGStatusLine) {
        verdictOpened { signature in
            signature.verdict = verdict
            signature.keyID = line.text(0) ?? ""
            signature.userID = line.text(from: 1)
        }
    }

    /// ERRSIG <keyid> <pkalgo> <hashalgo> <sig_class> <time> <rc> <fpr>
    private mutating func takeError(_ line: GnuPGStatusLine) {
        verdictOpened { signature in
            signature.verdict = line.number(5) == 9 ? .keyMissing : .unchecked
            signature.keyID = line.text(0) ?? ""
            if let fingerprint = line.text(6), fingerprint != "-" { signature.fingerprint = fingerprint }
        }
    }

    private mutating func verdictOpened(_ body: (inout SignatureVerification) -> Void) {
        if !awaitsVerdict {
            // Older versions do not announce a signature. A second verdict about the same one is a contradiction.
            if let last = signatures.indices.last, signatures[last].verdict == .unchecked { return }
            if let last = signatures.indices.last, signatures[last].fingerprint.isEmpty, signatures[last].isIntact {
                signatures[last].verdict = .unchecked
                return
            }
            open()
        }
        guard awaitsVerdict, let last = signatures.indices.last else { return }
        awaitsVerdict = false
        body(&signatures[last])
    }

    /// VALIDSIG <fpr> <date> <timestamp> <expires> <version> <reserved> <pkalgo> <hashalgo> <class> [<primary-fpr>]
    private mutating func takeValid(_ line: GnuPGStatusLine) {
        guard let last = signatures.indices.last, !awaitsVerdict, let fingerprint = line.text(0) else { return }
        guard signatures[last].isIntact, signatures[last].fingerprint.isEmpty else {
            signatures[last].verdict = .unchecked
            return
        }
        signatures[last].fingerprint = line.text(9) ?? fingerprint
        signatures[last].created = line.number(2)
    }

    private mutating func trust(_ trust: SignatureVerification.Trust) {
        guard let last = signatures.indices.last, !awaitsVerdict else { return }
        signatures[last].trust = trust
    }

    /// The signatures, of which only those count as intact whose key is named by VALIDSIG.
    public var checkedSignatures: [SignatureVerification] {
        signatures.map { signature in
            var checked = signature
            if checked.isIntact, checked.fingerprint.isEmpty { checked.verdict = .unchecked }
            return checked
        }
    }
}
