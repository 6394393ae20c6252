/// The attributes that affect the text.
enum HTMLKnownAttribute: Int, CaseIterable {
    case alt, checked, `class`, colspan, height, hidden, href, start, style, type, value, width

    private static let byName: [HTMLName: HTMLKnownAttribute] = [
        "alt": .alt, "checked": .checked, "class": .class, "colspan": .colspan, "height": .height,
        "hidden": .hidden, "href": .href, "start": .start, "style": .style, "type": .type, "value": .value,
        "width": .width,
    ]

    init?(_ bytes: Span<UInt8>, _ name: Range<Int>) {
        guard name.count <= 7, let name = HTMLName(bytes, name, foldingCase: true), let found = Self.byName[name]
        else { return nil }
        self = found
    }
}

/// The ranges of the values of a tag's attributes. If an attribute is repeated, the first one counts [WHATWG HTML
/// §13.2.5.33].
struct HTMLKnownAttributes {
    /// An empty range at 0 means that the attribute is absent: no value begins at the first byte of a document.
    private var ranges = InlineArray<12, Range<Int>>(repeating: 0..<0)

    subscript(attribute: HTMLKnownAttribute) -> Range<Int>? {
        get {
            let range = ranges[attribute.rawValue]
            return range.upperBound == 0 ? nil : range
        }
        set {
            ranges[attribute.rawValue] = newValue ?? 0..<0
        }
    }

    func has(_ attribute: HTMLKnownAttribute) -> Bool { self[attribute] != nil }

    /// Returns whether the value is `word`, ignoring ASCII case.
    func value(_ attribute: HTMLKnownAttribute, is word: StaticString, in bytes: Span<UInt8>) -> Bool {
        guard let range = self[attribute] else { return false }
        return bytes.extracting(range).isEqualIgnoringCase(word)
    }

    /// Parses the leading integer of the value [WHATWG HTML §2.3.4.1], up to nine digits.
    func integer(_ attribute: HTMLKnownAttribute, in bytes: Span<UInt8>) -> Int? {
        guard let range = self[attribute] else { return nil }
        var index = range.lowerBound
        while index < range.upperBound, bytes[index].isHTMLSpace { index &+= 1 }
        let isNegative = index < range.upperBound && bytes[index] == ASCII.hyphen
        if isNegative { index &+= 1 }
        let first = index
        var value = 0
        while index < range.upperBound, index &- first < 9, bytes[index].isDigit {
            value = value &* 10 &+ Int(bytes[index] &- ASCII.zero)
            index &+= 1
        }
        return index > first ? (isNegative ? -value : value) : nil
    }
}
