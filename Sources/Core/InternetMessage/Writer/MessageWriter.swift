import MailTypes

/// Writes messages that all readers accept: 7-bit, with CR LF line ends, in lines of at most 998 bytes, and of at most
/// 78 where possible [RFC 5322 §2.1.1, RFC 2045].
///
/// Only non-ASCII addresses produce bytes over 127, and only in the header [RFC 6532].
public struct MessageWriter: Sendable {
    private let header: [UInt8]
    private let body: OutgoingPart
    private let boundary: String
    private let isForSigning: Bool

    /// Reads the content of `.external` attachments: appends bytes from an offset, or none at the end.
    public typealias ContentReader<E: Error> = (_ content: Int, _ offset: Int, _ piece: inout [UInt8]) throws(E) -> Void

    /// Creates a writer. `unique` makes the boundaries of this message different from all others; it must be random
    /// letters and digits.
    ///
    /// `isForSigning` also encodes text that transports may change, such as blanks at the end of a line [RFC 3156 §5].
    ///
    /// Throws the first problem of the message that prevents writing it without changes.
    public init(_ message: OutgoingMessage, unique: String, isForSigning: Bool = false) throws(OutgoingMessageError) {
        self.isForSigning = isForSigning
        var header: [UInt8] = []
        for field in message.header { header.append(contentsOf: try OutgoingFieldEncoder.octets(of: field)) }
        header.append(contentsOf: "MIME-Version: 1.0\r\n".utf8)
        self.header = header
        body = message.body
        try message.body.check()
        var boundary = "=_petrel_" + unique.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(40)
        while body.rawOctets.contains(where: { $0.holds(Array(boundary.utf8)) }) { boundary += "x" }
        self.boundary = boundary
    }

    /// Creates a writer for a single part without children.
    private init(_ part: OutgoingPart) {
        header = []
        body = part
        boundary = ""
        isForSigning = false
    }

    /// Returns a part without children: its header and its content.
    static func octets(of part: OutgoingPart) -> [UInt8] { MessageWriter(part).octets() }

    /// Writes the message in pieces. External content is read twice if its encoding depends on the content.
    public func write<E: Error>(
        reading content: ContentReader<E>, to sink: (Span<UInt8>) throws(E) -> Void
    ) throws(E) {
        try sink(header.span)
        var count = 0
        try write(body, boundaries: &count, reading: content, to: sink)
    }

    /// Returns the whole message, which must not contain external content.
    public func octets() -> [UInt8] {
        var octets: [UInt8] = []
        write(reading: { _, _, _ in }, to: { octets.append($0) })
        return octets
    }

    // MARK: - Parts

    private func write<E: Error>(
        _ part: OutgoingPart, boundaries: inout Int, reading content: ContentReader<E>,
        to sink: (Span<UInt8>) throws(E) -> Void
    ) throws(E) {
        switch part {
        case .text(let text):
            let octets = text.canonicalOctets
            var choice = TransferEncodingChoice(isText: true, keepsTrailingBlanks: isForSigning)
            choice.look(at: octets.span, isLast: true)
            try sink(PartHeaderWriter.text(text, octets, choice.encoding).span)
            try write(octets, encoding: choice.encoding, isText: true, to: sink)
        case .file(let file):
            if case .octets(let octets) = file.content, PartHeaderWriter.mediaType(file.type) == "message/rfc822" {
                let message = OutgoingPart.message(octets: octets, filename: file.filename)
                try write(message, boundaries: &boundaries, reading: content, to: sink)
                return
            }
            if case .undownloaded(let attachment) = file.content {
                try sink(PartHeaderWriter.undownloaded(file, attachment).span)
                return
            }
            let choice = try choice(for: file, reading: content)
            try sink(PartHeaderWriter.file(file, choice).span)
            var encoder = BodyEncoder(choice.encoding, isText: false)
            try pieces(of: file, reading: content) { (piece, isLast) throws(E) in
                var encoded: [UInt8] = []
                encoder.encode(piece, isLast: isLast, into: &encoded)
                try sink(encoded.span)
            }
        case .message(let octets, let filename):
            try sink(PartHeaderWriter.message(filename).span)
            try sink(SevenBitMessageConverter.convert(octets).span)
        case .multipart(let subtype, let parameters, let parts):
            // Ends with a mark, so that no boundary is a prefix of another one.
            let boundary = "\(boundary)_\(boundaries)_"
            boundaries += 1
            try sink(PartHeaderWriter.multipart(subtype, parameters, boundary).span)
            // A multipart has at least one part [RFC 2046 §5.1.1].
            for part in parts.isEmpty ? [.text(OutgoingText(""))] : parts {
                try sink(Array("--\(boundary)\r\n".utf8).span)
                try write(part, boundaries: &boundaries, reading: content, to: sink)
                try sink(Self.lineEnd.span)
            }
            try sink(Array("--\(boundary)--\r\n".utf8).span)
        }
    }

