/// A part whose content was not downloaded. In the file it is replaced by a part of type message/external-body, which
/// contains the part's own header. That header is the part's header here [RFC 2046 §5.2.3, RFC 2017].
public struct UndownloadedPart: Hashable, Sendable {
    /// The part's section on the server: part numbers from the outside in [RFC 9051 §6.4.5.1].
    public let section: [UInt32]
    /// In bytes, as encoded.
    public let encodedSize: Int
    /// The section as a URL, for users and other programs [RFC 5092].
    let url: [UInt8]
}

extension Message {
    /// Whether parts of the message were not downloaded, so that its bytes differ from those of the message on the
    /// server.
    public var isPartial: Bool { index.isPartial }

    /// The size of the message on the server in bytes; `nil` if the message is complete.
    public var originalSize: Int? {
        guard isPartial, let field = header.first(named: "x-petrel-partial") else { return nil }
        return PartialFields.size(bytes, field.record.valueRange)
    }
}

extension Part {
    /// The location of the content on the server; `nil` if the content is here.
    public var missing: UndownloadedPart? { message.index.missing[number] }

    /// The full size of the content in bytes, as encoded, if only its beginning is here.
    public var fullSize: Int? {
        guard message.isPartial, let field = header.first(named: "x-petrel-cut") else { return nil }
        return PartialFields.size(message.bytes, field.record.valueRange)
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

/// Parses the fields and parts that replace content that was not downloaded.
enum PartialFields {
    static func size(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
        ParameterParser(bytes, range).rawValue(of: "size").flatMap { number($0) }
    }

    /// Parses a Content-Type that replaces a part; returns `nil` for any other.
    static func missing(_ bytes: [UInt8], _ range: Range<Int>) -> UndownloadedPart? {
        let parameters = ParameterParser(bytes, range)
        guard bytes.span.equalsIgnoringCase("message/external-body", in: parameters.value),
            let url = parameters.rawValue(of: "url"), let section = section(of: url),
            let size = parameters.rawValue(of: "size").flatMap({ number($0) })
        else { return nil }
        return UndownloadedPart(section: section, encodedSize: size, url: url)
    }

    /// `imap://…/;SECTION=2.1` [RFC 5092 §5].
    private static func section(of url: [UInt8]) -> [UInt32]? {
        let mark = Array("/;SECTION=".utf8)
        guard url.starts(with: "imap://".utf8), let semicolon = url.lastIndex(of: ASCII.semicolon), semicolon > 0,
            url[(semicolon - 1)...].starts(with: mark)
        else { return nil }
        let words = url[(semicolon - 1 + mark.count)...].split(separator: 0x2E, omittingEmptySubsequences: false)
        let numbers = words.compactMap { number(Array($0)).flatMap { UInt32(exactly: $0) } }
        guard numbers.count == words.count, numbers.count <= 64, numbers.allSatisfy({ $0 > 0 }) else { return nil }
        return numbers
    }

    private static func number(_ octets: [UInt8]) -> Int? {
        guard (1...15).contains(octets.count), octets.allSatisfy(\.isDigit) else { return nil }
        return octets.reduce(0) { $0 * 10 + Int($1 - ASCII.zero) }
    }
}
