internal import Database
internal import Digest
internal import MailTypes

extension ContentHash {
    var octets: [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(16)
        for word in [high, low] {
            for shift in stride(from: 56 as UInt64, through: 0, by: -8) {
                octets.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        return octets
    }

    /// Returns `nil` unless there are 16 bytes.
    init?(octets: [UInt8]) {
        guard octets.count == 16 else { return nil }
        let word = { (bytes: ArraySlice<UInt8>) in bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) } }
        self.init(high: word(octets[..<8]), low: word(octets[8...]))
    }
}

extension MailboxName {
    var record: [UInt8] {
        var writer = RecordWriter()
        for component in components { writer.octets(component) }
        return writer.octets
    }
}

extension Database {
    func mailboxName(_ record: [UInt8]) throws(IndexDatabaseError) -> MailboxName {
        var reader = RecordReader(record)
        var components: [[UInt8]] = []
        while !reader.isAtEnd, !reader.isBroken { components.append(Array(reader.slice())) }
        guard !reader.isBroken, let name = MailboxName(components) else { throw .damaged(path: path) }
        return name
    }
}

extension ThreadingKeys {
    /// The identifiers, as eight bytes each.
    var record: [UInt8] {
        var octets: [UInt8] = []
        octets.reserveCapacity(ids.count * 8)
        for id in ids {
            for shift in stride(from: 0 as UInt64, to: 64, by: 8) {
                octets.append(UInt8(truncatingIfNeeded: id >> shift))
            }
        }
        return octets
    }

    init(record: [UInt8], subject: Int64) {
        ids = stride(from: 0, to: record.count & ~7, by: 8).map { start in
            (0..<8).reduce(0 as UInt64) { $0 | UInt64(record[start + $1]) << UInt64(8 * $1) }
        }
        self.subject = UInt64(bitPattern: subject)
    }
}
