/// Elements without content: their text is in their attributes.
extension HTMLTextRenderer {
    mutating func void(_ tag: HTMLTag, _ bytes: Span<UInt8>) {
        switch tag.element {
        case .lineBreak: writer.breakLine()
        case .rule: rule()
        case .image: image(tag.attributes, bytes)
        case .area: area(tag.attributes, bytes)
        case .input: input(tag.attributes, bytes)
        default: break
        }
    }

    private mutating func rule() {
        writer.rows.markComplex()
        writer.endParagraph()
        if !writer.isSpoken { writer.append(contentsOf: repeatElement(ASCII.hyphen, count: 10)) }
        writer.endParagraph()
    }

    private mutating func image(_ attributes: HTMLKnownAttributes, _ bytes: Span<UInt8>) {
        // Skip tracking images, which are one pixel in size.
        if let style = attributes[.style], HTMLStyle(bytes, style).isTiny { return }
        for side in [HTMLKnownAttribute.width, .height] {
            if let length = attributes.integer(side, in: bytes), length < 2 { return }
        }
        writer.links.open?.hasImage = true
        guard let value = attributes[.alt] else { return }
        let alt = HTMLCharacterReference.decodeAttribute(bytes, value)
        guard let first = Self.firstVisible(alt.span) else { return }
        // An image whose alternative text is an emoji is shown as the emoji, without brackets.
        let isEmoji = alt[first] >= 0xF0 && alt.count < 40
        if !isEmoji { writer.append(contentsOf: (writer.isSpoken ? "image: " : "[image: ").utf8) }
        text(alt.span, first..<alt.count)
        if !isEmoji { writer.closeBracket() }
        if !isEmoji, writer.isSpoken, writer.links.open == nil { writer.put(0x20, isPreformatted: false) }
    }

    private static func firstVisible(_ text: Span<UInt8>) -> Int? {
        var index = 0
        while index < text.count {
            let (scalar, length) = text.scalar(at: index, end: text.count)
            if HTMLTextCharacterKind(scalar) == .visible { return index }
            index &+= length
        }
        return nil
    }

    /// Renders an area of an image map that is a link.
    private mutating func area(_ attributes: HTMLKnownAttributes, _ bytes: Span<UInt8>) {
        guard let address = attributes[.href] else { return }
        writer.endLink(bytes)
        writer.endLine()
        writer.beginLink(address, depth: 0)
        image(attributes, bytes)
        writer.endLink(bytes)
        writer.endLine()
    }

    private mutating func input(_ attributes: HTMLKnownAttributes, _ bytes: Span<UInt8>) {
        let isBox =
            attributes.value(.type, is: "checkbox", in: bytes) || attributes.value(.type, is: "radio", in: bytes)
        if isBox {
            let isChecked = attributes.has(.checked)
            if writer.isSpoken {
                writer.append(contentsOf: (isChecked ? "checked:" : "not checked:").utf8)
                writer.put(0x20, isPreformatted: false)
            } else {
                writer.append(contentsOf: (isChecked ? "[x]" : "[ ]").utf8)
            }
        } else if attributes.value(.type, is: "image", in: bytes) {
            image(attributes, bytes)
        } else if !attributes.value(.type, is: "hidden", in: bytes),
            !attributes.value(.type, is: "password", in: bytes), let value = attributes[.value]
        {
            let text = HTMLCharacterReference.decodeAttribute(bytes, value)
            self.text(text.span, 0..<text.count)
        }
    }

    private mutating func text(_ text: Span<UInt8>, _ range: Range<Int>) {
        writer.text(text, range, isPreformatted: false, hasReferences: false)
    }
}
