public import InternetMessage
internal import MailTypes

/// The Autocrypt field of a message: a key of its sender, and whether the sender prefers encrypted mail [Autocrypt Level 1
/// §2.1].
public struct AutocryptHeader: Hashable, Sendable {
    public let address: String
    public let prefersEncryption: Bool
    /// The OpenPGP key in binary form.
    public let key: [UInt8]

    /// The longest key that is read, in bytes of base64.
    private static let longestKey = 1 << 18

    /// Returns `nil` unless the message has exactly one valid field whose address is that of the only sender.
    public init?(of header: Header) {
        let senders = header.addresses(.from).compactMap { $0.email?.text.lowercased() }
        guard senders.count == 1, let sender = senders.first else { return nil }
        let valid = header.fields(named: "autocrypt").prefix(8).compactMap { Self(Array($0.rawValue)) }.filter {
            $0.address.lowercased() == sender
        }
        guard valid.count == 1, let field = valid.first else { return nil }
        self = field
    }

    /// Parses the value of a field. Unknown attributes whose names do not begin with an underscore make it invalid.
    init?(_ value: [UInt8]) {
        var address: String?
        var prefersEncryption = false
        var key: [UInt8]?
        for attribute in value.split(separator: 0x3B) {
            let pair = attribute.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(decoding: pair[0].filter { $0 > 0x20 }, as: UTF8.self).lowercased()
            let text = pair.count == 2 ? pair[1].filter { $0 > 0x20 } : []
            switch name {
            case "addr": address = String(decoding: text, as: UTF8.self)
            case "prefer-encrypt": prefersEncryption = text.elementsEqual("mutual".utf8)
            case "keydata": key = text.count <= Self.longestKey ? Base64.decode(Array(text).span) : nil
            case "": continue
            default: guard name.hasPrefix("_") else { return nil }
            }
        }
        guard let address, address.contains("@"), let key, !key.isEmpty else { return nil }
        self.address = address
        self.prefersEncryption = prefersEncryption
        self.key = key
    }

    /// Creates a field for the user's own key.
    public init(address: String, prefersEncryption: Bool, key: [UInt8]) {
        self.address = address
        self.prefersEncryption = prefersEncryption
        self.key = key
    }

    /// The whole field with CR LF, folded.
    public var field: [UInt8] {
        var output = Array(
            "Autocrypt: addr=\(address);\(prefersEncryption ? " prefer-encrypt=mutual;" : "")\r\n keydata=".utf8)
        var start = 0
        while start < key.count {
            let end = min(start + 54, key.count)
            output += [0x0D, 0x0A, 0x20]
            Base64.encode(key.span.extracting(start..<end), into: &output)
            start = end
        }
        return output + [0x0D, 0x0A]
    }
}
