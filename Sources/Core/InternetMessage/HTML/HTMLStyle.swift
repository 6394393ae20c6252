/// The effect of an element's `style` attribute on its text. Style sheets are ignored: text that they hide is shown.
struct HTMLStyle {
    /// "display: none" or "visibility: hidden". "mso-hide: all" hides text only in Outlook, and that text (a button
    /// that a conditional comment draws for Outlook) is what all other programs show.
    private(set) var isHidden = false
    private(set) var keepsWhiteSpace = false
    /// Whether the width or the height is at most one pixel, as of tracking images.
    private(set) var isTiny = false

    private var display = false
    private var visibility = false
    private var opacity = false
    private var overflow = false
    private var hasNoHeight = false

    /// Parses the declarations in `range`. If a property is repeated, the last one counts [CSS Cascade §6.1].
    init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
            let end = ByteScan.first(ASCII.semicolon, in: bytes, index..<range.upperBound)
            read(bytes, index..<end)
            index = end &+ 1
        }
        // Preview texts are hidden in all of these ways.
        isHidden = display || visibility || opacity || overflow && hasNoHeight
    }

    private mutating func read(_ bytes: Span<UInt8>, _ declaration: Range<Int>) {
        var start = declaration.lowerBound
        while start < declaration.upperBound, bytes[start].isHTMLSpace { start &+= 1 }
        guard start < declaration.upperBound else { return }
        switch bytes[start].lowercased {
        case UInt8(ascii: "d"):
            if let value = Self.value(of: "display", bytes, start..<declaration.upperBound) {
                display = Self.begins(bytes, value, "none")
            }
        case UInt8(ascii: "v"):
            if let value = Self.value(of: "visibility", bytes, start..<declaration.upperBound) {
                visibility = Self.begins(bytes, value, "hidden")
            }
        case UInt8(ascii: "o"):
            if let value = Self.value(of: "opacity", bytes, start..<declaration.upperBound) {
                opacity = Self.isZero(bytes, value)
            } else if let value = Self.value(of: "overflow", bytes, start..<declaration.upperBound) {
                overflow = Self.begins(bytes, value, "hidden")
            }
        case UInt8(ascii: "m"):
            if let value = Self.value(of: "max-height", bytes, start..<declaration.upperBound) {
                hasNoHeight = Self.isZero(bytes, value)
            }
        case UInt8(ascii: "h"):
            if let value = Self.value(of: "height", bytes, start..<declaration.upperBound) {
                isTiny = isTiny || Self.isTiny(bytes, value)
            }
        case UInt8(ascii: "w"):
            if let value = Self.value(of: "width", bytes, start..<declaration.upperBound) {
                isTiny = isTiny || Self.isTiny(bytes, value)
            }
            if let value = Self.value(of: "white-space", bytes, start..<declaration.upperBound) {
                keepsWhiteSpace = Self.begins(bytes, value, "pre") || Self.begins(bytes, value, "break-spaces")
            }
        default:
            break
        }
    }

    private static func value(of property: StaticString, _ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int>? {
        guard bytes.extracting(range).hasPrefixIgnoringCase(property) else { return nil }
        var index = range.lowerBound &+ property.utf8CodeUnitCount
        while index < range.upperBound, bytes[index].isHTMLSpace { index &+= 1 }
        guard index < range.upperBound, bytes[index] == ASCII.colon else { return nil }
        index &+= 1
        while index < range.upperBound, bytes[index].isHTMLSpace { index &+= 1 }
        return index..<range.upperBound
    }

    /// Returns whether the value is the number 0, with or without a unit.
    private static func isZero(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
        var index = value.lowerBound
        while index < value.upperBound, bytes[index] == ASCII.zero || bytes[index] == ASCII.dot { index &+= 1 }
        return index > value.lowerBound && (index == value.upperBound || !bytes[index].isDigit)
    }

    private static func isTiny(_ bytes: Span<UInt8>, _ value: Range<Int>) -> Bool {
        if isZero(bytes, value) { return true }
        return begins(bytes, value, "1px")
    }

    private static func begins(_ bytes: Span<UInt8>, _ value: Range<Int>, _ word: StaticString) -> Bool {
        bytes.extracting(value).hasPrefixIgnoringCase(word)
    }
}
