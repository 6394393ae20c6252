/// Numbers addresses in order of first appearance. Equal addresses share a number.
struct AddressInterner {
    /// All addresses, concatenated.
    private(set) var octets: [UInt8] = []
    /// Open addressing: the number plus 1, or 0 if the slot is free.
    private var slots: [UInt32]
    private var entries: [(hash: UInt32, start: UInt32, end: UInt32)] = []

    /// The maximum number of addresses.
    let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
        var size = 16
        while size < capacity * 2 { size *= 2 }
        slots = Array(repeating: 0, count: size)
        entries.reserveCapacity(capacity)
        octets.reserveCapacity(capacity * 32)
    }

    /// Returns the number of an address and its range in `octets`. Adds the address if it is new.
    mutating func number(of address: ArraySlice<UInt8>, _ hash: UInt32) -> (number: Int, range: Range<Int>) {
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let number = Int(slots[slot] - 1)
            let entry = entries[number]
            let known = Int(entry.start)..<Int(entry.end)
            if entry.hash == hash, octets[known].elementsEqual(address) { return (number, known) }
            slot = (slot + 1) & (slots.count - 1)
        }
        let start = octets.count
        octets += address
        slots[slot] = UInt32(entries.count + 1)
        entries.append((hash, UInt32(start), UInt32(octets.count)))
        return (entries.count - 1, start..<octets.count)
    }
}
