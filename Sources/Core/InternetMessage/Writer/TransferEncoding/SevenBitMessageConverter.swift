/// Converts a message to 7-bit, for embedding in another one or for signing. message/rfc822 must not be encoded, so
/// 8-bit content and lines that are too long must be encoded in its own parts [RFC 2046 §5.2.1, RFC 6152 §3]. The same
/// applies to a CR that does not end a line: it is forbidden, and a reader that takes it for a line end would see other
/// fields and parts [RFC 5322 §2.2].
///
/// Headers, structure and decoded content stay the same. A message that is already clean keeps every byte, apart from
/// line ends.
struct SevenBitMessageConverter {
    private struct Edit {
        let range: Range<Int>
        let octets: [UInt8]
    }

    private static let maximumLine = 998

    private let message: Message
    private var edits: [Edit] = []

    static func convert(_ octets: [UInt8]) -> [UInt8] {
        var conversion = SevenBitMessageConverter(message: Message(octets))
        if !isClean(octets) { conversion.edit(conversion.message.root) }
        var output = conversion.apply()
        conversion.endHeader(&output)
        return output
    }

    /// Adds the empty line to a header without a body; otherwise the line break before a delimiter would be taken for
    /// it.
    private func endHeader(_ output: inout [UInt8]) {
        guard let last = message.index.parts.last, Int(last.bodyStart) == message.bytes.count,
            last.firstField < last.endField
        else { return }
        let lineEnd = [ASCII.cr, ASCII.lf]
        if !output.suffix(2).elementsEqual(lineEnd) { output += lineEnd }
        if !output.suffix(4).elementsEqual(lineEnd + lineEnd) { output += lineEnd }
    }

    private init(message: Message) {
        self.message = message
    }

    static func isClean(_ octets: [UInt8]) -> Bool {
        isClean(octets.span, 0..<octets.count)
    }

    private static func isClean(_ octets: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var lineStart = range.lowerBound
        for index in range {
            let octet = octets[index]
            if octet > 0x7F || octet == 0 { return false }
            if octet == ASCII.cr, index + 1 == octets.count || octets[index + 1] != ASCII.lf { return false }
            if octet == ASCII.lf || octet == ASCII.cr { lineStart = index + 1 }
            if index - lineStart >= maximumLine { return false }
        }
        return true
    }

    /// Returns the bytes with CR LF for every LF.
    private static func canonicalLineEnds(_ octets: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(octets.count + octets.count / 32)
        for octet in octets {
            if octet == ASCII.lf, output.last != ASCII.cr { output.append(ASCII.cr) }
            output.append(octet)
        }
        return output
    }

    // MARK: - Edits

    private mutating func edit(_ part: Part) {
        let record = part.record
        let isLeaf = record.kind == .leaf || record.kind == .encodedMessage
        var encoding: TransferEncoding?
        if isLeaf {
            // Line ends are canonicalized when the message is written; in binary content they are data.
            let isBinary = record.encoding == .binary && !part.contentType.isText
            if isBinary || !Self.isClean(message.bytes.span, record.bodyRange) { encoding = encodeBody(part) }
        } else if part.transferEncoding != .sevenBit {
            encoding = .sevenBit
        }
        var hasEncodingField = false
        for field in part.header.fields {
            let range = Int(field.nameStart)..<Int(field.valueEnd)
            if field.name == .contentTransferEncoding, let encoding {
                let octets = hasEncodingField ? "X-Repeated" : "Content-Transfer-Encoding"
                edits.append(Edit(range: range, octets: Array("\(octets): \(encoding.name)".utf8)))
                hasEncodingField = true
            } else if !Self.isClean(message.bytes.span, range) {
                edits.append(Edit(range: range, octets: encode(HeaderField(bytes: message.bytes, record: field))))
            }
        }
        if let encoding, !hasEncodingField {
            let start = Int(record.headerStart)
            let field = "Content-Transfer-Encoding: \(encoding.name)\r\n"
            // A part without any header has only the empty line, and this field must be before it.
            let isBare = isLeaf && record.firstField == record.endField && record.bodyStart == record.headerStart
            edits.append(Edit(range: start..<start, octets: Array((field + (isBare ? "\r\n" : "")).utf8)))
        }
        for child in part.children { edit(child) }
        if record.kind == .message, let embedded = part.embeddedMessage { edit(embedded) }
    }

    private mutating func encodeBody(_ part: Part) -> TransferEncoding {
        var content = part.decodedContent
        // NULs indicate text whose character set has different line ends (UTF-16).
        let isText = part.contentType.isText && !content.contains(0)
        if isText { content = Self.canonicalLineEnds(content) }
        var choice = TransferEncodingChoice(isText: isText)
        choice.look(at: content.span, isLast: true)
        let isQuoted = choice.encoding == .quotedPrintable && !Self.mayDelimit(content)
        let encoding: TransferEncoding = isQuoted ? .quotedPrintable : .base64
        var encoder = BodyEncoder(encoding, isText: isText)
        var octets: [UInt8] = hasEmptyLine(before: part) ? [] : [ASCII.cr, ASCII.lf]
        encoder.encode(content.span, isLast: true, into: &octets)
        edits.append(Edit(range: part.rawBody, octets: octets))
        return encoding
    }

