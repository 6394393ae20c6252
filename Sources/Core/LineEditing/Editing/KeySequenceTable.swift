/// Maps control characters and sequences to keys. The functions return `nil` for unsupported ones.
enum KeySequenceTable {
    static func control(_ octet: UInt8) -> Key? {
        switch octet {
        case 0x01: .home
        case 0x02: .left
        case 0x03: .interrupt
        case 0x04: .endOfInput
        case 0x05: .end
        case 0x06: .right
        case 0x07: .giveUp
        case 0x08, 0x7F: .backspace
        case 0x09: .complete
        case 0x0A, 0x0D: .enter
        case 0x0B: .killToEnd
        case 0x0C: .clearScreen
        case 0x0E: .down
        case 0x10: .up
        case 0x12: .search
        case 0x13: .searchForward
        case 0x14: .transpose
        case 0x15: .killToStart
        case 0x17: .killBlankWord
        case 0x18: .chord
        case 0x19: .yank
        case 0x1A: .suspend
        case 0x1F: .undo
        default: nil
        }
    }

    /// Maps the byte after ESC.
    static func alt(_ octet: UInt8) -> Key? {
        switch octet {
        case 0x42, 0x62: .wordLeft
        case 0x46, 0x66: .wordRight
        case 0x44, 0x64: .killWordRight
        case 0x55, 0x75: .upperCase
        case 0x4C, 0x6C: .lowerCase
        case 0x43, 0x63: .capitalize
        case 0x54, 0x74: .transposeWords
        case 0x59, 0x79: .yankEarlier
        case 0x52, 0x72: .revert
        case 0x2E: .lastWord
        case 0x5C: .deleteBlanks
        case 0x3C: .oldest
        case 0x3E: .newest
        case 0x30...0x39: .count(Int(octet - 0x30))
        case 0x08, 0x7F: .killWordLeft
        default: nil
        }
    }

    /// Maps a CSI sequence. The second parameter is 1 plus the modifiers. Older programs send only this parameter with
    /// arrow keys.
    static func sequence(_ parameters: [UInt8], end: UInt8, isAlt: Bool) -> Key? {
        guard let numbers = numbers(parameters) else { return nil }
        switch end {
        case 0x41...0x44, 0x46, 0x48: return arrow(end, isFar: isAlt || isFar(numbers.last ?? 1))
        // rxvt with Shift.
        case 0x61...0x64: return arrow(end - 0x20, isFar: isAlt)
        case 0x75: return numbered(numbers.first ?? 0)
        case 0x7E: return editing(numbers.first ?? 0, isFar: isAlt || numbers.count > 1 && isFar(numbers[1]))
        // rxvt with Shift, Ctrl, and both.
        case 0x24: return editing(numbers.first ?? 0, isFar: isAlt)
        case 0x5E, 0x40: return editing(numbers.first ?? 0, isFar: true)
        default: return nil
        }
    }

    /// Maps an SS3 sequence: arrow keys in application mode, the keypad, and in rxvt arrow keys with Ctrl.
    static func singleShift(_ parameters: [UInt8], end: UInt8, isAlt: Bool) -> Key? {
        guard let numbers = numbers(parameters) else { return nil }
        switch end {
        case 0x41...0x44, 0x46, 0x48: return arrow(end, isFar: isAlt || isFar(numbers.last ?? 1))
        case 0x61...0x64: return arrow(end - 0x20, isFar: true)
        case 0x4D: return .enter
        // The symbols and digits of the keypad, from * to 9.
        case 0x6A...0x79: return .text(Unicode.Scalar(end - 0x40))
        default: return nil
        }
    }

    private static func arrow(_ letter: UInt8, isFar: Bool) -> Key? {
        switch letter {
        case 0x41: .up
        case 0x42: .down
        case 0x43: isFar ? .wordRight : .right
        case 0x44: isFar ? .wordLeft : .left
        case 0x46: .end
        case 0x48: .home
        default: nil
        }
    }

    private static func editing(_ number: Int, isFar: Bool) -> Key? {
        switch number {
        case 1, 7: .home
        case 3: isFar ? .killWordRight : .delete
        case 4, 8: .end
        case 5: .upWithBeginning
        case 6: .downWithBeginning
        default: nil
        }
    }

    /// Maps keys that some terminals encode with their character code, for example with Shift.
    private static func numbered(_ number: Int) -> Key? {
        switch number {
        case 9: .complete
        case 13: .enter
        case 127: .backspace
        default: nil
        }
    }

    /// Whether the modifiers include Alt or Ctrl.
    private static func isFar(_ modifiers: Int) -> Bool {
        modifiers > 1 && (modifiers - 1) & 0b110 != 0
    }

    /// Parses numbers separated by semicolons. Returns `nil` for anything else. Large numbers are clamped.
    private static func numbers(_ parameters: [UInt8]) -> [Int]? {
        var numbers: [Int] = []
        for field in parameters.split(separator: 0x3B, omittingEmptySubsequences: false) where !parameters.isEmpty {
            var number = 0
            for octet in field {
                guard (0x30...0x39).contains(octet) else { return nil }
                number = min(number * 10 + Int(octet - 0x30), 100_000)
            }
            numbers.append(number)
        }
        return numbers
    }
}
