/// Where a word of a contact begins.
struct ContactKey: Sendable {
    /// In the text of all words.
    let start: UInt32
    let contact: UInt32
}

/// Keys sorted by counting: those of a bucket stay in the order in which they came.
struct KeyBuckets: Sendable {
    private let keys: [ContactKey]
    /// Where each bucket ends, and so where the next one begins.
    private let ends: [UInt32]

    /// `bucket` names one of `count` for the key at each index.
    init(_ keys: [ContactKey], count: Int, _ bucket: (Int) -> Int) {
        var ends = [UInt32](repeating: 0, count: count + 1)
        for index in keys.indices { ends[bucket(index) + 1] += 1 }
        for index in 1...count { ends[index] += ends[index - 1] }
        var sorted = [ContactKey](repeating: ContactKey(start: 0, contact: 0), count: keys.count)
        for index in keys.indices {
            let bucket = bucket(index)
            sorted[Int(ends[bucket])] = keys[index]
            ends[bucket] += 1
        }
        self.keys = sorted
        self.ends = ends
    }

    subscript(bucket: Int) -> ArraySlice<ContactKey> {
        keys[(bucket == 0 ? 0 : Int(ends[bucket - 1]))..<Int(ends[bucket])]
    }
}
