internal import JSONText

/// How mail from an address is signed and encrypted, unless a draft says otherwise.
public struct MessageSecuritySettings: Hashable, Sendable {
    /// When mail is encrypted.
    public enum Encryption: String, CaseIterable, Sendable {
        case off
        /// If there is a usable key of every recipient.
        case automatic = "auto"
        /// If in addition every recipient's mail asks for it [Autocrypt 1.1, prefer-encrypt].
        case mutual
        /// Always. Mail to a recipient without a key is not sent.
        case on
    }

    public enum Signing: String, CaseIterable, Sendable {
        case off
        case on
    }

    public enum Method: String, CaseIterable, Sendable {
        case pgp
        case smime
    }

    public var sign: Signing?
    public var encrypt: Encryption?
    public var method: Method?
    /// The fingerprint or another name of the key to sign with, instead of the one that names the address.
    public var key: String?

    public init() {}

    /// These settings, and for those that are not given the others.
    public func orElse(_ other: MessageSecuritySettings) -> MessageSecuritySettings {
        var settings = self
        settings.sign = sign ?? other.sign
        settings.encrypt = encrypt ?? other.encrypt
        settings.method = method ?? other.method
        settings.key = key ?? other.key
        return settings
    }

    init(in file: ConfigurationReader) throws(ConfigurationError) {
        sign = try file.choice("sign")
        encrypt = try file.choice("encrypt")
        method = try file.choice("security")
        key = try file.text("signingKey")
    }

    /// Reads the members of an entry of `identities`. Returns `nil` if a value is invalid.
    init?(_ object: JSONObject) {
        func choice<Choice: RawRepresentable & CaseIterable>(
            _ name: String, _ value: inout Choice?
        ) -> Bool where Choice.RawValue == String {
            guard let given = object[name], !given.isNull else { return true }
            value = given.string.flatMap { text in
                Choice.allCases.first { $0.rawValue.utf8.elementsEqual(text.utf8) }
            }
            return value != nil
        }
        guard choice("sign", &sign), choice("encrypt", &encrypt), choice("security", &method) else { return nil }
        key = object["signingKey"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }

    func write(to json: inout JSONObject) {
        if let sign { json["sign"] = .string(sign.rawValue) }
        if let encrypt { json["encrypt"] = .string(encrypt.rawValue) }
        if let method { json["security"] = .string(method.rawValue) }
        if let key { json["signingKey"] = .string(key) }
    }
}
