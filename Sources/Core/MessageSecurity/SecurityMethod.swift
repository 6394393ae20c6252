/// How a message is signed and encrypted.
public enum SecurityMethod: String, Hashable, Sendable, CaseIterable {
    /// OpenPGP [RFC 9580], in MIME as of RFC 3156. The program is gpg.
    case openPGP = "pgp"
    /// S/MIME [RFC 8551]. The program is gpgsm.
    case smime

    /// The name that people use.
    public var name: String {
        switch self {
        case .openPGP: "PGP"
        case .smime: "S/MIME"
        }
    }

    public init?(_ text: String) {
        guard let method = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(text.utf8) }) else { return nil }
        self = method
    }
}
