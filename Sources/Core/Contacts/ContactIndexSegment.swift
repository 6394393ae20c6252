internal import MailTypes

/// All or some contacts of one book, prepared for merging and searching. Preparation takes the most time and does not
/// depend on other segments.
public struct ContactIndexSegment: Sendable {
    /// The index of the book.
    let book: Int32
    let contacts: [Contact]
    /// The addresses in lower case, concatenated, and the end of each one.
    let addresses: [UInt8]
    let addressEnds: [UInt32]
    /// Hashes of the addresses in lower case. The seed differs per process, so that incoming mail cannot cause
    /// collisions. No order depends on the hashes.
    let hashes: [UInt32]
    /// For each contact: LF, the words of the address, LF, the words of the name, each word after an SP. LF at the end.
    let words: [UInt8]
    /// The start of each word, its first two bytes, and the number of words up to the end of each address and name.
    let starts: [UInt32]
    let octets: [UInt16]
    let counts: [UInt32]

    static let mark: UInt8 = 0x0A
    private static let space: UInt8 = 0x20

    /// Forgotten contacts are left out.
    public init(_ contacts: [Contact], book: Int) {
        self.book = Int32(book)
        // Access by index: iterating would copy each contact with its strings.
        let isComplete = contacts.indices.allSatisfy { !contacts[$0].isForgotten }
        let contacts = isComplete ? contacts : contacts.filter { !$0.isForgotten }
        self.contacts = contacts
        var maker = Maker(capacity: contacts.count)
        for index in contacts.indices {
            maker.addAddress(contacts[index].address.text.utf8.span)
            if let name = contacts[index].name { maker.addWords(of: name.utf8.span) } else { maker.addNoWords() }
        }
        maker.words.append(Self.mark)
        addresses = maker.addresses
        addressEnds = maker.addressEnds
        hashes = maker.hashes
        words = maker.words
        starts = maker.starts
        octets = maker.octets
        counts = maker.counts
    }

    func address(_ index: Int) -> Range<Int> {
        (index == 0 ? 0 : Int(addressEnds[index - 1]))..<Int(addressEnds[index])
    }

    private struct Maker {
        var addresses: [UInt8] = []
        var addressEnds: [UInt32] = []
        var hashes: [UInt32] = []
        var words: [UInt8] = []
        var starts: [UInt32] = []
        var octets: [UInt16] = []
        var counts: [UInt32] = []

        init(capacity: Int) {
            addresses.reserveCapacity(capacity * 32)
            addressEnds.reserveCapacity(capacity)
            hashes.reserveCapacity(capacity)
            words.reserveCapacity(capacity * 64)
            starts.reserveCapacity(capacity * 8)
            octets.reserveCapacity(capacity * 8)
            counts.reserveCapacity(capacity * 2)
        }

        mutating func addAddress(_ address: Span<UInt8>) {
            let start = addresses.count
            addresses.append(addingCapacity: address.count) { output in
                for index in 0..<address.count {
                    let octet = address[index]
                    output.append(octet &- 0x41 < 26 ? octet | 0x20 : octet)
                }
            }
            addressEnds.append(UInt32(addresses.count))
            hashes.append(hash(start))
            addWords(of: address)
        }

        mutating func addNoWords() {
            words.append(ContactIndexSegment.mark)
            counts.append(UInt32(starts.count))
        }

        mutating func addWords(of text: Span<UInt8>) {
            words.append(ContactIndexSegment.mark)
            let start = words.count
            SearchFold.words(of: text, into: &words)
            for index in start..<words.count where words[index] == ContactIndexSegment.space {
                starts.append(UInt32(index + 1))
                let second = index + 2 < words.count ? words[index + 2] : ContactIndexSegment.mark
                octets.append(UInt16(words[index + 1]) << 8 | UInt16(second))
            }
            counts.append(UInt32(starts.count))
        }

        private func hash(_ start: Int) -> UInt32 {
            var hasher = Hasher()
            unsafe addresses.withUnsafeBytes { all in
                unsafe hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: all[start...]))
            }
            return UInt32(truncatingIfNeeded: hasher.finalize())
        }
    }
}
