import MailTypes

/// Writes the Content- fields of a part and the empty line after them.
enum PartHeaderWriter {
    static func text(_ text: OutgoingText, _ octets: [UInt8], _ encoding: TransferEncoding) -> [UInt8] {
        var type = FoldedFieldWriter("Content-Type")
        type.add(Array(mediaType("text/\(text.subtype)").utf8))
        let isASCII = octets.allSatisfy { $0 < 0x80 }
        type.add(parameter: "charset", isASCII ? "us-ascii" : "utf-8")
        for (name, value) in text.parameters where isName(name) { type.add(parameter: name, value) }
        return type.finish() + transferEncoding(encoding) + emptyLine
    }

    static func file(_ file: OutgoingFile, _ choice: (encoding: TransferEncoding, charset: String?)) -> [UInt8] {
        fields(of: file, fileType(file.type), choice.charset) + transferEncoding(choice.encoding) + emptyLine
    }

    /// Returns the part that represents an attachment not downloaded yet, as for parts of received messages [RFC 2046
    /// §5.2.3, RFC 2017]. It is the whole part, which has no content.
    static func undownloaded(_ file: OutgoingFile, _ attachment: UndownloadedDraftAttachment) -> [UInt8] {
        let url = attachment.part.url.filter { $0 > 0x20 && $0 < 0x7F && $0 != ASCII.quote && $0 != ASCII.backslash }
        let external =
            "Content-Type: message/external-body; access-type=URL; size=\(attachment.part.encodedSize);\r\n URL=\""
        return Array(external.utf8) + url + [ASCII.quote] + [ASCII.cr, ASCII.lf] + emptyLine
            + fields(of: file, OutgoingFile.normalizedMediaType(file.type), nil) + transferEncoding(attachment.encoding)
            + attachment.field + emptyLine
    }

    private static func fields(of file: OutgoingFile, _ mediaType: String, _ charset: String?) -> [UInt8] {
        var type = FoldedFieldWriter("Content-Type")
        type.add(Array(mediaType.utf8))
        let stated = file.parameters.first { Array($0.name.utf8).equalsIgnoringCase("charset") }?.value
        if let charset = stated ?? charset { type.add(parameter: "charset", charset) }
        for (name, value) in file.parameters where isName(name) { type.add(parameter: name, value) }
        var disposition = FoldedFieldWriter("Content-Disposition")
        disposition.add(Array(file.disposition.rawValue.utf8))
        if let filename = name(file.filename) {
            type.add(parameter: "name", encodedWord: filename)
            disposition.add(parameter: "filename", text: filename)
        }
        var header = type.finish() + disposition.finish()
        if let id = file.contentID, id.isValid {
            header += Array("Content-ID: \(id)\r\n".utf8)
        }
        return header
    }

    private static func name(_ filename: String?) -> String? {
        filename.flatMap { $0.utf8.contains { $0 >= 0x20 && $0 != 0x7F } ? $0 : nil }
    }

    /// Returns the type of an encoded attachment, which must be neither a message nor a multipart [RFC 2045 §6.4].
    static func fileType(_ type: String) -> String {
        let type = mediaType(type)
        let isComposite = type.utf8.starts(with: "message/".utf8) || type.utf8.starts(with: "multipart/".utf8)
        return isComposite ? "application/octet-stream" : type
    }

    static func message(_ filename: String?) -> [UInt8] {
        var type = FoldedFieldWriter("Content-Type")
        type.add(Array("message/rfc822".utf8))
        var disposition = FoldedFieldWriter("Content-Disposition")
        disposition.add(Array("attachment".utf8))
        if let filename = name(filename) { disposition.add(parameter: "filename", text: filename) }
        return type.finish() + disposition.finish() + emptyLine
    }

    static func multipart(
        _ subtype: String, _ parameters: [(name: String, value: String)], _ boundary: String
    ) -> [UInt8] {
        var type = FoldedFieldWriter("Content-Type")
        type.add(Array(mediaType("multipart/\(subtype)", default: "multipart/mixed").utf8))
        for (name, value) in parameters where isName(name) { type.add(parameter: name, value) }
        type.add(parameter: "boundary", boundary)
        return type.finish() + emptyLine
    }

    private static let emptyLine: [UInt8] = [ASCII.cr, ASCII.lf]

    private static func transferEncoding(_ encoding: TransferEncoding) -> [UInt8] {
        Array("Content-Transfer-Encoding: \(encoding.name)\r\n".utf8)
    }

    /// Returns the type in lower case if it is "token/token", otherwise a generic type.
    static func mediaType(_ type: String, default other: String = "application/octet-stream") -> String {
        let halves = Array(type.utf8).split(separator: ASCII.slash, omittingEmptySubsequences: false)
        guard halves.count == 2,
            halves.allSatisfy({ !$0.isEmpty && $0.count < 100 && $0.allSatisfy(\.isTokenCharacter) })
        else { return other }
        return String(decoding: type.utf8.map(\.lowercased), as: UTF8.self)
    }

    /// Returns whether a parameter may be added. Names may come from a forwarded part: invalid names, and those that
    /// the writer sets itself, are dropped.
    static func isName(_ name: String) -> Bool {
        let octets = Array(name.utf8)
        let isOwn =
            octets.equalsIgnoringCase("boundary") || octets.equalsIgnoringCase("charset")
            || octets.equalsIgnoringCase("name")
        return !isOwn && !octets.isEmpty && octets.count < 50
            && octets.allSatisfy { $0.isTokenCharacter && $0 != ASCII.asterisk }
    }
}
