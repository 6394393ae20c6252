/// Encodes bytes in pieces into lines of at most 76 [RFC 2045 §6.7].
struct QuotedPrintableEncoder {
    /// In text, CR LF line ends stay line ends; in other content, every CR and LF is encoded.
    let isText: Bool
    /// Without the "=" of a soft line break.
    private static let lineLength = 75
    private var column = 0
    /// A blank whose successor is not known yet: before a line end it must be encoded.
    private var heldBlank: UInt8?
    private var heldCR = false

    init(isText: Bool) {
        self.isText = isText
    }

    mutating func encode(_ input: Span<UInt8>, isLast: Bool, into output: inout [UInt8]) {
        output.append(addingCapacity: input.count * 4 + 16) { output in
            for index in 0..<input.count { add(input[index], to: &output) }
            if isLast { finish(&output) }
        }
    }

    private mutating func add(_ octet: UInt8, to output: inout OutputSpan<UInt8>) {
        if heldCR {
            heldCR = false
            if octet == ASCII.lf {
                endLine(&output)
                return
            }
            releaseBlank(encoded: false, &output)
            put(encoded: ASCII.cr, &output)
        }
        if isText, octet == ASCII.cr {
            heldCR = true
            return
        }
        releaseBlank(encoded: octet == ASCII.lf, &output)
        switch octet {
        case ASCII.space, ASCII.tab: heldBlank = octet
        // At the start of a line, "F" may begin "From ", which mbox files escape, and a dot is special in SMTP.
        case 0x46 where beginsLine, ASCII.dot where beginsLine: put(encoded: octet, &output)
        case ASCII.equals: put(encoded: octet, &output)
        case 0x21...0x7E: put(literal: octet, &output)
        default: put(encoded: octet, &output)
        }
    }

    private mutating func endLine(_ output: inout OutputSpan<UInt8>) {
        releaseBlank(encoded: true, &output)
        output.append(ASCII.cr)
        output.append(ASCII.lf)
        column = 0
    }

    private mutating func finish(_ output: inout OutputSpan<UInt8>) {
        if heldCR {
            releaseBlank(encoded: false, &output)
            put(encoded: ASCII.cr, &output)
            heldCR = false
        }
        releaseBlank(encoded: true, &output)
        // Transports end every line; a soft break keeps that line end out of content that has none.
        if !isText, column > 0 { breakLine(&output) }
    }

    private mutating func releaseBlank(encoded: Bool, _ output: inout OutputSpan<UInt8>) {
        guard let blank = heldBlank else { return }
        heldBlank = nil
        if encoded { put(encoded: blank, &output) } else { put(literal: blank, &output) }
    }

    private mutating func put(literal octet: UInt8, _ output: inout OutputSpan<UInt8>) {
        breakLine(before: 1, &output)
        output.append(octet)
        column += 1
    }

    private mutating func put(encoded octet: UInt8, _ output: inout OutputSpan<UInt8>) {
        breakLine(before: 3, &output)
        output.append(ASCII.equals)
        output.append(HexDigit.upper(octet >> 4))
        output.append(HexDigit.upper(octet & 15))
        column += 3
    }

    /// Writes a soft line break if the line has no room for `width` bytes and the "=" of such a break.
    private mutating func breakLine(before width: Int, _ output: inout OutputSpan<UInt8>) {
        if column + width > Self.lineLength { breakLine(&output) }
    }

    private var beginsLine: Bool { column == 0 || column + 1 > Self.lineLength }

    private mutating func breakLine(_ output: inout OutputSpan<UInt8>) {
        output.append(ASCII.equals)
        output.append(ASCII.cr)
        output.append(ASCII.lf)
        column = 0
    }
}
