/// Converts a stored message to the form that is sent: CRLF line ends, and a header without Bcc, Resent-Bcc and
/// petrel's private `X-Petrel-…` fields.
///
/// Processes the message in pieces and buffers at most one field name. If Bcc was the only recipient field,
/// `To: undisclosed-recipients:;` is added [RFC 5322 §3.6.3, appendix A.1.3].
public struct SubmissionFilter: Sendable {
    private enum Place {
        /// At the start of a line. A space here continues the previous field.
        case lineStart(isRemoving: Bool)
        case name([UInt8])
        case value(isRemoving: Bool)
        case body
    }

    /// The maximum number of bytes of a field name to buffer. Removed names are shorter, including trailing white
    /// space.
    private static let maximumName = 256

    private var place = Place.lineStart(isRemoving: false)
    private var isAfterCR = false
    /// Whether everything up to the line end is copied, as in the body.
    private var isInLine = false
    private var hasRecipient = false
    private var hasRemovedRecipient = false

    public init() {}

    /// Appends the filtered next piece of the message to `output`.
    public mutating func add(_ octets: [UInt8], to output: inout [UInt8]) {
        output.reserveCapacity(output.count + octets.count)
        var index = 0
        while index < octets.count {
            if isInLine {
                let end = Self.endOfLine(in: octets.span, from: index)
                output += octets[index..<end]
                index = end
                if end == octets.count { return }
            }
            take(octets[index], &output)
            index += 1
        }
    }

    private static func endOfLine(in octets: Span<UInt8>, from start: Int) -> Int {
        var end = start
        while end < octets.count, octets[end] != 0x0D, octets[end] != 0x0A { end += 1 }
        return end
    }

    private mutating func take(_ octet: UInt8, _ output: inout [UInt8]) {
        if isAfterCR {
            isAfterCR = false
            endLine(&output)
            if octet == 0x0A { return }
        }
        switch octet {
        case 0x0D:
            isAfterCR = true
            isInLine = false
        case 0x0A: endLine(&output)
        default: add(octet, &output)
        }
    }

    /// Appends the buffered bytes. No more input may follow.
    public mutating func finish(to output: inout [UInt8]) {
        if isAfterCR { endLine(&output) }
        isAfterCR = false
        if case .name(let name) = place { output += name }
    }

    private mutating func add(_ octet: UInt8, _ output: inout [UInt8]) {
        switch place {
        case .body, .value(isRemoving: false): output.append(octet)
        case .value(isRemoving: true): break
        case .lineStart(let isRemoving) where octet == 0x20 || octet == 0x09:
            place = .value(isRemoving: isRemoving)
            if !isRemoving { output.append(octet) }
        case .lineStart: place = .name([octet])
        case .name(let name) where octet == 0x3A:
            let isRemoving = note(name)
            place = .value(isRemoving: isRemoving)
            if !isRemoving { output += name + [octet] }
        case .name(let name) where name.count < Self.maximumName: place = .name(name + [octet])
        case .name(let name):
            output += name + [octet]
            place = .value(isRemoving: false)
        }
    }

    private mutating func endLine(_ output: inout [UInt8]) {
        let end: [UInt8] = [0x0D, 0x0A]
        switch place {
        case .body:
            output += end
            isInLine = true
        case .value(let isRemoving):
            if !isRemoving { output += end }
            place = .lineStart(isRemoving: isRemoving)
        case .name(let name):
            // This is not a field, but servers do not end the header here either.
            output += name + end
            place = .lineStart(isRemoving: false)
        case .lineStart:
            isInLine = true
            if hasRemovedRecipient, !hasRecipient { output += Array("To: undisclosed-recipients:;\r\n".utf8) }
            output += end
            place = .body
        }
    }

    /// Records the field name and returns whether to remove the field.
    private mutating func note(_ name: [UInt8]) -> Bool {
        let end = name.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? 0
        let lower = name[..<end].map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        func isNamed(_ other: StaticString) -> Bool { lower.elementsEqual(other.description.utf8) }
        if isNamed("to") || isNamed("cc") { hasRecipient = true }
        if isNamed("bcc") { hasRemovedRecipient = true }
        return isNamed("bcc") || isNamed("resent-bcc") || lower.starts(with: "x-petrel-".utf8)
    }
}
