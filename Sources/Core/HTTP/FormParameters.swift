/// Names and values in the format of HTML forms and of query strings, `application/x-www-form-urlencoded`
/// [URL Standard §5, RFC 6749 appendix B].
public struct FormParameters: Hashable, Sendable {
    /// The most parameters that are read.
    private static let maximumCount = 100

    public struct Parameter: Hashable, Sendable {
        public let name: [UInt8]
        public let value: [UInt8]
    }

    public private(set) var parameters: [Parameter] = []

    public init() {}

    public init(_ parameters: [(name: String, value: String)]) {
        for (name, value) in parameters { append(name, value) }
    }

    public mutating func append(_ name: String, _ value: String) {
        append(name, Array(value.utf8))
    }

    public mutating func append(_ name: String, _ value: [UInt8]) {
        parameters.append(Parameter(name: Array(name.utf8), value: value))
    }

    /// Parses a query string. Returns `nil` if an escape sequence is not valid or there are too many parameters.
    public init?(parsing octets: some Collection<UInt8>) {
        for pair in octets.split(separator: 0x26) {
            let end = pair.firstIndex(of: 0x3D) ?? pair.endIndex
            guard let name = Self.decoded(pair[..<end]), let value = Self.decoded(pair[end...].dropFirst()),
                parameters.count < Self.maximumCount
            else { return nil }
            parameters.append(Parameter(name: name, value: value))
        }
    }

    /// Returns the value of a parameter. `nil` if it is missing or occurs more than once: then its meaning is not clear
    /// [RFC 6749 §3.1].
    public subscript(_ name: String) -> [UInt8]? {
        let values = parameters.filter { $0.name.elementsEqual(name.utf8) }
        return values.count == 1 ? values[0].value : nil
    }

    /// Whether a parameter occurs more than once.
    public var hasDuplicates: Bool {
        Set(parameters.map(\.name)).count != parameters.count
    }

    /// The encoded form, with a space as `%20`, which is valid in a query string and in a form.
    public var octets: [UInt8] {
        Array(parameters.map { Self.encoded($0.name) + [0x3D] + Self.encoded($0.value) }.joined(separator: [0x26]))
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    /// Encodes everything except the unreserved characters [RFC 3986 §2.3].
    private static func encoded(_ octets: [UInt8]) -> [UInt8] {
        octets.flatMap { octet -> [UInt8] in
            let isUnreserved =
                (octet | 0x20) &- 0x61 < 26 || octet &- 0x30 < 10 || [0x2D, 0x2E, 0x5F, 0x7E].contains(octet)
            return isUnreserved ? [octet] : [0x25, digits[Int(octet >> 4)], digits[Int(octet & 0x0F)]]
        }
    }

    private static func decoded(_ octets: some Collection<UInt8>) -> [UInt8]? {
        var output: [UInt8] = []
        var rest = Array(octets)[...]
        while let octet = rest.popFirst() {
            switch octet {
            case 0x2B: output.append(0x20)
            case 0x25:
                guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                    return nil
                }
                output.append(high << 4 | low)
            default: output.append(octet)
            }
        }
        return output
    }

    private static func digit(_ octet: UInt8) -> UInt8? {
        if octet &- 0x30 < 10 { return octet &- 0x30 }
        let letter = (octet | 0x20) &- 0x61
        return letter < 6 ? letter + 10 : nil
    }
}
