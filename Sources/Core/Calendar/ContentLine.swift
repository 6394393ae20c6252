/// A content line of a calendar: a property with its parameters [RFC 5545 §3.1].
struct ContentLine: Sendable {
    /// In capitals.
    let name: String
    /// Names in capitals. Values without their quotation marks.
    let parameters: [(name: String, value: String)]
    /// As written, with its escapes.
    let value: String
    /// The whole line, unfolded.
    let bytes: [UInt8]

    /// Returns `nil` for a line that is not a property.
    init?(_ bytes: [UInt8]) {
        var index = 0
        var parameters: [(name: String, value: String)] = []
        guard let name = Self.name(bytes, &index) else { return nil }
        while index < bytes.count, bytes[index] == UInt8(ascii: ";") {
            index += 1
            guard parameters.count < CalendarLimits.parameters, let parameter = Self.name(bytes, &index),
                index < bytes.count, bytes[index] == UInt8(ascii: "=")
            else { return nil }
            index += 1
            parameters.append((parameter, Self.parameterValue(bytes, &index)))
        }
        guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { return nil }
        self.name = name
        self.parameters = parameters
        value = String(decoding: bytes[(index + 1)...], as: UTF8.self)
        self.bytes = bytes
    }

    func parameter(_ name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    private static func name(_ bytes: [UInt8], _ index: inout Int) -> String? {
        let start = index
        while index < bytes.count, isNameCharacter(bytes[index]) { index += 1 }
        guard index > start else { return nil }
        return String(decoding: bytes[start..<index], as: UTF8.self).uppercased()
    }

    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == UInt8(ascii: "-")
    }

    /// Reads one or more values up to the next parameter or the property's value. A colon in quotes does not end it.
    private static func parameterValue(_ bytes: [UInt8], _ index: inout Int) -> String {
        var value: [UInt8] = []
        var isQuoted = false
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if !isQuoted, byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":") {
                break
            } else {
                value.append(byte)
            }
            index += 1
        }
        return String(decoding: value, as: UTF8.self)
    }
}
