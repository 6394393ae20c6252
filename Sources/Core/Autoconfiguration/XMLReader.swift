/// Reads a small XML document tag by tag [XML 1.0].
///
/// The document is untrusted. Document type declarations are refused, so that no entity but the five predefined ones
/// exists and nothing expands. Namespaces are not resolved. Accepts arbitrary bytes.
struct XMLReader {
    enum Token: Hashable {
        case start(name: [UInt8], attributes: [Attribute])
        case end
        case text([UInt8])
    }

    struct Attribute: Hashable {
        let name: [UInt8]
        let value: [UInt8]
    }

    /// Whether the document ended before its root element, or contains something that is not well-formed or not
    /// supported.
    private(set) var isDamaged = false

    private let octets: [UInt8]
    private var position = 0
    private var names: [[UInt8]] = []
    /// Whether the end of an element without content follows.
    private var isEmptyElement = false
    private var hasRoot = false

    private static let maximumDepth = 16
    private static let maximumAttributes = 16

    init(_ octets: [UInt8]) {
        self.octets = octets
        if octets.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// Returns the next token, or `nil` after the root element and if the document is damaged.
    mutating func next() -> Token? {
        if isEmptyElement {
            isEmptyElement = false
            return end()
        }
        while !isDamaged, !(hasRoot && names.isEmpty) {
            guard position < octets.count else { break }
            guard octets[position] == 0x3C else {
                let text = takeText()
                if names.isEmpty {
                    // Only white space is allowed around the root element.
                    guard text.allSatisfy(Self.isSpace) else { break }
                    continue
                }
                return isDamaged ? nil : .text(text)
            }
            if skip("<?", until: "?>") || skip("<!--", until: "-->") { continue }
            if !names.isEmpty, let text = content(of: "<![CDATA[", until: "]]>") { return .text(text) }
            if isAt("<!") { break }
            return isAt("</") ? takeEnd() : takeStart()
        }
        if !(hasRoot && names.isEmpty) { isDamaged = true }
        return nil
    }

    private mutating func end() -> Token? {
        names.removeLast()
        return .end
    }

    // MARK: - Tags

    private mutating func takeEnd() -> Token? {
        position += 2
        let name = takeName()
        skipSpace()
        guard name == names.last, take(0x3E) else { return damage() }
        return end()
    }

    private mutating func takeStart() -> Token? {
        position += 1
        let name = takeName()
        guard !name.isEmpty, names.count < Self.maximumDepth else { return damage() }
        var attributes: [Attribute] = []
        while true {
            let before = position
            skipSpace()
            if take(0x3E) { break }
            if isAt("/>") {
                position += 2
                isEmptyElement = true
                break
            }
            guard position > before, attributes.count < Self.maximumAttributes, let attribute = takeAttribute(),
                !attributes.contains(where: { $0.name == attribute.name })
            else { return damage() }
            attributes.append(attribute)
        }
        names.append(name)
        hasRoot = true
        return .start(name: name, attributes: attributes)
    }

    private mutating func takeAttribute() -> Attribute? {
        let name = takeName()
        skipSpace()
        guard !name.isEmpty, take(0x3D) else { return nil }
        skipSpace()
        guard position < octets.count, octets[position] == 0x22 || octets[position] == 0x27 else { return nil }
        let quote = octets[position]
        let start = position + 1
        guard let end = octets[start...].firstIndex(where: { $0 == quote || $0 == 0x3C }), octets[end] == quote else {
            return nil
        }
        position = end + 1
        // An ampersand that begins no reference is common in addresses of web pages.
        return Attribute(name: name, value: Self.resolved(octets[start..<end], isLenient: true) ?? [])
    }

    private mutating func takeName() -> [UInt8] {
        let start = position
        while position < octets.count, Self.isName(octets[position]) { position += 1 }
        return Array(octets[start..<position])
    }

    // MARK: - Text

    private mutating func takeText() -> [UInt8] {
        let end = octets[position...].firstIndex(of: 0x3C) ?? octets.endIndex
        let text = Self.resolved(octets[position..<end], isLenient: false)
        position = end
        if text == nil { isDamaged = true }
        return text ?? []
    }

    /// Replaces character references and the five predefined entities. Returns `nil` if there is another entity.
    private static func resolved(_ text: ArraySlice<UInt8>, isLenient: Bool) -> [UInt8]? {
        guard text.contains(0x26) else { return Array(text) }
        var output: [UInt8] = []
        var rest = text
        while let octet = rest.popFirst() {
            guard octet == 0x26 else {
                output.append(octet)
                continue
            }
            // The longest reference is &#x10FFFF;.
            guard let end = rest.prefix(9).firstIndex(of: 0x3B), let content = reference(rest[..<end]) else {
                guard isLenient else { return nil }
                output.append(octet)
                continue
            }
            output += content
            rest = rest[(end + 1)...]
        }
        return output
    }

    private static func reference(_ name: ArraySlice<UInt8>) -> [UInt8]? {
        switch String(decoding: name, as: UTF8.self) {
        case "lt": return [0x3C]
        case "gt": return [0x3E]
        case "amp": return [0x26]
        case "quot": return [0x22]
        case "apos": return [0x27]
        default: break
        }
        guard name.first == 0x23 else { return nil }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == 0x78
        let number = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
        guard !number.isEmpty, number.utf8.allSatisfy({ isHexadecimal ? isHexDigit($0) : $0 &- 0x30 < 10 }),
            let code = UInt32(number, radix: isHexadecimal ? 16 : 10), code > 0, let scalar = Unicode.Scalar(code)
        else { return nil }
        return Array(String(Character(scalar)).utf8)
    }

    // MARK: - Octets

    private mutating func damage() -> Token? {
        isDamaged = true
        return nil
    }

    private func isAt(_ text: StaticString) -> Bool {
        let text = Array(text.description.utf8)
        return octets.count - position >= text.count && octets[position..<(position + text.count)].elementsEqual(text)
    }

    private mutating func take(_ octet: UInt8) -> Bool {
        guard position < octets.count, octets[position] == octet else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < octets.count, Self.isSpace(octets[position]) { position += 1 }
    }

    private mutating func skip(_ opening: StaticString, until closing: StaticString) -> Bool {
        content(of: opening, until: closing) != nil
    }

    /// Returns what is between two delimiters if the first of them is here, and continues behind the second. If the
    /// second is missing, the document is damaged.
    private mutating func content(of opening: StaticString, until closing: StaticString) -> [UInt8]? {
        guard isAt(opening) else { return nil }
        let start = position + opening.utf8CodeUnitCount
        let closing = Array(closing.description.utf8)
        var end = start
        while end + closing.count <= octets.count {
            if octets[end] == closing[0], octets[end..<(end + closing.count)].elementsEqual(closing) {
                position = end + closing.count
                return Array(octets[start..<end])
            }
            end += 1
        }
        isDamaged = true
        return []
    }

    private static func isName(_ octet: UInt8) -> Bool {
        (octet | 0x20) &- 0x61 < 26 || octet &- 0x30 < 10 || octet >= 0x80 || [0x2D, 0x2E, 0x3A, 0x5F].contains(octet)
    }

    private static func isHexDigit(_ octet: UInt8) -> Bool {
        octet &- 0x30 < 10 || (octet | 0x20) &- 0x61 < 6
    }

    private static func isSpace(_ octet: UInt8) -> Bool {
        octet == 0x20 || octet == 0x09 || octet == 0x0A || octet == 0x0D
    }
}