    private static let lineEnd: [UInt8] = [ASCII.cr, ASCII.lf]

    private func write<E: Error>(
        _ octets: [UInt8], encoding: TransferEncoding, isText: Bool, to sink: (Span<UInt8>) throws(E) -> Void
    ) throws(E) {
        var encoder = BodyEncoder(encoding, isText: isText)
        var encoded: [UInt8] = []
        encoder.encode(octets.span, isLast: true, into: &encoded)
        try sink(encoded.span)
    }

    /// Chooses the encoding of an attachment. Text keeps every byte, including its line ends, and stays readable if
    /// that is shorter.
    private func choice<E: Error>(
        for file: OutgoingFile, reading content: ContentReader<E>
    ) throws(E) -> (encoding: TransferEncoding, charset: String?) {
        guard PartHeaderWriter.fileType(file.type).utf8.starts(with: "text/".utf8) else { return (.base64, nil) }
        var choice = TransferEncodingChoice(isText: false)
        try pieces(of: file, reading: content) { (piece, isLast) throws(E) in choice.look(at: piece, isLast: isLast) }
        return (choice.encoding, choice.charset)
    }

    private func pieces<E: Error>(
        of file: OutgoingFile, reading content: ContentReader<E>,
        _ body: (_ piece: Span<UInt8>, _ isLast: Bool) throws(E) -> Void
    ) throws(E) {
        switch file.content {
        case .octets(let octets):
            try body(octets.span, true)
        case .external(let number):
            var offset = 0
            var piece: [UInt8] = []
            while true {
                piece.removeAll(keepingCapacity: true)
                try content(number, offset, &piece)
                try body(piece.span, piece.isEmpty)
                if piece.isEmpty { return }
                offset += piece.count
            }
        case .undownloaded: break
        }
    }
}

extension OutgoingPart {
    /// An image whose Content-ID cannot be written would be missing from the text that shows it.
    fileprivate func check() throws(OutgoingMessageError) {
        switch self {
        case .text, .message: break
        case .file(let file):
            if let id = file.contentID, !id.isValid { throw .invalidMessageID(id.text) }
        case .multipart(_, _, let parts):
            for part in parts { try part.check() }
        }
    }

    /// The content that is written without an encoding that would keep boundaries distinct from it.
    fileprivate var rawOctets: [[UInt8]] {
        switch self {
        case .text: return []
        case .file(let file):
            guard case .octets(let octets) = file.content, PartHeaderWriter.mediaType(file.type) == "message/rfc822"
            else {
                return []
            }
            return [octets]
        case .message(let octets, _): return [octets]
        case .multipart(_, _, let parts): return parts.flatMap(\.rawOctets)
        }
    }
}

extension OutgoingText {
    /// The text as UTF-8 with CR LF at the end of every line, including the last one.
    var canonicalOctets: [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(text.utf8.count + 64)
        var afterCR = false
        for octet in text.utf8 {
            switch octet {
            case ASCII.lf where afterCR: break
            case ASCII.cr, ASCII.lf: octets.append(contentsOf: [ASCII.cr, ASCII.lf])
            default: octets.append(octet)
            }
            afterCR = octet == ASCII.cr
        }
        if let last = octets.last, last != ASCII.lf { octets.append(contentsOf: [ASCII.cr, ASCII.lf]) }
        return octets
    }
}

extension [UInt8] {
    /// Returns whether the bytes contain `needle`, which should be short.
    func holds(_ needle: [UInt8]) -> Bool {
        guard let first = needle.first else { return true }
        var index = 0
        while index < count {
            index = ByteScan.first(first, in: span, index..<count)
            if index < count, needle.span.isEqual(to: span, at: index) { return true }
            index += 1
        }
        return false
    }
}
