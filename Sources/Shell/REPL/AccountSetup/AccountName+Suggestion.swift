internal import Accounts
internal import MailTypes

extension AccountName {
    /// Returns the name of a new account: the first part of the address's domain, with the part before the `@` or a
    /// number behind it if there is such an account. `isTaken` tells whether there is.
    static func suggested(for address: EmailAddress, isTaken: (AccountName) -> Bool) -> AccountName {
        let labels = (address.domain ?? "").utf8.split(separator: 0x2E).map { Self.cleaned($0) }
        // The "mail" of kim@mail.example.net tells nothing.
        let significant = labels.count > 2 && ["mail", "email"].contains(labels[0]) ? labels[1] : labels.first ?? ""
        let local = Self.cleaned(address.localPart.utf8)
        let base = significant.isEmpty ? (local.isEmpty ? "mail" : local) : significant
        let both = local.isEmpty ? base : "\(base)-\(local)"
        for text in [base, both] + (2...maximumNumber).map({ "\(base)-\($0)" }) {
            if let name = AccountName(text), name != .local, !isTaken(name) { return name }
        }
        return .local
    }

    private static let maximumNumber = 1000

    /// The letters, digits and hyphens, in lower case; at most 20.
    private static func cleaned(_ octets: some Sequence<UInt8>) -> String {
        let lowercased = octets.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        let kept: [UInt8] = lowercased.filter { octet in
            octet &- 0x61 < 26 || octet &- 0x30 < 10 || octet == 0x2D || octet == 0x5F
        }
        return String(decoding: kept.drop { $0 == 0x2D }.prefix(20), as: UTF8.self)
    }
}
