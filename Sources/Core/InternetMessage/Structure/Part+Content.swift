/// The decoded content of a part, in pieces of bounded size, however large it is.
extension Part {
    /// The number of encoded bytes decoded at a time.
    private static let pieceSize = 1 << 16

    /// The actual encoding of the body. If it is labeled as encoded but cannot be, it is not decoded.
    var effectiveEncoding: TransferEncoding {
        let isPlausible =
            switch record.encoding {
            case .base64: Base64.isPlausible(message.bytes.span, rawBody)
            case .uuencode: UUDecoder.isPlausible(message.bytes.span, rawBody)
            default: true
            }
        return isPlausible ? record.encoding : .unknown
    }

    /// Calls `body` with the content, decoded from its transfer encoding, piece by piece.
    public func forEachContentPiece<E: Error>(_ body: (Span<UInt8>) throws(E) -> Void) throws(E) {
        let range = rawBody
        let bytes = message.bytes.span
        let encoding = effectiveEncoding
        if encoding.isIdentity {
            var start = range.lowerBound
            while start < range.upperBound {
                let end = min(range.upperBound, start + Self.pieceSize)
                try body(bytes.extracting(start..<end))
                start = end
            }
            return
        }
        var decoder = TransferDecoder(encoding, range)
        var piece: [UInt8] = []
        while !decoder.isAtEnd {
            piece.removeAll(keepingCapacity: true)
            decoder.decode(bytes, limit: Self.pieceSize, into: &piece)
            if !piece.isEmpty { try body(piece.span) }
        }
    }

    /// The whole content, decoded from its transfer encoding.
    public var decodedContent: [UInt8] {
        var content: [UInt8] = []
        if effectiveEncoding.isIdentity {
            content.append(message.bytes.span.extracting(rawBody))
        } else {
            content.reserveCapacity(rawBody.count)
            forEachContentPiece { content.append($0) }
        }
        return content
    }

    /// Whether the decoded content is well-formed UTF-8, which decides the character set if none is named.
    private var isUTF8: Bool {
        if effectiveEncoding.isIdentity { return LossyUTF8Decoder.isValid(message.bytes.span, rawBody) }
        var validator = UTF8Validator()
        forEachContentPiece { validator.update($0) }
        return validator.finish()
    }

    private func charset(_ type: ContentType) -> Charset {
        TextDecoding.charset(label: type.charset.map { Array($0.utf8) }, isUTF8: isUTF8)
    }

    /// Calls `body` with the content as UTF-8 text, piece by piece. A piece may end inside a character.
    ///
    /// A leading byte order mark is removed. Line ends are not converted.
    public func forEachTextPiece<E: Error>(_ body: (Span<UInt8>) throws(E) -> Void) throws(E) {
        var decoder = CharsetDecoder(charset(contentType))
        var piece: [UInt8] = []
        var isFirst = true
        try forEachContentPiece { (content: Span<UInt8>) throws(E) in
            piece.removeAll(keepingCapacity: true)
            decoder.decode(content, isLast: false, into: &piece)
            let start = isFirst && piece.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
            if piece.count > start {
                isFirst = false
                try body(piece.span.extracting(start...))
            }
        }
        piece.removeAll(keepingCapacity: true)
        decoder.decode(Span(), isLast: true, into: &piece)
        if !piece.isEmpty { try body(piece.span) }
    }

    /// The content as UTF-8 bytes.
    public var textOctets: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(rawBody.count)
        forEachTextPiece { text.append($0) }
        return text
    }

    public var text: String {
        String(decoding: textOctets, as: UTF8.self)
    }
}
