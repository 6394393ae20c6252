/// Values of the type TEXT [RFC 5545 §3.3.11].
enum CalendarTextEncoding {
    static func decoded(_ value: String) -> String {
        var text: [UInt8] = []
        var bytes = Array(value.utf8)[...]
        while let byte = bytes.popFirst() {
            if byte == UInt8(ascii: "\\"), let next = bytes.popFirst() {
                text.append(next == UInt8(ascii: "n") || next == UInt8(ascii: "N") ? 0x0A : next)
            } else {
                text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x0A: bytes += "\\n".utf8
            case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20, 0x7F: break
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
