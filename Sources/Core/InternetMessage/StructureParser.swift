/// Finds the structure of a message in one pass over its bytes.
///
/// Every line that begins with `--` is compared with the boundaries of all the multiparts that are open, the innermost
/// first, so that a missing or misplaced delimiter costs the rest of one part and not of the message [RFC 2046 §5.1.2].
struct StructureParser {
    /// Deeper multiparts and messages are kept as leaves: no real mail comes near, and it bounds the stack.
    static let maximumDepth = 100
    /// Delimiters past this many parts are not looked for: what follows belongs to the last part.
    static let maximumParts = 10_000

    private let bytes: [UInt8]
    private(set) var index = StructureIndex()
    private var boundaries: [Boundary] = []
    private var position = 0

    private struct Boundary {
        let value: [UInt8]
    }

    /// What a part ended with: the delimiter of a multipart that is still open, or the end of the bytes.
    private enum Ending {
        case delimiter(level: Int, isClosing: Bool)
        case endOfBytes
    }

    private struct Delimiter {
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

    /// Reads one header and its body from `position`, and leaves `position` behind the delimiter that ended it.
    private mutating func parseEntity(depth: Int, isInDigest: Bool) -> Ending {
        let number = index.parts.count
        var part = PartRecord(headerStart: UInt32(position), firstField: UInt32(index.fields.count))
        part.isInDigest = isInDigest
        let delimiter = parseHeader()
        part.endField = UInt32(index.fields.count)
        part.bodyStart = UInt32(delimiter?.lineStart ?? position)
        part.bodyEnd = part.bodyStart
        let content = classify(&part, depth: depth)
        index.parts.append(part)
        if let delimiter {
            position = delimiter.next
            return .delimiter(level: delimiter.level, isClosing: delimiter.isClosing)
        }
        switch content {
        case .leaf:
            return endBody(of: number, depth: depth)
        case .message:
            index.parts[number].firstChild = UInt32(index.parts.count)
            let ending = parseEntity(depth: depth + 1, isInDigest: false)
            index.parts[number].bodyEnd = index.parts[Int(index.parts[number].firstChild)].bodyEnd
            return ending
        case .multipart(let boundary, let isDigest):
            return parseMultipart(number, boundary, isDigest: isDigest, depth: depth)
        }
    }

    private mutating func parseMultipart(
        _ number: Int, _ boundary: [UInt8], isDigest: Bool, depth: Int
    ) -> Ending {
        let level = boundaries.count
        boundaries.append(Boundary(value: boundary))
        var ending = endBody(of: number, depth: depth)
        var lastChild = 0
        while case .delimiter(level, isClosing: false) = ending, index.parts.count < Self.maximumParts {
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
            index.parts[number].bodyEnd = lastChild == 0
                ? index.parts[number].bodyEnd : max(index.parts[number].bodyEnd, index.parts[lastChild].bodyEnd)
        }
        return ending
    }

    /// Takes the lines up to the next delimiter of an open multipart as (more of) the body of part `number`.
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

    // MARK: - What a header says of the body

    private enum Content {
        case leaf
        case message
        case multipart(boundary: [UInt8], isDigest: Bool)
    }

    private func classify(_ part: inout PartRecord, depth: Int) -> Content {
        var typeField: FieldRecord?
        for field in index.fields[Int(part.firstField)..<Int(part.endField)] {
            switch field.name {
            case .contentType where typeField == nil: typeField = field
            case .contentTransferEncoding:
                part.encoding = TransferEncoding(fieldValue: bytes.span, field.valueRange)
            default: break
            }
        }
        guard depth < Self.maximumDepth else { return .leaf }
        var type = MediaTypeScan.Outcome.other
        if let typeField {
            type = MediaTypeScan.scan(bytes.span, typeField.valueRange)
        } else if part.isInDigest {
            type = .message
        }
        switch type {
        case .other:
            return .leaf
        case .message:
            part.kind = part.encoding.isIdentity ? .message : .encodedMessage
            return part.kind == .message ? .message : .leaf
        case .multipart(let isDigest):
            guard let typeField,
                let boundary = Parameters(bytes, typeField.valueRange).rawValue(of: "boundary"), !boundary.isEmpty
            else {
                part.kind = .multipart
                return .leaf
            }
            part.kind = .multipart
            return .multipart(boundary: boundary, isDigest: isDigest)
        }
    }

