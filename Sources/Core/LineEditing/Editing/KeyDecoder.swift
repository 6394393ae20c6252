internal import MailTypes

/// Decodes bytes from a terminal into keys.
///
/// Supports the sequences of xterm and compatible terminals, the Linux console, tmux, screen and rxvt [ECMA-48; XTerm
/// Control Sequences]. Unknown sequences are skipped as a whole. Text that is not UTF-8 is read as windows-1252.
/// At most one piece of pasted text is buffered.
package struct KeyDecoder: Sendable {
    private enum State {
        case ground
        /// Inside a UTF-8 character of this length in bytes.
        case character(length: Int)
        /// After ESC. `isDouble` means two of them, which rxvt sends for Alt.
        case escape(isDouble: Bool)
        /// After CSI (ESC [).
        case controlSequence(isAlt: Bool)
        /// After SS3 (ESC O).
        case singleShift(isAlt: Bool)
        /// After CSI [, which begins a function key of the Linux console and is followed by one byte.
        case consoleKey
        /// A control string or a reply of the terminal, which ends with BEL or ESC \.
        case string
        /// After ESC in a control string.
        case stringEnd
        case pasted
    }

    /// The maximum length of the parameters of known sequences.
    private static let maximumParameters = 32
    private static let endOfPaste: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

    /// Whether a character after ESC is typed with Alt. With vi's keys, it is a key after the Escape key.
    package var hasAltKeys = true
    /// The maximum number of pasted bytes per key.
    private let pieceSize: Int
    private var state = State.ground
    /// The bytes of the incomplete character, sequence or paste.
    private var octets: [UInt8] = []

    /// Whether text was not UTF-8 and was read as windows-1252.
    package private(set) var hasReadWindows1252 = false

    package init(pieceSize: Int = 1 << 20) {
        self.pieceSize = pieceSize
    }

    /// Whether a sequence is incomplete. If no byte follows soon, it was the Escape key: see `timeOut`.
    package var isInSequence: Bool {
        switch state {
        case .escape, .controlSequence, .singleShift, .consoleKey, .string, .stringEnd: true
        case .ground, .character, .pasted: false
        }
    }

    /// The text pasted so far, if the end of the paste has not arrived.
    package var unfinishedPaste: [UInt8] {
        if case .pasted = state { octets } else { [] }
    }

    /// Discards an incomplete sequence, and reports a lone ESC as the Escape key.
    package mutating func timeOut(into keys: inout [Key]) {
        guard isInSequence else { return }
        if case .escape = state { keys.append(.escape) }
        enter(.ground)
    }

    private mutating func enter(_ next: State) {
        state = next
        octets.removeAll()
    }

    package mutating func decode(_ octet: UInt8, into keys: inout [Key]) {
        switch state {
        case .ground: begin(octet, into: &keys)
        case .character(let length): character(octet, length, into: &keys)
        case .escape(let isDouble): escape(octet, isDouble, into: &keys)
        case .controlSequence(let isAlt): controlSequence(octet, isAlt, into: &keys)
        case .singleShift(let isAlt): singleShift(octet, isAlt, into: &keys)
        case .consoleKey: enter(.ground)
        case .string: string(octet, into: &keys)
        case .stringEnd: octet == 0x5C ? enter(.ground) : escape(octet, false, into: &keys)
        case .pasted: pasted(octet, into: &keys)
        }
    }

    // MARK: - Characters

    private mutating func begin(_ octet: UInt8, into keys: inout [Key]) {
        enter(.ground)
        switch octet {
        case 0x1B: enter(.escape(isDouble: false))
        case 0x20...0x7E: keys.append(.text(Unicode.Scalar(octet)))
        case 0xC2...0xF4:
            enter(.character(length: octet < 0xE0 ? 2 : octet < 0xF0 ? 3 : 4))
            octets.append(octet)
        case 0x80...: appendWindows1252([octet], to: &keys)
        default:
            if let key = KeySequenceTable.control(octet) { keys.append(key) }
        }
    }

    private mutating func character(_ octet: UInt8, _ length: Int, into keys: inout [Key]) {
        guard octet & 0xC0 == 0x80 else {
            appendWindows1252(octets, to: &keys)
            return begin(octet, into: &keys)
        }
        octets.append(octet)
        guard octets.count == length else { return }
        // Overlong forms and surrogates are not UTF-8.
        if let scalar = String(validating: octets, as: UTF8.self)?.unicodeScalars.first {
            keys.append(.text(scalar))
        } else {
            appendWindows1252(octets, to: &keys)
        }
        enter(.ground)
    }

    private mutating func appendWindows1252(_ octets: [UInt8], to keys: inout [Key]) {
        hasReadWindows1252 = true
        keys += octets.map { .text(Windows1252.scalar($0)) }
    }

    // MARK: - Sequences

    private mutating func escape(_ octet: UInt8, _ isDouble: Bool, into keys: inout [Key]) {
        switch octet {
        case 0x5B: enter(.controlSequence(isAlt: isDouble))
        case 0x4F: enter(.singleShift(isAlt: isDouble))
        case _ where !hasAltKeys:
            keys.append(.escape)
            begin(octet, into: &keys)
        case 0x1B: enter(.escape(isDouble: true))
        // OSC, DCS, SOS, PM, APC.
        case 0x5D, 0x50, 0x58, 0x5E, 0x5F: enter(.string)
        case 0x08, 0x20...0x7F:
            if let key = KeySequenceTable.alt(octet) { keys.append(key) }
            enter(.ground)
        default:
            keys.append(.escape)
            begin(octet, into: &keys)
        }
    }

    private mutating func controlSequence(_ octet: UInt8, _ isAlt: Bool, into keys: inout [Key]) {
        switch octet {
        case 0x24 where octets.allSatisfy { (0x30...0x39).contains($0) } && !octets.isEmpty:
            // rxvt ends keys with Shift with `$`, which is not a final byte in ECMA-48.
            finish(KeySequenceTable.sequence(octets, end: octet, isAlt: isAlt), into: &keys)
        case 0x20...0x3F:
            if octets.count <= Self.maximumParameters { octets.append(octet) }
        case 0x5B where octets.isEmpty: enter(.consoleKey)
        case 0x7E where octets == [0x32, 0x30, 0x30]: enter(.pasted)
        case 0x40...0x7E:
            let isKnown = octets.count <= Self.maximumParameters
            finish(isKnown ? KeySequenceTable.sequence(octets, end: octet, isAlt: isAlt) : nil, into: &keys)
        default: begin(octet, into: &keys)
        }
    }

    private mutating func singleShift(_ octet: UInt8, _ isAlt: Bool, into keys: inout [Key]) {
        switch octet {
        case 0x30...0x3B:
            if octets.count <= Self.maximumParameters { octets.append(octet) }
        case 0x20...0x7E: finish(KeySequenceTable.singleShift(octets, end: octet, isAlt: isAlt), into: &keys)
        default: begin(octet, into: &keys)
        }
    }

    private mutating func finish(_ key: Key?, into keys: inout [Key]) {
        if let key { keys.append(key) }
        enter(.ground)
    }

    /// Skips a control string. Any control character ends it, so that Alt-] does not swallow what the user types next.
    private mutating func string(_ octet: UInt8, into keys: inout [Key]) {
        switch octet {
        case 0x07: enter(.ground)
        case 0x1B: enter(.stringEnd)
        case 0x00...0x1F: begin(octet, into: &keys)
        default: break
        }
    }

    // MARK: - Pasted text

    private mutating func pasted(_ octet: UInt8, into keys: inout [Key]) {
        octets.append(octet)
        if octet == 0x7E, octets.suffix(Self.endOfPaste.count).elementsEqual(Self.endOfPaste) {
            appendPaste(Array(octets.dropLast(Self.endOfPaste.count)), isLast: true, to: &keys)
            enter(.ground)
        } else if octets.count >= pieceSize + 2 * Self.endOfPaste.count {
            let cut = Self.cut(octets, before: octets.count - Self.endOfPaste.count)
            appendPaste(Array(octets[..<cut]), isLast: false, to: &keys)
            octets.removeFirst(cut)
        }
    }

    private mutating func appendPaste(_ text: [UInt8], isLast: Bool, to keys: inout [Key]) {
        if String(validating: text, as: UTF8.self) == nil { hasReadWindows1252 = true }
        keys.append(.paste(text, isLast: isLast))
    }

    /// Returns an index before `limit` that is not inside a character or between CR and LF.
    private static func cut(_ octets: [UInt8], before limit: Int) -> Int {
        var cut = limit
        while cut > limit - 4, octets[cut] & 0xC0 == 0x80 { cut -= 1 }
        if octets[cut] == 0x0A, octets[cut - 1] == 0x0D { cut -= 1 }
        return cut
    }
}
