/// Numbers addresses in the order in which they come; those that are equal but for ASCII case have one number.
struct AddressTable {
    /// All of them in lower case, one behind the other.
    private(set) var octets: [UInt8] = []
    /// Open addressing: one more than the number, or 0.
    private var slots: [UInt32]
    private var entries: [(hash: UInt32, start: UInt32, end: UInt32)] = []

    /// How many addresses there may be.
    let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        var size = 16
        while size < capacity * 2 { size *= 2 }
        slots = Array(repeating: 0, count: size)
        entries.reserveCapacity(capacity)
        octets.reserveCapacity(capacity * 32)
    }

    /// The number of an address, and where it stands in `octets`.
    mutating func number(of address: Span<UInt8>) -> (number: Int, range: Range<Int>) {
        let start = octets.count
        octets.append(addingCapacity: address.count) { output in
            for index in 0..<address.count {
                let octet = address[index]
                output.append(octet &- 0x41 < 26 ? octet | 0x20 : octet)
            }
        }
        let hash = hash(start)
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = Int(slots[slot] - 1)
            let entry = entries[number]
            let known = Int(entry.start)..<Int(entry.end)
            if entry.hash == hash, known.count == address.count, octets[known].elementsEqual(octets[start...]) {
                octets.removeSubrange(start...)
                return (number, known)
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = UInt32(entries.count + 1)
        entries.append((hash, UInt32(start), UInt32(octets.count)))
        return (entries.count - 1, start..<octets.count)
    }

    /// Seeded anew in each process, so that no mail can bring addresses that collide; no order depends on it.
    private func hash(_ start: Int) -> UInt32 {
        var hasher = Hasher()
        unsafe octets.withUnsafeBytes { all in
            unsafe hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: all[start...]))
        }
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }
}
