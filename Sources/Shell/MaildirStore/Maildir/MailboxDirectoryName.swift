/// Encodes a component of a mailbox name as directory names. Any name that a server can send stays below its parent
/// directory and decodes to the same name.
///
/// Bytes that are not allowed in a filename or are special to other programs are written as `%` and two upper-case
/// hexadecimal digits. A component that is too long is continued in a nested directory: each name but the last ends in
/// `%+`.
enum MailboxDirectoryName {
    private static let maximumLength = 255
    private static let continuation = Array("%+".utf8)

    /// Returns the directory names for a component, outermost first.
    static func encode(_ component: [UInt8], isTopLevel: Bool) -> [[UInt8]] {
        let isReserved = reserved.contains(component) || isTopLevel && isOutbox(component)
        var pieces: [[UInt8]] = []
        var current: [UInt8] = []
        for (index, octet) in component.enumerated() {
            let mustEscape = index == 0 && (octet == 0x2E || isReserved) || needsEscape(octet, at: index, in: component)
            let written = mustEscape ? escape(octet) : [octet]
            // Splitting a UTF-8 character would show as garbage in other programs.
            let isBoundary = octet & 0xC0 != 0x80
            if isBoundary, current.count + 12 + continuation.count > maximumLength {
                pieces.append(current + continuation)
                current = []
            }
            // A continuation must not begin with a dot or be called "cur" either, so its first byte is always escaped.
            current += current.isEmpty && !pieces.isEmpty && !mustEscape ? escape(octet) : written
        }
        return pieces + [current]
    }

    /// Returns `nil` for names that `encode` does not produce: another program created them, and they are used
    /// unchanged.
    static func decode(_ names: [[UInt8]], isTopLevel: Bool) -> [UInt8]? {
        var component: [UInt8] = []
        for (index, name) in names.enumerated() {
            let isLast = index == names.count - 1
            guard isLast != continues(name) else { return nil }
            unescape(isLast ? name[...] : name.dropLast(continuation.count), into: &component)
        }
        return encode(component, isTopLevel: isTopLevel) == names ? component : nil
    }

    /// Returns whether the component continues in a nested directory.
    static func continues(_ name: [UInt8]) -> Bool {
        name.count > continuation.count && name.suffix(continuation.count).elementsEqual(continuation)
    }

    private static let reserved = ["cur", "new", "tmp"].map { Array($0.utf8) }

    /// Returns whether this is the name of the outbox, ignoring case.
    private static func isOutbox(_ name: [UInt8]) -> Bool {
        name.count == 6 && zip(name, "outbox".utf8).allSatisfy { $0 | 0x20 == $1 }
    }

    private static func needsEscape(_ octet: UInt8, at index: Int, in component: [UInt8]) -> Bool {
        switch octet {
        case 0..<0x20, 0x2F, 0x7F: true
        case 0x25: isEscape(component[index...]) || component[index...].starts(with: continuation)
        default: false
        }
    }

    private static func escape(_ octet: UInt8) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return [0x25, digits[Int(octet >> 4)], digits[Int(octet & 15)]]
    }

    private static func isEscape(_ octets: ArraySlice<UInt8>) -> Bool {
        octets.count >= 3 && octets.first == 0x25 && octets.dropFirst().prefix(2).allSatisfy { digit($0) != nil }
    }

    private static func digit(_ octet: UInt8) -> UInt8? {
        switch octet {
        case 0x30...0x39: octet - 0x30
        case 0x41...0x46: octet - 0x37
        default: nil
        }
    }

    private static func unescape(_ name: ArraySlice<UInt8>, into component: inout [UInt8]) {
        var rest = name
        while let octet = rest.popFirst() {
            guard octet == 0x25, let high = rest.first.flatMap(digit), let low = rest.dropFirst().first.flatMap(digit)
            else {
                component.append(octet)
                continue
            }
            component.append(high << 4 | low)
            rest.removeFirst(2)
        }
    }
}
