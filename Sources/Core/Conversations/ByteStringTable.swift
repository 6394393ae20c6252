/// Assigns each distinct byte string a small number while it is referenced.
///
/// The strings are stored in one buffer, which is compacted when more than half of it is unreferenced.
struct ByteStringTable: Sendable {
    private struct Entry: Sendable {
        var start: Int
        var count: Int
        var references: Int32
        /// The next entry of the same bucket, or of the free list.
        var next: Int32
        var hash: Int
    }

    private var octets: [UInt8] = []
    private var entries: [Entry] = []
    private var buckets: [Int32] = Array(repeating: -1, count: 16)
    private var firstFree: Int32 = -1
    private var live = 0
    private var unused = 0

    /// All assigned numbers are below this.
    var capacity: Int { entries.count }

    /// Returns the number of a string and adds a reference to it.
    mutating func retain(_ string: [UInt8]) -> Int32 {
        let hash = Self.hash(string)
        var index = buckets[bucket(hash)]
        while index >= 0 {
            let entry = entries[Int(index)]
            if entry.hash == hash, octets[entry.start..<entry.start + entry.count].elementsEqual(string) {
                entries[Int(index)].references += 1
                return index
            }
            index = entry.next
        }
        return add(string, hash)
    }

    /// Removes a reference to a string. Once unreferenced, its number may be assigned to another string.
    mutating func release(_ number: Int32) {
        entries[Int(number)].references -= 1
        guard entries[Int(number)].references == 0 else { return }
        let bucket = bucket(entries[Int(number)].hash)
        if buckets[bucket] == number {
            buckets[bucket] = entries[Int(number)].next
        } else {
            var index = buckets[bucket]
            while entries[Int(index)].next != number { index = entries[Int(index)].next }
            entries[Int(index)].next = entries[Int(number)].next
        }
        live -= 1
        unused += entries[Int(number)].count
        entries[Int(number)].count = 0
        entries[Int(number)].next = firstFree
        firstFree = number
        if unused > 4096, unused > octets.count / 2 { sweep() }
    }

    private mutating func add(_ string: [UInt8], _ hash: Int) -> Int32 {
        if live >= buckets.count { grow() }
        let bucket = bucket(hash)
        let entry = Entry(start: octets.count, count: string.count, references: 1, next: buckets[bucket], hash: hash)
        octets.append(contentsOf: string)
        live += 1
        let number: Int32
        if firstFree >= 0 {
            number = firstFree
            firstFree = entries[Int(number)].next
            entries[Int(number)] = entry
        } else {
            number = Int32(entries.count)
            entries.append(entry)
        }
        buckets[bucket] = number
        return number
    }

    private mutating func grow() {
        buckets = Array(repeating: -1, count: buckets.count * 2)
        for index in entries.indices where entries[index].references > 0 {
            let bucket = bucket(entries[index].hash)
            entries[index].next = buckets[bucket]
            buckets[bucket] = Int32(index)
        }
    }

    private mutating func sweep() {
        var kept: [UInt8] = []
        kept.reserveCapacity(octets.count - unused)
        for index in entries.indices where entries[index].references > 0 {
            let entry = entries[index]
            entries[index].start = kept.count
            kept.append(contentsOf: octets[entry.start..<entry.start + entry.count])
        }
        octets = kept
        unused = 0
    }

    private func bucket(_ hash: Int) -> Int {
        hash & (buckets.count - 1)
    }

    /// The seed differs per process, so that senders cannot construct strings that collide. No order depends on it.
    private static func hash(_ string: [UInt8]) -> Int {
        var hasher = Hasher()
        unsafe string.withUnsafeBytes { octets in unsafe hasher.combine(bytes: octets) }
        return hasher.finalize()
    }
}
