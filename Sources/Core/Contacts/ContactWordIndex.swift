/// An index of the words in the addresses and names of contacts, by their first two bytes.
///
/// Contacts are identified by rank, and rank 0 is offered first. Keys are created in rank order and keep it within
/// their buckets, so that a search can stop as soon as it has found enough.
struct ContactWordIndex: Sendable {
    /// A word of a contact, with its offset in `text` and its rank.
    private struct Key: Sendable {
        /// Its offset in the text of all words.
        var start: UInt32
        var rank: UInt32
    }

    /// The words of a contact, as indices into `starts`.
    private struct Words: Sendable {
        let address: Range<UInt32>
        let name: Range<UInt32>
    }

    /// The `words` of all segments, concatenated.
    private var text: [UInt8] = []
    /// The offset of each word.
    private var starts: [UInt32] = []
    /// Indexed by rank.
    private var words: [Words] = []
    /// Grouped into buckets by counting sort.
    private let keys: [Key]
    /// The end of each bucket, which is the start of the next.
    private let ends: [UInt32]

    init(_ contacts: MergedContacts, of pieces: [ContactIndexSegment]) {
        let count = pieces.reduce(0) { $0 + $1.starts.count }
        text.reserveCapacity(pieces.reduce(0) { $0 + $1.words.count })
        starts.reserveCapacity(count)
        words.reserveCapacity(contacts.count)
        var octets: [UInt16] = []
        octets.reserveCapacity(count)
        var firsts: [UInt32] = []
        for piece in pieces {
            firsts.append(UInt32(starts.count))
            let offset = UInt32(text.count)
            for start in piece.starts { starts.append(offset + start) }
            text += piece.words
            octets += piece.octets
        }
        var ends = [UInt32](repeating: 0, count: 65537)
        for number in contacts.order {
            let places = contacts.places(of: number)
            let address = Self.words(2 * Int(places.address.index), of: Int(places.address.piece), pieces, firsts)
            let name = Self.words(2 * Int(places.name.index) + 1, of: Int(places.name.piece), pieces, firsts)
            words.append(Words(address: address, name: name))
            for word in address { ends[Int(octets[Int(word)]) + 1] += 1 }
            for word in name { ends[Int(octets[Int(word)]) + 1] += 1 }
        }
        for bucket in 1..<ends.count { ends[bucket] += ends[bucket - 1] }
        var keys = [Key](repeating: Key(start: 0, rank: 0), count: Int(ends[65536]))
        func place(_ range: Range<UInt32>, _ rank: Int, _ starts: [UInt32]) {
            for word in range {
                let bucket = Int(octets[Int(word)])
                keys[Int(ends[bucket])] = Key(start: starts[Int(word)], rank: UInt32(rank))
                ends[bucket] += 1
            }
        }
        for rank in words.indices {
            place(words[rank].address, rank, starts)
            place(words[rank].name, rank, starts)
        }
        self.keys = keys
        self.ends = ends
    }

    /// Returns the words of an address or a name, from the `counts` of its segment.
    private static func words(
        _ index: Int, of piece: Int, _ pieces: [ContactIndexSegment], _ firsts: [UInt32]
    ) -> Range<UInt32> {
        let start = index == 0 ? 0 : pieces[piece].counts[index - 1]
        return firsts[piece] + start..<firsts[piece] + pieces[piece].counts[index]
    }

    // MARK: - Search

    /// Returns the ranks of the first `limit` contacts that match all patterns. There must be at least one pattern.
    func find(_ patterns: [ContactPattern], limit: Int) -> [Int] {
        let buckets = patterns.map(bucket)
        guard let rarest = buckets.indices.min(by: { buckets[$0].count < buckets[$1].count }) else { return [] }
        if patterns[rarest].octets.count == 1 { return find(patterns, in: buckets[rarest], limit: limit) }
        var others = patterns
        let pattern = others.remove(at: rarest)
        let text = text.span
        var result: [Int] = []
        var last = -1
        for key in buckets[rarest] {
            let rank = Int(key.rank)
            guard rank != last, pattern.matches(text, at: Int(key.start)) else { continue }
            last = rank
            guard others.allSatisfy({ isMatch($0, rank) }) else { continue }
            result.append(rank)
            if result.count == limit { break }
        }
        return result
    }

    /// Finds the matches of a one-byte pattern, whose keys are sorted by second byte and not by rank.
    private func find(_ patterns: [ContactPattern], in keys: ArraySlice<Key>, limit: Int) -> [Int] {
        var isCandidate = [Bool](repeating: false, count: words.count)
        for key in keys { isCandidate[Int(key.rank)] = true }
        var result: [Int] = []
        for rank in isCandidate.indices where isCandidate[rank] {
            guard patterns.allSatisfy({ isMatch($0, rank) }) else { continue }
            result.append(rank)
            if result.count == limit { break }
        }
        return result
    }

    /// Returns the keys of words that may begin with the pattern.
    private func bucket(_ pattern: ContactPattern) -> ArraySlice<Key> {
        let first = Int(pattern.octets[0]) << 8
        let isOne = pattern.octets.count == 1
        let from = isOne ? first : first | Int(pattern.octets[1])
        return keys[(from == 0 ? 0 : Int(ends[from - 1]))..<Int(ends[isOne ? first | 0xFF : from])]
    }

    private func isMatch(_ pattern: ContactPattern, _ rank: Int) -> Bool {
        let text = text.span
        for word in words[rank].address where pattern.matches(text, at: Int(starts[Int(word)])) { return true }
        for word in words[rank].name where pattern.matches(text, at: Int(starts[Int(word)])) { return true }
        return false
    }
}
