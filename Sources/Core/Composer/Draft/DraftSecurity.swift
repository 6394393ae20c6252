public import MessageSecurity

/// Whether a draft is signed and encrypted when it is sent, as the user has chosen for this draft.
public struct DraftSecurity: Hashable, Sendable {
    public var signs: Bool
    public var encrypts: Bool
    /// `nil` for the method that the account uses.
    public var method: SecurityMethod?

    public init(signs: Bool, encrypts: Bool, method: SecurityMethod? = nil) {
        self.signs = signs
        self.encrypts = encrypts
        self.method = method
    }

    /// The header field in which a stored draft keeps it. It is never sent.
    static let fieldName = "X-Petrel-Security"

    /// Words such as "sign encrypt pgp", or "none".
    public var text: String {
        let words = [signs ? "sign" : nil, encrypts ? "encrypt" : nil].compactMap(\.self)
        return ((words.isEmpty ? ["none"] : words) + [method?.rawValue].compactMap(\.self)).joined(separator: " ")
    }

    /// Parses words as in `text`. Returns `nil` if one of them is unknown or there is none.
    public init?(_ text: String) {
        self.init(signs: false, encrypts: false)
        var isEmpty = true
        for word in text.split(separator: " ") {
            isEmpty = false
            switch word.lowercased() {
            case "sign": signs = true
            case "encrypt": encrypts = true
            case "none": break
            case let name:
                guard let method = SecurityMethod(name) else { return nil }
                self.method = method
            }
        }
        if isEmpty { return nil }
    }
}
