internal import Digest
internal import MailTypes

/// Encodes values in sequence: numbers as little-endian groups of seven bits (LEB128), byte strings with their length
/// first.
struct RecordWriter {
    private(set) var octets: [UInt8] = []

    mutating func number(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            octets.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        octets.append(UInt8(rest))
    }

    mutating func number(_ number: Int) {
        self.number(UInt64(bitPattern: Int64(number)))
    }

    mutating func octets(_ value: some Collection<UInt8>) {
        number(value.count)
        octets.append(contentsOf: value)
    }

    mutating func text(_ value: String) {
        octets(value.utf8)
    }

    /// A missing text differs from an empty one.
    mutating func text(_ value: String?) {
        number(value == nil ? 0 : 1)
        if let value { text(value) }
    }

    /// Returns the record, prefixed with its checksum.
    consuming func sealed() -> [UInt8] {
        var record = [UInt8](repeating: 0, count: 8)
        let sum = XXH3.hash64(octets)
        for index in 0..<8 { record[index] = UInt8(truncatingIfNeeded: sum >> UInt64(8 * index)) }
        record += octets
        return record
    }
}

/// Decodes what a `RecordWriter` wrote. A value that is invalid or beyond the end is returned as empty and sets
/// `isBroken`.
struct RecordReader {
    private let octets: [UInt8]
    private var position: Int
    private(set) var isBroken = false

    init(_ octets: [UInt8]) {
        self.octets = octets
        position = 0
    }

    /// Returns `nil` if the checksum is wrong.
    init?(sealed record: [UInt8]) {
        guard record.count >= 8 else { return nil }
        var sum: UInt64 = 0
        for index in 0..<8 { sum |= UInt64(record[index]) << UInt64(8 * index) }
        guard XXH3.hash64(record.span.extracting(8...)) == sum else { return nil }
        octets = record
        position = 8
    }

    var isAtEnd: Bool { position == octets.count }

    mutating func number() -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while position < octets.count, shift < 64 {
            let octet = octets[position]
            position += 1
            number |= UInt64(octet & 0x7F) << shift
            if octet < 0x80 { return number }
            shift += 7
        }
        isBroken = true
        return 0
    }

    mutating func int() -> Int {
        Int(Int64(bitPattern: number()))
    }

    /// Reads a count of values that follow, each of which takes at least one byte.
    mutating func count() -> Int {
        let count = int()
        guard count >= 0, count <= octets.count - position else {
            isBroken = true
            return 0
        }
        return count
    }

    mutating func slice() -> ArraySlice<UInt8> {
        let count = count()
        defer { position += count }
        return octets[position..<position + count]
    }

    mutating func text() -> String {
        String(decoding: slice(), as: UTF8.self)
    }

    mutating func optionalText() -> String? {
        number() == 0 ? nil : text()
    }
}
