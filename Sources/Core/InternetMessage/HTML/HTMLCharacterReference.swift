internal import MailTypes

/// A character written as "&name;", "&#number;" or "&#xnumber;" [WHATWG HTML §13.2.5.72].
struct HTMLCharacterReference {
    let scalar: UInt32
    /// The index after the reference.
    let end: Int

    /// Parses the reference that begins with the "&" at `start`; returns `nil` if there is none.
    ///
    /// Some names do not need a semicolon. In an attribute, they do before "=", letters and digits, so that link
    /// addresses keep their parameters.
    init?(_ bytes: Span<UInt8>, _ start: Int, end limit: Int, inAttribute: Bool) {
        let first = start &+ 1
        guard first < limit else { return nil }
        if bytes[first] == ASCII.number {
            self.init(number: bytes, first &+ 1, end: limit)
        } else {
            self.init(name: bytes, first, end: limit, inAttribute: inAttribute)
        }
    }

    private init?(number bytes: Span<UInt8>, _ start: Int, end limit: Int) {
        var index = start
        let isHexadecimal = index < limit && bytes[index].lowercased == UInt8(ascii: "x")
        if isHexadecimal { index &+= 1 }
        let base: UInt32 = isHexadecimal ? 16 : 10
        let first = index
        var value: UInt32 = 0
        while index < limit, let digit = bytes[index].hexDigitValue, digit < base {
            value = min(value &* base &+ UInt32(digit), 0x11_0000)
            index &+= 1
        }
        guard index > first else { return nil }
        if index < limit, bytes[index] == ASCII.semicolon { index &+= 1 }
        scalar = Self.valid(value)
        end = index
    }

    /// Maps the numbers of C1 controls, which are meant as windows-1252 [WHATWG HTML §13.2.5.80].
    private static func valid(_ value: UInt32) -> UInt32 {
        switch value {
        case 0x80...0x9F: Windows1252.scalar(UInt8(truncatingIfNeeded: value)).value
        case 0, 0xD800...0xDFFF, 0x11_0000...: 0xFFFD
        default: value
        }
    }

    private init?(name bytes: Span<UInt8>, _ start: Int, end limit: Int, inAttribute: Bool) {
        var index = start
        let longest = min(limit, start &+ HTMLName.longest)
        while index < longest, bytes[index].isLetter || bytes[index].isDigit { index &+= 1 }
        if index < limit, bytes[index] == ASCII.semicolon,
            let name = HTMLName(bytes, start..<index, foldingCase: false),
            let scalar = HTMLCharacterNames.character(name)
        {
            self.scalar = scalar
            end = index &+ 1
            return
        }
        // Find the longest name that the letters begin with: two to six letters.
        index = min(index, start &+ 6)
        while index >= start &+ 2 {
            if let name = HTMLName(bytes, start..<index, foldingCase: false),
                let scalar = HTMLCharacterNames.legacyCharacter(name)
            {
                if inAttribute, index < limit, Self.continuesParameter(bytes[index]) { return nil }
                self.scalar = scalar
                end = index
                return
            }
            index &-= 1
        }
        return nil
    }

    private static func continuesParameter(_ byte: UInt8) -> Bool {
        byte == ASCII.equals || byte.isLetter || byte.isDigit
    }

    /// Returns the value of an attribute with its references replaced.
    static func decodeAttribute(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
        decode(bytes, range, inAttribute: true)
    }

    /// Returns a piece of text with its references replaced.
    static func decodeText(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
        decode(bytes, range, inAttribute: false)
    }

    private static func decode(_ bytes: Span<UInt8>, _ range: Range<Int>, inAttribute: Bool) -> [UInt8] {
        var value: [UInt8] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let ampersand = ByteScan.first(ASCII.ampersand, in: bytes, index..<range.upperBound)
            value.append(bytes.extracting(index..<ampersand))
            guard ampersand < range.upperBound else { break }
            if let reference = Self(bytes, ampersand, end: range.upperBound, inAttribute: inAttribute) {
                value.append(scalar: reference.scalar)
                index = reference.end
            } else {
                value.append(ASCII.ampersand)
                index = ampersand &+ 1
            }
        }
        return value
    }
}
