/// Parses the structure of a message in one pass over its bytes.
///
/// Every line that begins with `--` is compared with the boundaries of all open multiparts, innermost first. So a
/// missing or misplaced delimiter affects the rest of one part, not of the whole message [RFC 2046 §5.1.2].
struct StructureParser {
    /// Deeper multiparts and messages are kept as leaves. No real mail comes near this limit, and it bounds the stack.
    static let maximumDepth = 100
    /// Beyond this many parts, delimiters begin no new part: the content after them stays with its multipart.
    static let maximumParts = 10_000

    let bytes: [UInt8]
    private(set) var index = StructureIndex()
    /// The boundaries of the open multiparts, outermost first.
    var boundaries: [[UInt8]] = []
    private(set) var position = 0
    /// Whether a line may complete the innermost boundary: none of its delimiters was found yet.
    var mayCompleteBoundary = false
    /// How many times the rest of the message was searched for a boundary, which takes time for each.
    var searches = 0

    /// What ended a part: the delimiter of a multipart that is still open, or the end of the bytes.
    private enum Ending {
        case delimiter(level: Int, isClosing: Bool)
        case endOfBytes
    }

    struct Delimiter {
        let lineStart: Int
        let next: Int
        let level: Int
        let isClosing: Bool
    }

    static func parse(_ bytes: [UInt8], depth: Int = 0) -> StructureIndex {
        var parser = StructureParser(bytes: bytes)
        parser.index.fields.reserveCapacity(32)
        _ = parser.parseEntity(depth: depth, isInDigest: false)
        return parser.index
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    // MARK: - Parts

    /// Parses one header and its body from `position`, and moves `position` past the delimiter that ended it.
    private mutating func parseEntity(depth: Int, isInDigest: Bool) -> Ending {
        let number = index.parts.count
        var part = PartRecord(headerStart: UInt32(position), firstField: UInt32(index.fields.count))
        part.isInDigest = isInDigest
        var delimiter = parseHeader()
        if number == 0, depth == 0 { index.isPartial = isMarkedPartial }
        let missing = index.isPartial && delimiter == nil ? undownloadedPart(from: Int(part.firstField)) : nil
        if missing != nil {
            part.firstField = UInt32(index.fields.count)
            delimiter = parseHeader()
        }
        part.endField = UInt32(index.fields.count)
        part.bodyStart = UInt32(delimiter?.lineStart ?? position)
        part.bodyEnd = part.bodyStart
        var content = Content.leaf
        // If a delimiter ended the header, there is no body that could be a message or have parts.
        if delimiter == nil { content = classify(&part, depth: depth) }
        if let missing {
            content = .leaf
            part.kind = .leaf
            index.missing[number] = missing
        }
        index.parts.append(part)
        if let delimiter {
            position = delimiter.next
            return .delimiter(level: delimiter.level, isClosing: delimiter.isClosing)
        }
        switch content {
        case .leaf:
            return endBody(of: number, depth: depth)
        case .message:
            let child = index.parts.count
            let ending = parseEntity(depth: depth + 1, isInDigest: false)
            index.parts[number].bodyEnd = index.parts[child].bodyEnd
            if isNoMessage(child) {
                index.parts.removeLast(index.parts.count - child)
                index.parts[number].kind = .leaf
            } else {
                index.parts[number].firstChild = UInt32(child)
            }
            return ending
        case .multipart(let boundary, let isDigest):
            return parseMultipart(number, boundary, isDigest: isDigest, depth: depth)
        }
    }

    private mutating func parseMultipart(
        _ number: Int, _ boundary: [UInt8], isDigest: Bool, depth: Int
    ) -> Ending {
        let level = boundaries.count
        boundaries.append(boundary)
        mayCompleteBoundary = true
        var ending = endBody(of: number, depth: depth)
        mayCompleteBoundary = false
        var lastChild = 0
        // A delimiter at the very end marks a truncated message and does not begin a part.
        while case .delimiter(level, isClosing: false) = ending, position < bytes.count,
            index.parts.count < Self.maximumParts
        {
            let child = index.parts.count
            if lastChild == 0 {
                index.parts[number].firstChild = UInt32(child)
            } else {
                index.parts[lastChild].nextSibling = UInt32(child)
            }
            lastChild = child
            ending = parseEntity(depth: depth + 1, isInDigest: isDigest)
        }
        boundaries.removeLast(boundaries.count - level)
        if case .delimiter(level, _) = ending {
            ending = endBody(of: number, depth: depth)
        } else {
            index.parts[number].bodyEnd =
                lastChild == 0
                ? index.parts[number].bodyEnd : max(index.parts[number].bodyEnd, index.parts[lastChild].bodyEnd)
        }
        return ending
    }

    /// Adds the lines up to the next delimiter of an open multipart to the body of part `number`.
    private mutating func endBody(of number: Int, depth: Int) -> Ending {
        guard let delimiter = nextDelimiter() else {
            position = bytes.count
            index.parts[number].bodyEnd = UInt32(bytes.count)
            return .endOfBytes
        }
        // The line break before a delimiter belongs to the delimiter [RFC 2046 §5.1.1].
        var end = delimiter.lineStart
        let start = Int(index.parts[number].bodyStart)
        if end > start, bytes[end - 1] == ASCII.lf { end -= 1 }
        if end > start, bytes[end - 1] == ASCII.cr { end -= 1 }
        index.parts[number].bodyEnd = UInt32(max(end, start))
        position = delimiter.next
        return .delimiter(level: delimiter.level, isClosing: delimiter.isClosing)
    }

    /// Returns whether a part labeled as a message is plain text: it has neither a field nor the empty line that ends a
    /// header without fields.
    private func isNoMessage(_ number: Int) -> Bool {
        let part = index.parts[number]
        return part.firstField == part.endField && part.bodyStart == part.headerStart && part.bodyEnd > part.bodyStart
    }

    // MARK: - Parts not downloaded

    /// Whether the header marks the message as partial and the mark was not written by the sender.
    private var isMarkedPartial: Bool {
        guard let first = index.fields.first, !has("x-petrel-whole", first) else { return false }
        return index.fields.contains { has("x-petrel-partial", $0) }
    }

    private func has(_ name: StaticString, _ field: FieldRecord) -> Bool {
        bytes.span.equalsIgnoringCase(name, in: field.nameRange)
    }

    /// Returns the missing part described by the header that begins at `firstField`, if it describes one. The content
    /// after that header is the header of the missing part.
    private func undownloadedPart(from firstField: Int) -> UndownloadedPart? {
        index.fields[firstField...].first { $0.name == .contentType }.flatMap {
            UndownloadedPartParser.missing(bytes, $0.valueRange)
        }
    }

    // MARK: - Type of the body

    private enum Content {
        case leaf
        case message
        case multipart(boundary: [UInt8], isDigest: Bool)
    }

    private mutating func classify(_ part: inout PartRecord, depth: Int) -> Content {
        var typeField: FieldRecord?
        var hasEncoding = false
        for field in index.fields[Int(part.firstField)..<Int(part.endField)] {
            switch field.name {
            case .contentType where typeField == nil: typeField = field
            case .contentTransferEncoding where !hasEncoding:
                hasEncoding = true
                var value = FieldCursor(bytes, field.valueRange)
                value.skipCFWS()
                part.encoding = TransferEncoding(fieldValue: bytes.span, value.index..<value.end)
            default: break
            }
        }
        guard depth < Self.maximumDepth else { return .leaf }
        var type = ContentTypeClassifier.Outcome.other
        if let typeField {
            var value = FieldCursor(bytes, typeField.valueRange)
            value.skipCFWS()
            type = ContentTypeClassifier.classify(bytes.span, value.index..<value.end)
        } else if part.isInDigest {
            type = .message
        }
        switch type {
        case .other:
            return .leaf
        case .message:
            part.kind = isEncoded(part) ? .encodedMessage : .message
            return part.kind == .message ? .message : .leaf
        case .multipart(let isDigest):
            part.kind = .multipart
            guard let boundary = typeField.flatMap({ boundary($0) }) else { return .leaf }
            return .multipart(boundary: boundary, isDigest: isDigest)
        }
    }

    /// Returns whether the message after the header of `part` is really in the part's encoding. Many are not.
    private func isEncoded(_ part: PartRecord) -> Bool {
        guard part.encoding == .base64 else { return !part.encoding.isIdentity }
        let line = position..<ByteScan.first(ASCII.lf, in: bytes.span, position..<bytes.count)
        return Base64.isPlausible(bytes.span, line)
    }

    // MARK: - Lines

    /// Returns the first delimiter at or after `position`, which must be the start of a line.
    private mutating func nextDelimiter() -> Delimiter? {
        guard !boundaries.isEmpty else { return nil }
        let bytes = bytes
        let span = bytes.span
        var lineStart = position
        while lineStart < span.count {
            if let delimiter = delimiter(at: lineStart) { return delimiter }
            if mayCompleteBoundary, let delimiter = delimiterCompletingBoundary(at: lineStart) { return delimiter }
            let lineEnd = ByteScan.first(ASCII.lf, in: span, lineStart..<span.count)
            lineStart = lineEnd &+ 1
        }
        return nil
    }

    @inline(__always)
    private func delimiter(at lineStart: Int) -> Delimiter? {
        let span = bytes.span
        guard lineStart &+ 2 < span.count, span[lineStart] == ASCII.hyphen, span[lineStart &+ 1] == ASCII.hyphen else {
            return nil
        }
        return matchDelimiter(at: lineStart)
    }

    /// Matches a delimiter at the start of a line. A line that consists of a delimiter only has precedence, at any
    /// level, because one boundary may be a prefix of another. Otherwise, text after a delimiter is ignored if a blank
    /// or the closing "--" separates it, as the note to implementors in RFC 2046 §5.1.1 says.
    @inline(never)
    private func matchDelimiter(at lineStart: Int) -> Delimiter? {
        var lenient: Delimiter?
        for level in boundaries.indices.reversed() {
            let boundary = boundaries[level]
            var index = lineStart + 2 + boundary.count
            guard index <= bytes.count, boundary.span.isEqual(to: bytes.span, at: lineStart + 2) else { continue }
            let isClosing = index + 1 < bytes.count && bytes[index] == ASCII.hyphen && bytes[index + 1] == ASCII.hyphen
            if isClosing { index += 2 }
            let isSetApart = isClosing || index == bytes.count || bytes[index].isWhitespace
            while index < bytes.count, bytes[index].isBlank || bytes[index] == ASCII.cr { index += 1 }
            let isWholeLine = index == bytes.count || bytes[index] == ASCII.lf
            guard isWholeLine || isSetApart && lenient == nil else { continue }
            let lineEnd = ByteScan.first(ASCII.lf, in: bytes.span, index..<bytes.count)
            let delimiter = Delimiter(
                lineStart: lineStart, next: min(lineEnd + 1, bytes.count), level: level, isClosing: isClosing)
            if isWholeLine { return delimiter }
            lenient = delimiter
        }
        return lenient
    }

    // MARK: - Header

    /// Parses fields up to the empty line and leaves `position` at the start of the body. A delimiter of an open
    /// multipart also ends a header, and is returned.
    private mutating func parseHeader() -> Delimiter? {
        let bytes = bytes
        let span = bytes.span
        let firstField = index.fields.count
        while position < span.count {
            let lineStart = position
            let lineEnd = ByteScan.first(ASCII.lf, in: span, lineStart..<span.count)
            var contentEnd = lineEnd
            // A gateway that takes CR LF for LF leaves more than one CR.
            while contentEnd > lineStart, span[contentEnd &- 1] == ASCII.cr { contentEnd &-= 1 }
            let next = min(lineEnd &+ 1, span.count)
            if contentEnd == lineStart {
                position = next
                return nil
            }
            if !boundaries.isEmpty, let delimiter = delimiter(at: lineStart) { return delimiter }
            let hasField = index.fields.count > firstField
            if hasField, span[lineStart].isBlank || continuesParameters(lineStart..<contentEnd) {
                index.fields[index.fields.count &- 1].valueEnd = UInt32(truncatingIfNeeded: contentEnd)
            } else if let field = FieldRecord(span, lineStart..<contentEnd) {
                index.fields.append(field)
            } else if !isSkippable(lineStart..<contentEnd, next: next, isFirst: !hasField) {
                return nil
            }
            position = next
        }
        return nil
    }

    /// Returns whether a line continues the parameters of the last field although it lost its white space: after a
    /// semicolon, `name=` follows. If the boundary were missing, a whole message would be shown as one text.
    private func continuesParameters(_ line: Range<Int>) -> Bool {
        guard let field = index.fields.last, field.name == .contentType || field.name == .contentDisposition else {
            return false
        }
        var end = Int(field.valueEnd)
        while end > field.valueStart, bytes[end - 1].isBlank { end -= 1 }
        guard end > field.valueStart, bytes[end - 1] == ASCII.semicolon else { return false }
        return ParameterParser.beginsParameter(FieldCursor(bytes, line))
    }

    /// The number of lines searched for a field after a line that is not one.
    private static let lookahead = 32

    /// Returns whether a line that is not a field may be skipped. This applies to an mbox separator at the start, and
    /// to a line after which the header continues, such as a folded line that lost its white space: a well-known field
    /// follows within a few lines. Otherwise the body has begun without its empty line, and none of it may be lost.
    private func isSkippable(_ line: Range<Int>, next: Int, isFirst: Bool) -> Bool {
        let span = bytes.span
        // More likely a delimiter of the multipart that this header begins.
        if span.hasPrefix("--", at: line.lowerBound) { return false }
        if isFirst, ByteScan.first(ASCII.colon, in: span, line) < line.upperBound,
            span.hasPrefix("From ", at: line.lowerBound) || span.hasPrefix(">From ", at: line.lowerBound)
        {
            return true
        }
        var start = next
        for _ in 0..<Self.lookahead where start < span.count {
            let end = ByteScan.first(ASCII.lf, in: span, start..<span.count)
            if span[start] == ASCII.cr || span[start] == ASCII.lf { return false }
            // Fields of another part are no evidence for this one.
            if !boundaries.isEmpty, delimiter(at: start) != nil { return false }
            if !span[start].isBlank, let field = FieldRecord(span, start..<end), field.isFamiliar(span) {
                return true
            }
            start = end + 1
        }
        return false
    }
}

extension Span<UInt8> {
    func isEqual(to other: Span<UInt8>, at offset: Int) -> Bool {
        guard offset + count <= other.count else { return false }
        for index in 0..<count where self[index] != other[offset &+ index] { return false }
        return true
    }

    func hasPrefix(_ prefix: StaticString, at offset: Int) -> Bool {
        guard offset + prefix.utf8CodeUnitCount <= count else { return false }
        for index in 0..<prefix.utf8CodeUnitCount where self[offset &+ index] != (unsafe prefix.utf8Start[index]) {
            return false
        }
        return true
    }
}
