/// The service extensions of a server [RFC 5321 §4.1.1.1].
public struct ServiceExtensions: Hashable, Sendable {
    /// [RFC 3207]
    public private(set) var startTLS = false
    /// [RFC 2920]
    public private(set) var pipelining = false
    /// [RFC 6152]
    public private(set) var eightBitMIME = false
    /// [RFC 6531]
    public private(set) var smtpUTF8 = false
    /// Delivery status notifications [RFC 3461].
    public private(set) var deliveryStatus = false
    /// Whether the client may announce the size of a message [RFC 1870].
    public private(set) var size = false
    /// The maximum message size in bytes. `nil` if the server does not announce it.
    public private(set) var sizeLimit: Int?
    /// The maximum number of recipients per message. `nil` if the server does not announce it [RFC 9422].
    public private(set) var recipientLimit: Int?
    /// The maximum number of messages per connection. `nil` if the server does not announce it [RFC 9422].
    public private(set) var messageLimit: Int?
    /// The names of the authentication mechanisms as the server writes them [RFC 4954].
    public private(set) var mechanisms: [[UInt8]] = []

    /// Creates the extensions of a server that supports HELO only.
    public init() {}

    /// Parses the reply to EHLO. The first line is a greeting, and each further line is an extension.
    public init(_ reply: Reply) {
        for line in reply.lines.dropFirst() {
            var words = line.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }).map { $0.map(Self.uppercased) }
            // Old servers join the keyword and its first argument.
            if let first = words.first, first.starts(with: "AUTH=".utf8) {
                words[0] = Array(first.dropFirst(5))
                words.insert(Array("AUTH".utf8), at: 0)
            }
            if let keyword = words.first { add(String(decoding: keyword, as: UTF8.self), words.dropFirst()) }
        }
    }

    private mutating func add(_ keyword: String, _ arguments: ArraySlice<[UInt8]>) {
        switch keyword {
        case "STARTTLS": startTLS = true
        case "PIPELINING": pipelining = true
        case "8BITMIME": eightBitMIME = true
        case "SMTPUTF8": smtpUTF8 = true
        case "DSN": deliveryStatus = true
        case "SIZE":
            size = true
            // Zero means no limit.
            sizeLimit = arguments.first.flatMap { Self.number($0[...]) }.flatMap { $0 > 0 ? $0 : nil }
        case "AUTH": mechanisms += arguments
        case "LIMITS":
            recipientLimit = Self.limit("RCPTMAX=", arguments)
            messageLimit = Self.limit("MAILMAX=", arguments)
        default: break
        }
    }

    private static func limit(_ name: String, _ arguments: ArraySlice<[UInt8]>) -> Int? {
        let limit = arguments.first { $0.starts(with: name.utf8) }
        return limit.flatMap { number($0.dropFirst(name.utf8.count)) }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Parses a number of at most 18 digits. A longer one limits nothing in practice.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...18).contains(digits.count), digits.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func uppercased(_ octet: UInt8) -> UInt8 {
        octet &- 0x61 < 26 ? octet & 0xDF : octet
    }
}
