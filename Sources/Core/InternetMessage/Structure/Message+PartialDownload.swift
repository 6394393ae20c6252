extension Message {
    /// Whether parts of the message were not downloaded, so that its bytes differ from those of the message on the
    /// server.
    public var isPartial: Bool { index.isPartial }

    /// The size of the message on the server in bytes; `nil` if the message is complete.
    public var originalSize: Int? {
        guard isPartial, let field = header.first(named: "x-petrel-partial") else { return nil }
        return UndownloadedPartParser.size(bytes, field.record.valueRange)
    }
}

extension Part {
    /// The location of the content on the server; `nil` if the content is here.
    public var missing: UndownloadedPart? { message.index.missing[number] }

    /// The full size of the content in bytes, as encoded, if only its beginning is here.
    public var fullSize: Int? {
        guard message.isPartial, let field = header.first(named: "x-petrel-cut") else { return nil }
        return UndownloadedPartParser.size(message.bytes, field.record.valueRange)
    }

    /// The decoded size of the content in bytes; for an attached message, its size. If the content is not here, the
    /// size is estimated from the size that the server reported, assuming lines of 76 characters.
    public var contentSize: Int {
        if let missing { return transferEncoding.decodedSize(of: missing.encodedSize) }
        if kind == .message { return rawBody.count }
        var size = 0
        forEachContentPiece { size += $0.count }
        return size
    }
}

extension TransferEncoding {
    func decodedSize(of encoded: Int) -> Int {
        switch self {
        case .base64: encoded / 78 * 57 + encoded % 78 / 4 * 3
        case .uuencode: encoded / 63 * 45 + encoded % 63 * 5 / 7
        case .sevenBit, .eightBit, .binary, .quotedPrintable, .unknown: encoded
        }
    }
}
