/// Converts a stored message to the form that is sent: CRLF line ends, and a header without Bcc, Resent-Bcc and
/// petrel's private `X-Petrel-…` fields.
///
/// Processes the message in pieces and buffers at most one field name. What is a field is decided as in the parser of
/// messages, which finds the recipients: a field that it recognizes as Bcc is never sent. If Bcc was the only recipient
/// field, `To: undisclosed-recipients:;` is added [RFC 5322 §3.6.3, appendix A.1.3].
public struct SubmissionFilter: Sendable {
    private enum Place {
        /// At the start of a line. A space here continues the previous field.
        case lineStart(isRemoving: Bool)
        case name(Name)
        case value(isRemoving: Bool)
        case body
    }

    /// What was read of a line that may begin a field.
    private struct Name {
        /// The maximum number of bytes of a field name to buffer. The names of removed fields are shorter, or are known
        /// from their beginning.
        static let maximum = 256

        /// Blanks before the first field of a header, which parsers ignore.
        var indentation: [UInt8] = []
        var octets: [UInt8] = []
        /// The blanks between the name and the colon. Any number is allowed [RFC 5322 §4.5], and only the first ones
        /// are kept.
        var blanks: [UInt8] = []

        var all: [UInt8] { indentation + octets + blanks }

        mutating func add(blank: UInt8) {
            if octets.isEmpty {
                if indentation.count < Self.maximum { indentation.append(blank) }
            } else if blanks.count < Self.maximum {
                blanks.append(blank)
            }
        }
    }

    private var place = Place.lineStart(isRemoving: false)
    /// The number of CRs at the end of what was read. Before LF in the header, any number of them is one line end.
    private var pendingCRs = 0
    private var hasField = false
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
        if pendingCRs > 0, octet != 0x0D {
            endLines(beforeLF: octet == 0x0A, &output)
            if octet == 0x0A { return }
        }
        switch octet {
        case 0x0D:
            pendingCRs += 1
            isInLine = false
        case 0x0A: endLine(&output)
        default: add(octet, &output)
        }
    }

    /// Appends the buffered bytes. No more input may follow.
    public mutating func finish(to output: inout [UInt8]) {
        endLines(beforeLF: false, &output)
        if case .name(let name) = place { output += name.all }
    }

    private mutating func add(_ octet: UInt8, _ output: inout [UInt8]) {
        switch place {
        case .body, .value(isRemoving: false): output.append(octet)
        case .value(isRemoving: true): break
        case .lineStart(let isRemoving) where octet.isBlank && hasField:
            place = .value(isRemoving: isRemoving)
            if !isRemoving { output.append(octet) }
        case .lineStart: add(octet, to: Name(), &output)
        case .name(let name): add(octet, to: name, &output)
        }
    }

    private mutating func add(_ octet: UInt8, to known: Name, _ output: inout [UInt8]) {
        var name = known
        if octet == 0x3A {
            hasField = hasField || !name.octets.isEmpty
            let isRemoving = note(name.octets)
            place = .value(isRemoving: isRemoving)
            if !isRemoving { output += name.all + [octet] }
        } else if octet.isBlank {
            name.add(blank: octet)
            place = .name(name)
        } else if name.blanks.isEmpty, name.octets.count < Name.maximum {
            name.octets.append(octet)
            place = .name(name)
        } else {
            // Text after a blank is not a field. A name that is too long is one, if it is followed by a colon.
            let isRemoving = name.blanks.isEmpty && note(name.octets)
            hasField = hasField || name.blanks.isEmpty
            place = .value(isRemoving: isRemoving)
            if !isRemoving { output += name.all + [octet] }
        }
    }

    private mutating func endLines(beforeLF: Bool, _ output: inout [UInt8]) {
        var isInBody: Bool { if case .body = place { true } else { false } }
        while pendingCRs > 0 {
            if beforeLF, !isInBody { pendingCRs = 1 }
            endLine(&output)
            pendingCRs -= 1
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
            output += name.all + end
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
        let lower = name.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        func isNamed(_ other: StaticString) -> Bool { lower.elementsEqual(other.description.utf8) }
        if isNamed("to") || isNamed("cc") { hasRecipient = true }
        if isNamed("bcc") { hasRemovedRecipient = true }
        return isNamed("bcc") || isNamed("resent-bcc") || lower.starts(with: "x-petrel-".utf8)
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}