    // MARK: - Lines

    /// The first delimiter at or after `position`, which is the start of a line.
    private func nextDelimiter() -> Delimiter? {
        guard !boundaries.isEmpty else { return nil }
        let span = bytes.span
        var lineStart = position
        while lineStart < span.count {
            if let delimiter = delimiter(at: lineStart) { return delimiter }
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

    @inline(never)
    private func matchDelimiter(at lineStart: Int) -> Delimiter? {
        for level in boundaries.indices.reversed() {
            let boundary = boundaries[level].value
            let end = lineStart + 2 + boundary.count
            guard end <= bytes.count, boundary.span.isEqual(to: bytes.span, at: lineStart + 2) else { continue }
            var index = end
            let isClosing = index + 1 < bytes.count && bytes[index] == ASCII.hyphen && bytes[index + 1] == ASCII.hyphen
            if isClosing { index += 2 }
            while index < bytes.count, bytes[index].isBlank || bytes[index] == ASCII.cr { index += 1 }
            guard index == bytes.count || bytes[index] == ASCII.lf else { continue }
            return Delimiter(
                lineStart: lineStart, next: min(index + 1, bytes.count), level: level, isClosing: isClosing)
        }
        return nil
    }

    // MARK: - Header

    /// Reads fields up to the empty line, and leaves `position` at the start of the body. A delimiter of an open
    /// multipart ends a header as well, and is returned.
    private mutating func parseHeader() -> Delimiter? {
        let bytes = bytes
        let span = bytes.span
        let firstField = index.fields.count
        while position < span.count {
            let lineStart = position
            let lineEnd = ByteScan.first(ASCII.lf, in: span, lineStart..<span.count)
            var contentEnd = lineEnd
            if contentEnd > lineStart, span[contentEnd &- 1] == ASCII.cr { contentEnd &-= 1 }
            let next = min(lineEnd &+ 1, span.count)
            if contentEnd == lineStart {
                position = next
                return nil
            }
            if !boundaries.isEmpty, let delimiter = delimiter(at: lineStart) { return delimiter }
            let hasField = index.fields.count > firstField
            if hasField, span[lineStart].isBlank {
                index.fields[index.fields.count &- 1].valueEnd = UInt32(truncatingIfNeeded: contentEnd)
            } else if let field = Self.field(span, lineStart..<contentEnd) {
                index.fields.append(field)
            } else if !isSkippable(lineStart..<contentEnd, next: next) {
                return nil
            }
            position = next
        }
        return nil
    }

    /// The field that a line begins, blanks before the colon allowed [RFC 5322 §4.5]; `nil` where it begins none.
    private static func field(_ span: Span<UInt8>, _ line: Range<Int>) -> FieldRecord? {
        var start = line.lowerBound
        while start < line.upperBound, span[start].isBlank { start &+= 1 }
        var end = start
        while end < line.upperBound, span[end] &- 0x21 < 0x5E, span[end] != ASCII.colon { end &+= 1 }
        var colon = end
        while colon < line.upperBound, span[colon].isBlank { colon &+= 1 }
        guard end > start, colon < line.upperBound, span[colon] == ASCII.colon else { return nil }
        return FieldRecord(
            nameStart: UInt32(truncatingIfNeeded: start), nameEnd: UInt32(truncatingIfNeeded: end),
            valueStart: UInt32(truncatingIfNeeded: colon &+ 1), valueEnd: UInt32(truncatingIfNeeded: line.upperBound),
            name: FieldName.recognise(span, start..<end))
    }

    /// Whether a line that is no field may be passed over. An mbox separator may, and a line that more fields follow;
    /// otherwise the body has begun without its empty line, and nothing of it must be lost.
    private func isSkippable(_ line: Range<Int>, next: Int) -> Bool {
        if bytes.span.hasPrefix("From ", at: line.lowerBound) || bytes.span.hasPrefix(">From ", at: line.lowerBound) {
            return true
        }
        guard next < bytes.count, !bytes[next].isBlank else { return false }
        let end = ByteScan.first(ASCII.lf, in: bytes.span, next..<bytes.count)
        return Self.field(bytes.span, next..<end) != nil
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
