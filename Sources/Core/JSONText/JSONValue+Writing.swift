extension JSONValue {
    /// The value as compact UTF-8 text. Control characters, including DEL and the C1 set, are escaped.
    public var octets: [UInt8] {
        var output: [UInt8] = []
        write(to: &output)
        return output
    }

    public func write(to output: inout [UInt8]) {
        switch self {
        case .null: output += "null".utf8
        case .bool(let value): output += (value ? "true" : "false").utf8
        case .number(let literal): output += literal.utf8
        case .string(let text): Self.write(text, to: &output)
        case .array(let elements):
            output.append(0x5B)
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(0x2C) }
                element.write(to: &output)
            }
            output.append(0x5D)
        case .object(let object):
            output.append(0x7B)
            for (index, member) in object.members.enumerated() {
                if index > 0 { output.append(0x2C) }
                Self.write(member.name, to: &output)
                output.append(0x3A)
                member.value.write(to: &output)
            }
            output.append(0x7D)
        }
    }

    private static func write(_ text: String, to output: inout [UInt8]) {
        output.append(0x22)
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x22: output += "\\\"".utf8
            case 0x5C: output += "\\\\".utf8
            case 0x0A: output += "\\n".utf8
            case 0x0D: output += "\\r".utf8
            case 0x09: output += "\\t".utf8
            case 0..<0x20, 0x7F..<0xA0:
                let digits = Array("0123456789abcdef".utf8)
                output += "\\u00".utf8
                output.append(digits[Int(scalar.value >> 4)])
                output.append(digits[Int(scalar.value & 15)])
            case 0x20..<0x7F: output.append(UInt8(truncatingIfNeeded: scalar.value))
            default: output += String(scalar).utf8
            }
        }
        output.append(0x22)
    }
}
