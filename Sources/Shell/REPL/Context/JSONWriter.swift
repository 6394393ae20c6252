internal import JSONText
internal import Terminal

/// Writes JSON incrementally, so that a value of any size needs no memory [RFC 8259].
///
/// Strings are UTF-8 and can be written in pieces. Control characters including DEL and C1 are escaped, and characters that
/// hide or reorder text, so that output can be shown on a terminal.
struct JSONWriter {
    var output: Output
    private var needsComma = false
    /// The end of a piece that may begin a character to be escaped; the next piece decides. At most two bytes.
    private var held: [UInt8] = []

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
        flushHeld()
        output.write(0x22)
    }

    /// Writes bytes of a string that need no escaping.
    mutating func ascii(_ octets: Span<UInt8>) {
        output.write(octets)
    }

    mutating func piece(_ octets: Span<UInt8>) {
        var start = held.isEmpty ? 0 : joinHeld(octets)
        guard held.isEmpty else { return }
        var index = start
        while index < octets.count {
            let octet = octets[index]
            if octet >= 0x20, octet < 0x80 ? octet != 0x22 && octet != 0x5C && octet != 0x7F : !Self.mayHide(octet) {
                index &+= 1
                continue
            }
            guard Self.mayHide(octet) else {
                output.write(octets.extracting(start..<index))
                escape(octet)
                index += 1
                start = index
                continue
            }
            let end = index + Self.length(octet)
            guard end <= octets.count || !Self.isContinued(octets, after: index) else {
                output.write(octets.extracting(start..<index))
                while index < octets.count {
                    held.append(octets[index])
                    index += 1
                }
                return
            }
            guard end <= octets.count else {
                index &+= 1
                continue
            }
            let character = [octet, octets[index + 1], end - index > 2 ? octets[index + 2] : 0]
            guard let code = Self.hidden(character) else {
                index &+= 1
                continue
            }
            output.write(octets.extracting(start..<index))
            escape(code)
            index = end
            start = end
        }
        if start < octets.count { output.write(octets.extracting(start...)) }
    }

    // MARK: - Characters that hide or reorder text

    /// Completes the held bytes. Returns how many bytes of `octets` belong to an escaped character.
    private mutating func joinHeld(_ octets: Span<UInt8>) -> Int {
        let missing = Self.length(held[0]) - held.count
        guard octets.count >= missing else {
            for index in 0..<octets.count { held.append(octets[index]) }
            return 0
        }
        var character = held
        for index in 0..<missing { character.append(octets[index]) }
        if character.count < 3 { character.append(0) }
        guard let code = Self.hidden(character) else {
            flushHeld()
            return 0
        }
        held = []
        escape(code)
        return missing
    }

    private mutating func flushHeld() {
        let octets = held
        held = []
        output.write(octets.span)
    }

    /// Whether the byte begins the UTF-8 form of a character that `hidden` knows, among others.
    private static func mayHide(_ octet: UInt8) -> Bool {
        octet == 0xC2 || octet == 0xD8 || octet == 0xE2 || octet == 0xEF
    }

    /// Whether all bytes after `index` continue a character. Bytes that need escaping never do.
    private static func isContinued(_ octets: Span<UInt8>, after index: Int) -> Bool {
        (index + 1..<octets.count).allSatisfy { octets[$0] & 0xC0 == 0x80 }
    }

    private static func length(_ octet: UInt8) -> Int { octet < 0xE0 ? 2 : 3 }

    /// Returns the code point of a C1 control, a bidirectional control, or an invisible format character; `nil` for all
    /// others. A form of two bytes is followed by 0.
    private static func hidden(_ octets: [UInt8]) -> UInt16? {
        switch (octets[0], octets[1], octets[2]) {
        case (0xC2, 0x80...0x9F, _): UInt16(octets[1])
        case (0xD8, 0x9C, _): 0x061C
        case (0xE2, 0x80, 0x8B), (0xE2, 0x80, 0x8E...0x8F), (0xE2, 0x80, 0xA8...0xAE): 0x1F80 + UInt16(octets[2])
        case (0xE2, 0x81, 0xA0...0xAF): 0x1FC0 + UInt16(octets[2])
        case (0xEF, 0xBB, 0xBF): 0xFEFF
        default: nil
        }
    }

    private mutating func escape(_ octet: UInt8) {
        switch octet {
        case 0x22: output.write("\\\"")
        case 0x5C: output.write("\\\\")
        case 0x0A: output.write("\\n")
        case 0x0D: output.write("\\r")
        case 0x09: output.write("\\t")
        default: escape(UInt16(octet))
        }
    }

    private mutating func escape(_ code: UInt16) {
        let digits = Array("0123456789abcdef".utf8)
        output.write("\\u")
        for shift in [12, 8, 4, 0] { output.write(digits[Int(code >> UInt16(shift) & 15)]) }
    }
}