    /// Returns whether a line of the content could, in quoted-printable, be read as a delimiter of a multipart around
    /// it.
    private static func mayDelimit(_ content: [UInt8]) -> Bool {
        content.indices.contains { index in
            (index == 0 || content[index - 1] == ASCII.lf) && index + 2 < content.count
                && content[index] == ASCII.hyphen && content[index + 1] == ASCII.hyphen
                && !content[index + 2].isWhitespace
        }
    }

    /// Returns whether an empty line separates the header from the body. Without it, a body may begin with a line that
    /// is not a field but that could become one when encoded.
    private func hasEmptyLine(before part: Part) -> Bool {
        let record = part.record
        guard record.firstField < record.endField else { return true }
        let head = message.bytes[..<part.rawBody.lowerBound]
        guard head.last == ASCII.lf else { return false }
        return head.dropLast().last { $0 != ASCII.cr } == ASCII.lf
    }

    /// Returns the field in 7 bits with the same meaning, without its last line end.
    private func encode(_ field: HeaderField) -> [UInt8] {
        let range = field.record.valueRange
        var octets: [UInt8]?
        switch field.kind {
        case .from, .to, .cc, .bcc, .replyTo, .sender:
            let addresses = Array(AddressList(message.bytes, range))
            octets = try? OutgoingFieldEncoder.octets(of: .addresses(field.name, addresses))
            // A non-ASCII address can only be displayed here, not used.
            if let encoded = octets, encoded.isEmpty || encoded.contains(where: { $0 > 0x7F }) { octets = nil }
        case .contentType, .contentDisposition:
            let parsed = ParameterParser(message.bytes, range)
            var writer = FoldedFieldWriter(field.name)
            // A type too long for a line is not a known type; for a multipart, the part that is kept is enough.
            writer.add(message.bytes[parsed.value].filter { $0 < 0x7F }.prefix(FoldedFieldWriter.maximumWord))
            for (name, value) in ParameterList(parsed, message.bytes).entries {
                // `copy` substitutes the same characters in the delimiters.
                let boundary = name == "boundary" ? parsed.rawValue(of: "boundary")?.map(Self.substitute) : nil
                let value = boundary.map { String(decoding: $0, as: UTF8.self) } ?? value
                writer.add(parameter: String(name.unicodeScalars.filter(\.isASCII)), value)
            }
            octets = writer.finish()
        default:
            break
        }
        if octets == nil {
            let name = field.name.utf8.prefix(70).map { $0 < 0x7F ? $0 : ASCII.hyphen }
            var writer = FoldedFieldWriter(String(decoding: name, as: UTF8.self))
            writer.add(text: field.text)
            octets = writer.finish()
        }
        return Array((octets ?? []).dropLast(2))
    }

    // MARK: - Result

    private func apply() -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(message.bytes.count + message.bytes.count / 8)
        var position = 0
        // A field inserted before another one has an empty range and is sorted first.
        let ordered = edits.sorted {
            ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
        }
        for edit in ordered where edit.range.lowerBound >= position {
            copy(position..<edit.range.lowerBound, to: &output)
            output.append(contentsOf: edit.octets)
            position = edit.range.upperBound
        }
        copy(position..<message.bytes.count, to: &output)
        return output
    }

    /// Copies text that no edit covers. If it is not 7-bit or too long, it is text that readers ignore, before or after
    /// the parts of a multipart, so its content may be lost. A line is truncated, never split, because its second half
    /// could be read as something else.
    private func copy(_ range: Range<Int>, to output: inout [UInt8]) {
        var length = 0
        var heldCRs = 0
        for octet in message.bytes[range] {
            if octet == ASCII.cr {
                heldCRs += 1
                continue
            }
            if octet == ASCII.lf {
                // A gateway that took CR LF for LF has left more than one CR.
                output += [ASCII.cr, ASCII.lf]
                length = 0
            } else {
                for _ in 0..<heldCRs { add(ASCII.cr, &length, to: &output) }
                add(octet, &length, to: &output)
            }
            heldCRs = 0
        }
        if heldCRs > 0, range.upperBound == message.bytes.count {
            output += [ASCII.cr, ASCII.lf]
        } else {
            for _ in 0..<heldCRs { add(ASCII.cr, &length, to: &output) }
        }
    }

    private func add(_ octet: UInt8, _ length: inout Int, to output: inout [UInt8]) {
        length += 1
        if length <= Self.maximumLine { output.append(Self.substitute(octet)) }
    }

    private static func substitute(_ octet: UInt8) -> UInt8 {
        octet > 0x7F || octet == 0 || octet == ASCII.cr ? ASCII.question : octet
    }
}
