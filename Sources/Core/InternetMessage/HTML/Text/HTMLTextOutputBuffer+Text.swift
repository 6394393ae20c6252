extension HTMLTextOutputBuffer {
    /// Appends the text in `range`, with white space preserved or collapsed as in browsers [CSS Text §4.1.1].
    mutating func text(_ bytes: Span<UInt8>, _ range: Range<Int>, isPreformatted: Bool, hasReferences: Bool = true) {
        var index = range.lowerBound
        let end = range.upperBound
        while index < end {
            let visible = Self.endOfVisible(bytes, index, end, keepsSpaces: isPreformatted)
            if visible > index {
                if isPreformatted { count(bytes, index..<visible) }
                append(bytes.extracting(index..<visible))
                index = visible
                continue
            }
            let byte = bytes[index]
            if byte.isHTMLSpace, !isPreformatted {
                whiteSpace()
                index &+= 1
                while index < end, bytes[index].isHTMLSpace { index &+= 1 }
            } else if byte == ASCII.ampersand {
                if hasReferences,
                    let reference = HTMLCharacterReference(bytes, index, end: end, inAttribute: false)
                {
                    put(reference.scalar, isPreformatted: isPreformatted)
                    index = reference.end
                } else {
                    put(UInt32(byte), isPreformatted: isPreformatted)
                    index &+= 1
                }
            } else if byte == ASCII.cr, index &+ 1 < end, bytes[index &+ 1] == ASCII.lf {
                index &+= 1
            } else {
                let (scalar, length) = bytes.scalar(at: index, end: end)
                put(scalar, isPreformatted: isPreformatted)
                index &+= length
            }
        }
    }

    /// Returns the end of the run of visible characters from `start`, including single spaces between them.
    @inline(__always)
    private static func endOfVisible(_ bytes: Span<UInt8>, _ start: Int, _ end: Int, keepsSpaces: Bool) -> Int {
        var index = start
        while index < end {
            let byte = bytes[index]
            if byte > ASCII.space, byte < 0x7F {
                if byte == ASCII.ampersand { break }
                index &+= 1
            } else if byte > 0x7F {
                if HTMLTextCharacterKind.isRare(lead: byte) {
                    let (scalar, length) = bytes.scalar(at: index, end: end)
                    guard HTMLTextCharacterKind(scalar) == .visible else { break }
                    index &+= length
                } else {
                    index &+= 1
                }
            } else if byte == ASCII.space, !keepsSpaces, index > start, index &+ 1 < end,
                bytes[index &+ 1] > ASCII.space, bytes[index &+ 1] < 0x7F, bytes[index &+ 1] != ASCII.ampersand
            {
                index &+= 2
            } else {
                break
            }
        }
        return index
    }

    /// Appends a character according to its kind.
    mutating func put(_ scalar: UInt32, isPreformatted: Bool) {
        switch HTMLTextCharacterKind(scalar) {
        case .visible:
            append(scalar: scalar)
            column &+= 1
        case .whiteSpace where !isPreformatted:
            whiteSpace()
        case .whiteSpace:
            preformattedSpace(scalar)
        case .fixedSpace:
            addSpace()
        case .lineEnd:
            breakLine()
        case .joiner where spaces == 0 && !isAtLineStart:
            joiner = scalar
            hold()
        case .joiner, .invisible:
            if spaces > 0 || isAtLineStart { setPadding() }
        case .control:
            break
        }
    }

    private mutating func whiteSpace() {
        guard !endsInWhiteSpace, !isAtLineStart || spaces > 0 else { return }
        addSpace()
        endsInWhiteSpace = true
    }

    private mutating func preformattedSpace(_ scalar: UInt32) {
        switch scalar {
        case UInt32(ASCII.space):
            addSpace()
            column &+= 1
        case UInt32(ASCII.tab):
            // Pad to the next multiple of eight: after a prefix, a tab would end at another column than in the
            // original.
            let width = 8 &- column % 8
            for _ in 0..<width { addSpace() }
            column &+= width
        default:
            breakLine()
        }
    }

    private mutating func addSpace() {
        joiner = nil
        endsInWhiteSpace = false
        if isPadding {
            spaces = isAtLineStart ? 0 : 1
        } else if spaces < 256 {
            spaces &+= 1
        }
        hold()
    }

    private mutating func setPadding() {
        isPadding = true
        spaces = min(spaces, isAtLineStart ? 0 : 1)
        hold()
    }

    private mutating func count(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        for index in range where bytes[index] & 0xC0 != 0x80 { column &+= 1 }
    }
}
