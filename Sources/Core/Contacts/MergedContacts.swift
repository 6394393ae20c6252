internal import MailTypes

/// The contacts of several books, one for each address.
///
/// Names and addresses stay where the books have them: to copy tens of thousands of strings takes longer than all the
/// rest.
struct MergedContacts: Sendable {
    /// A contact of one of the books.
    fileprivate struct Place: Sendable {
        let book: Int32
        let index: Int32
    }

    private struct Record: Sendable {
        var frequency: Int
        var lastSeen: Int64
        /// Who spells the address, who gives the name, and who counts most messages.
        var address: Place
        var name: Place
        var book: Int32
        /// Where the address stands among the lower-case ones.
        let start: UInt32
        let end: UInt32

        /// Smaller for who is offered earlier; equal for some who differ in more than it can hold.
        var rank: UInt64 {
            let frequency = UInt64(clamping: min(max(frequency, 0), 1 << 24 - 1))
            let seconds = UInt64(min(max(lastSeen, 0), 1 << 40 - 1))
            return ~(frequency << 40 | seconds)
        }
    }

    private let books: [[Contact]]
    private var records: [Record] = []
    private let addresses: [UInt8]
    /// The numbers of the contacts in the order in which they are offered.
    let order: [Int]

    init(_ books: [[Contact]]) {
        self.books = books
        var table = AddressTable(capacity: books.reduce(0) { $0 + $1.count })
        var records: [Record] = []
        records.reserveCapacity(table.capacity)
        for (book, contacts) in self.books.enumerated() {
            for (index, contact) in contacts.enumerated() where !contact.isForgotten {
                let place = Place(book: Int32(book), index: Int32(index))
                let (number, range) = table.number(of: contact.address.text.utf8.span)
                if number < records.count {
                    Self.merge(contact, place, into: &records[number], self.books)
                } else {
                    records.append(
                        Record(
                            frequency: contact.frequency, lastSeen: contact.lastSeen.seconds, address: place,
                            name: place,
                            book: place.book, start: UInt32(range.lowerBound), end: UInt32(range.upperBound)))
                }
            }
        }
        order = Self.order(records, table.octets)
        addresses = table.octets
        self.records = records
    }

    private static func merge(_ contact: Contact, _ place: Place, into record: inout Record, _ books: [[Contact]]) {
        if contact.frequency > record.frequency {
            record.frequency = contact.frequency
            record.book = place.book
        }
        record.lastSeen = max(record.lastSeen, contact.lastSeen.seconds)
        if contact.isNewer(than: books[record.address]) { record.address = place }
        if contact.hasNewerName(than: books[record.name]) { record.name = place }
    }

    /// Best first: by frequency, then date, then address. What differs in frequency or date, as most do, is sorted by
    /// one number.
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
        return addresses[Int(left.start)..<Int(left.end)]
            .lexicographicallyPrecedes(addresses[Int(right.start)..<Int(right.end)])
    }

    var count: Int { records.count }

    /// Appends the words of an address and of the name, each behind a mark.
    func appendWords(of number: Int, to text: inout [UInt8], mark: UInt8) {
        let record = records[number]
        text.append(mark)
        SearchFold.words(of: addresses.span.extracting(Int(record.start)..<Int(record.end)), into: &text)
        text.append(mark)
        if let name = books[record.name].name { SearchFold.words(of: name.utf8.span, into: &text) }
    }

    subscript(number: Int) -> ContactMatch {
        let record = records[number]
        let named = books[record.name]
        let contact = Contact(
            address: books[record.address].address, name: named.name, nameDate: named.nameDate,
            lastSeen: Instant(seconds: record.lastSeen), frequency: record.frequency)
        return ContactMatch(contact: contact, book: Int(record.book))
    }
}

extension [[Contact]] {
    fileprivate subscript(place: MergedContacts.Place) -> Contact {
        self[Int(place.book)][Int(place.index)]
    }
}
