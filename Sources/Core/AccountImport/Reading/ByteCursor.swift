/// Reads bytes one after another.
struct ByteCursor {
    let bytes: [UInt8]
    var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    mutating func next() -> UInt8? {
        guard index < bytes.count else { return nil }
        index += 1
        return bytes[index - 1]
    }

    /// Skips `byte` if it is next.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    mutating func skipBlanks() {
        while let byte = peek, byte == 0x20 || byte == 0x09 { index += 1 }
    }

    mutating func take(while isTaken: (UInt8) -> Bool) -> [UInt8] {
        let start = index
        while let byte = peek, isTaken(byte) { index += 1 }
        return Array(bytes[start..<index])
    }

    /// Reads what follows a dollar sign: `NAME` or `{NAME}`. Returns `nil` for anything else.
    mutating func variableName() -> String? {
        let isBraced = skip(0x7B)
        let name = take { $0.isNameByte }
        guard !name.isEmpty, !isBraced || skip(0x7D) else { return nil }
        return String(decoding: name, as: UTF8.self)
    }
}

extension UInt8 {
    /// Whether the byte can be part of the name of a variable: a letter, a digit or an underscore.
    var isNameByte: Bool { self &- 0x30 < 10 || (self | 0x20) &- 0x61 < 26 || self == 0x5F }
}
