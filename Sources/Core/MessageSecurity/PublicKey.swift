/// A key or certificate as gpg and gpgsm list it with --with-colons [GnuPG, doc/DETAILS].
public struct PublicKey: Hashable, Sendable {
    /// The fingerprint of the primary key or the certificate, in hexadecimal digits.
    public internal(set) var fingerprint = ""
    /// The user IDs that are not revoked, or the subject and the addresses of a certificate.
    public internal(set) var userIDs: [String] = []
    /// Whether it can be used: it has not expired, and was not revoked or disabled.
    public internal(set) var isUsable = false
    public internal(set) var canEncrypt = false
    public internal(set) var canSign = false
    /// Whether it is the user's own, or certified by someone whom the user trusts.
    public internal(set) var isTrusted = false
    /// When it was made, in seconds since 1970.
    public internal(set) var created: Int?

    /// Returns whether a user ID names this address: the whole of it, or the part in angle brackets.
    public func names(_ address: String) -> Bool {
        let wanted = address.lowercased()
        return userIDs.contains { KeyUserID.address(of: $0)?.lowercased() == wanted }
    }
}
