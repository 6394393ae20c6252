internal import MailTypes

/// The contacts of several segments, merged by address.
///
/// Names and addresses stay in the segments: copying tens of thousands of strings would take longer than everything
/// else.
struct MergedContacts: Sendable {
    /// A reference to a contact of a segment.
    struct Place: Sendable {
        let piece: Int32
        let index: Int32
    }

    private struct Record: Sendable {
        var frequency: Int
        var lastSeen: Int64
        /// The contacts that provide the spelling of the address and the name, and the book with the highest frequency.
        var address: Place
        var name: Place
        var book: Int32
        /// The range of the address among the lower-case addresses.
        let start: UInt32
        let end: UInt32

        /// Smaller for contacts offered earlier. Contacts whose values exceed its range may have equal ranks.
        var rank: UInt64 {
            let frequency = UInt64(clamping: min(max(frequency, 0), 1 << 24 - 1))
            let seconds = UInt64(min(max(lastSeen, 0), 1 << 40 - 1))
            return ~(frequency << 40 | seconds)
        }
    }

    private let pieces: [ContactIndexSegment]
    private var records: [Record] = []
    /// The numbers of the contacts in the order in which they are offered.
    let order: [Int]

    init(_ pieces: [ContactIndexSegment]) {
        self.pieces = pieces
        var table = AddressInterner(capacity: pieces.reduce(0) { $0 + $1.contacts.count })
        var records: [Record] = []
        records.reserveCapacity(table.capacity)
        for (number, piece) in pieces.enumerated() {
            let contacts = piece.contacts
            for index in contacts.indices {
                let place = Place(piece: Int32(number), index: Int32(index))
                let (known, range) = table.number(of: piece.addresses[piece.address(index)], piece.hashes[index])
                if known < records.count {
                    Self.merge(contacts[index], place, into: &records[known], pieces)
                } else {
                    records.append(
                        Record(
                            frequency: contacts[index].frequency, lastSeen: contacts[index].lastSeen.seconds,
                            address: place, name: place, book: piece.book, start: UInt32(range.lowerBound),
                            end: UInt32(range.upperBound)))
                }
            }
        }
        order = Self.order(records, table.octets)
        self.records = records
    }

    private static func merge(
        _ contact: Contact, _ place: Place, into record: inout Record, _ pieces: [ContactIndexSegment]
    ) {
        if contact.frequency > record.frequency {
            record.frequency = contact.frequency
            record.book = pieces[Int(place.piece)].book
        }
        record.lastSeen = max(record.lastSeen, contact.lastSeen.seconds)
        if contact.isNewer(than: pieces[record.address]) { record.address = place }
        if contact.hasNewerName(than: pieces[record.name]) { record.name = place }
    }

    /// Sorts by frequency, then date, then address. Contacts that differ in frequency or date, as most do, are sorted
    /// by a single number.
    private static func order(_ records: [Record], _ addresses: [UInt8]) -> [Int] {
        var ranks: [(key: UInt64, number: UInt32)] = []
        ranks.reserveCapacity(records.count)
        for (number, record) in records.enumerated() { ranks.append((record.rank, UInt32(number))) }
        RadixSort.sort(&ranks)
        var start = 0
        while start < ranks.count {
            var end = start + 1
            while end < ranks.count, ranks[end].key == ranks[start].key { end += 1 }
            if end - start > 1 {
                ranks[start..<end].sort { precedes(Int($0.number), Int($1.number), records, addresses) }
            }
            start = end
        }
        return ranks.map { Int($0.number) }
    }

    private static func precedes(_ one: Int, _ other: Int, _ records: [Record], _ addresses: [UInt8]) -> Bool {
        let (left, right) = (records[one], records[other])
        if left.frequency != right.frequency { return left.frequency > right.frequency }
        if left.lastSeen != right.lastSeen { return left.lastSeen > right.lastSeen }
        let (start, otherStart) = (Int(left.start), Int(right.start))
        let (count, otherCount) = (Int(left.end) - start, Int(right.end) - otherStart)
        for offset in 0..<min(count, otherCount) where addresses[start + offset] != addresses[otherStart + offset] {
            return addresses[start + offset] < addresses[otherStart + offset]
        }
        return count < otherCount
    }

    var count: Int { records.count }

    /// Returns the contacts whose words are searched: one for the address, one for the name.
    func places(of number: Int) -> (address: Place, name: Place) {
        (records[number].address, records[number].name)
    }

    subscript(number: Int) -> ContactMatch {
        let record = records[number]
        let named = pieces[record.name]
        let contact = Contact(
            address: pieces[record.address].address, name: named.name, nameDate: named.nameDate,
            lastSeen: Instant(seconds: record.lastSeen), frequency: record.frequency)
        return ContactMatch(contact: contact, book: Int(record.book))
    }
}

extension [ContactIndexSegment] {
    fileprivate subscript(place: MergedContacts.Place) -> Contact {
        self[Int(place.piece)].contacts[Int(place.index)]
    }
}
