internal import JSONText
internal import Terminal

/// Writes JSON incrementally, so that a value of any size needs no memory [RFC 8259].
///
/// Strings are UTF-8 and can be written in pieces. Control characters including DEL and C1 are escaped, so that output
/// can be shown on a terminal.
struct JSONWriter {
    var output: Output
    private var needsComma = false
    /// Whether the last byte of a piece was 0xC2: the next byte decides whether the character is a control character.
    private var holdsC2 = false

    init(_ output: Output) {
        self.output = output
    }

    // MARK: - Structure

    mutating func object(_ members: (inout JSONWriter) -> Void) {
        open(0x7B)
        members(&self)
        close(0x7D)
    }

    mutating func array(_ elements: (inout JSONWriter) -> Void) {
        open(0x5B)
        elements(&self)
        close(0x5D)
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        output.write(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        output.write(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { output.write(0x2C) }
        needsComma = true
    }

    /// Writes the name of a member; its value follows.
    mutating func key(_ name: String) {
        string(name)
        output.write(0x3A)
        needsComma = false
    }

    mutating func endLine() {
        output.write(0x0A)
        needsComma = false
    }

    // MARK: - Values

    /// Writes a value that is JSON already.
    mutating func value(_ json: JSONValue) {
        separate()
        output.write(json.octets.span)
    }

    mutating func null() {
        separate()
        output.write("null")
    }

    mutating func bool(_ value: Bool) {
        separate()
        output.write(value ? "true" : "false")
    }

    mutating func number(_ value: Int) {
        separate()
        output.write(String(value))
    }

    /// Writes a duration in seconds, to the millisecond.
    mutating func number(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let thousandths = attoseconds / 1_000_000_000_000_000
        let digits = String(1000 + thousandths).dropFirst()
        separate()
        output.write("\(seconds).\(digits)")
    }

    mutating func number(_ value: Int?) {
        if let value { number(value) } else { null() }
    }

    mutating func string(_ value: String) {
        string { $0.piece(value.utf8.span) }
    }

    mutating func string(_ value: String?) {
        if let value { string(value) } else { null() }
    }

    /// Writes a string, which `pieces` writes with `piece` and `ascii`.
    mutating func string(_ pieces: (inout JSONWriter) -> Void) {
        separate()
        output.write(0x22)
        pieces(&self)
        if holdsC2 { output.write(0xC2) }
        holdsC2 = false
        output.write(0x22)
    }

    /// Writes bytes of a string that need no escaping.
    mutating func ascii(_ octets: Span<UInt8>) {
        output.write(octets)
    }

    mutating func piece(_ octets: Span<UInt8>) {
        var start = 0
        if holdsC2, octets.count > 0 {
            holdsC2 = false
            if octets[0] &- 0x80 < 0x20 {
                escape(octets[0])
                start = 1
            } else {
                output.write(0xC2)
            }
        }
        var index = start
        while index < octets.count {
            let octet = octets[index]
            if octet >= 0x20, octet != 0x22, octet != 0x5C, octet != 0x7F, octet != 0xC2 {
                index &+= 1
                continue
            }
            if octet == 0xC2, index + 1 < octets.count, octets[index + 1] &- 0x80 >= 0x20 {
                index &+= 2
                continue
            }
            output.write(octets.extracting(start..<index))
            if octet == 0xC2 {
                if index + 1 == octets.count {
                    holdsC2 = true
                } else {
                    escape(octets[index + 1])
                }
                index += 2
            } else {
                escape(octet)
                index += 1
            }
            start = min(index, octets.count)
        }
        if start < octets.count { output.write(octets.extracting(start...)) }
    }

    private mutating func escape(_ octet: UInt8) {
        switch octet {
        case 0x22: output.write("\\\"")
        case 0x5C: output.write("\\\\")
        case 0x0A: output.write("\\n")
        case 0x0D: output.write("\\r")
        case 0x09: output.write("\\t")
        default:
            let digits = Array("0123456789abcdef".utf8)
            output.write("\\u00")
            output.write(digits[Int(octet >> 4)])
            output.write(digits[Int(octet & 15)])
        }
    }
}
