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
}

extension HTMLTextWriter {
    mutating func beginLink(_ address: Range<Int>, depth: Int) {
        links.begin(address, depth: depth)
        hold()
    }

    /// Appends the address of the open link to its text, unless the text already shows it.
    mutating func endLink(_ bytes: Span<UInt8>) {
        guard let link = links.open else { return }
        links.open = nil
        guard link.start != nil || link.hasImage,
            let address = HTMLLinkAddress(attribute: HTMLCharacterReference.decodeAttribute(bytes, link.address))
        else { return }
        let shown = [ASCII.less] + address.shown + [ASCII.greater]
        guard let start = link.start, start <= output.count else { return append(contentsOf: shown) }
        // Longer texts do not consist of the address and are not checked.
        if output.count &- start <= address.shown.count &+ 64, address.isKnown(from: output[start...]) { return }
        attach([ASCII.space] + shown)
    }
}
