extension HTMLTextOutputBuffer {
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
        let isPaused = output.last.map(Self.isPause) ?? true
        if !mark.isEmpty { attach((isSpoken && !isPaused ? [ASCII.comma] : []) + [ASCII.space] + mark) }
    }

    /// Returns what follows a link with this text: "[3]", "<https://example.org/>" or, if it is spoken, "link 3".
    private mutating func mark(of address: HTMLLinkAddress, _ text: ArraySlice<UInt8>) -> [UInt8] {
        if let openable = address.openable, let number = numbering?.number(of: openable, text: text, isMarked: true) {
            if isSpoken { return Array("link \(number)".utf8) }
            return [ASCII.leftBracket] + Array(String(number).utf8) + [ASCII.rightBracket]
        }
        // Longer texts do not consist of the address and are not checked.
        if text.count <= address.shown.count &+ 64, address.isKnown(from: text) { return [] }
        return [ASCII.less] + address.shown + [ASCII.greater]
    }
}
