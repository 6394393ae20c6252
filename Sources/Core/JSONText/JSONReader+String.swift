extension JSONReader {
    mutating func string(quote: UInt8) throws(JSONError) -> String {
        position += 1
        let start = position
        // Most strings contain no escapes, and are copied as a whole.
        while let octet = next, octet != quote, octet != 0x5C, octet >= 0x20 { position += 1 }
        if next == quote {
            let text = try text(Array(octets[start..<position]), at: start)
            position += 1
            return text
        }
        var content = Array(octets[start..<position])
        while let octet = next, octet != quote {
            if octet == 0x5C {
                try escape(into: &content)
            } else if octet < 0x20 {
                throw error(.controlCharacter)
            } else {
                content.append(octet)
                position += 1
            }
        }
        guard next == quote else { throw error(.unexpectedEnd) }
        let text = try text(content, at: start)
        position += 1
        return text
    }

    private mutating func text(_ content: [UInt8], at start: Int) throws(JSONError) -> String {
        guard let text = String(validating: content, as: UTF8.self) else {
            position = start
            throw error(.notUTF8)
        }
        return text
    }

    private mutating func escape(into content: inout [UInt8]) throws(JSONError) {
        position += 1
        guard let octet = next else { throw error(.unexpectedEnd) }
        switch octet {
        case 0x22, 0x5C, 0x2F: content.append(octet)
        case 0x27 where dialect == .relaxed: content.append(octet)
        case 0x62: content.append(0x08)
        case 0x66: content.append(0x0C)
        case 0x6E: content.append(0x0A)
        case 0x72: content.append(0x0D)
        case 0x74: content.append(0x09)
        case 0x75:
            content += String(try escapedScalar()).utf8
            return
        default: throw error(.badEscape)
        }
        position += 1
    }

    /// Reads the scalar of a `\u` escape, or of two that form a surrogate pair.
    private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, next == 0x5C, position + 1 < octets.count, octets[position + 1] == 0x75 else {
            throw error(.loneSurrogate)
        }
        position += 1
        let second = try codeUnit()
        guard second &- 0xDC00 < 0x400 else { throw error(.loneSurrogate) }
        let value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        guard let scalar = Unicode.Scalar(value) else { throw error(.loneSurrogate) }
        return scalar
    }

    /// Reads four hexadecimal digits.
    private mutating func codeUnit() throws(JSONError) -> UInt32 {
        position += 1
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let octet = next else { throw error(.unexpectedEnd) }
            switch octet {
            case 0x30...0x39: value = value << 4 | UInt32(octet - 0x30)
            case 0x41...0x46: value = value << 4 | UInt32(octet - 0x37)
            case 0x61...0x66: value = value << 4 | UInt32(octet - 0x57)
            default: throw error(.badEscape)
            }
            position += 1
        }
        return value
    }
}
