/// The open link, if there is one: links do not nest [WHATWG HTML §4.5.1].
struct HTMLOpenLink {
    struct Link {
        let address: Range<Int>
        /// The number of elements that were open around it.
        let depth: Int
        /// The start of its text.
        fileprivate(set) var start: Int?
        /// Whether it contains an image, so that it is a link even without text.
        var hasImage = false
    }

    var open: Link?

    mutating func begin(_ address: Range<Int>, depth: Int) {
        open = Link(address: address, depth: depth)
    }

    @inline(__always)
    mutating func contentBegins(at index: Int) {
        if open != nil, open?.start == nil { open?.start = index }
    }

    /// The output before `end` became longer by `count` bytes, or shorter.
    mutating func shift(by count: Int, from end: Int) {
        if let start = open?.start, start >= end { open?.start = start &+ count }
    }
}

extension HTMLTextWriter {
    mutating func beginLink(_ address: Range<Int>, depth: Int) {
        links.begin(address, depth: depth)
        hold()
    }

    /// Appends the number or the address of the open link to its text. The address is left out if the text already
    /// shows it.
    mutating func endLink(_ bytes: Span<UInt8>) {
        guard let link = links.open else { return }
        links.open = nil
        guard link.start != nil || link.hasImage,
            let address = HTMLLinkAddress(attribute: HTMLCharacterReference.decodeAttribute(bytes, link.address))
        else { return }
        guard let start = link.start, start <= output.count else { return append(contentsOf: mark(of: address, [])) }
        let mark = mark(of: address, output[start...])
        if !mark.isEmpty { attach([ASCII.space] + mark) }
    }

    /// Returns what follows a link with this text: "[3]" or "<https://example.org/>".
    private mutating func mark(of address: HTMLLinkAddress, _ text: ArraySlice<UInt8>) -> [UInt8] {
        if let openable = address.openable, let number = numbering?.number(of: openable, text: text, isMarked: true) {
            return [ASCII.leftBracket] + Array(String(number).utf8) + [ASCII.rightBracket]
        }
        // Longer texts do not consist of the address and are not checked.
        if text.count <= address.shown.count &+ 64, address.isKnown(from: text) { return [] }
        return [ASCII.less] + address.shown + [ASCII.greater]
    }
}
