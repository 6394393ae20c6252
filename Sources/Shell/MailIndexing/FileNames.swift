internal import Digest
internal import MailIndex
internal import MaildirStore

/// The names of the files of a mailbox, in one array of bytes: separate arrays would take three times the memory.
struct FileNames: Sendable {
    private var octets: [UInt8] = []
    private var entries: [Entry] = []

    /// A name's place in `octets`, and the file's subdirectory.
    private struct Entry {
        private let value: UInt64

        init(offset: Int, length: Int, place: IndexedFile.Place) {
            value = UInt64(offset) << 24 | UInt64(length) << 8 | UInt64(place.rawValue)
        }

        var range: Range<Int> {
            let offset = Int(value >> 24)
            return offset..<offset + Int(value >> 8 & 0xFFFF)
        }

        var place: IndexedFile.Place { value & 0xFF == UInt64(IndexedFile.Place.new.rawValue) ? .new : .cur }
    }

    init() {}

    init(_ files: some Sequence<IndexedFile>) {
        for file in files { append(file.name, in: file.place) }
    }

    var count: Int { entries.count }

    /// A name has at most 255 bytes, which is the limit of the kernel.
    mutating func append(_ name: [UInt8], in place: IndexedFile.Place) {
        entries.append(Entry(offset: octets.count, length: name.count, place: place))
        octets += name
    }

    subscript(index: Int) -> IndexedFile {
        let name = Array(octets[entries[index].range])
        return IndexedFile(place: entries[index].place, name: name, flags: MaildirFilename(name).flags)
    }

    func place(_ index: Int) -> IndexedFile.Place { entries[index].place }

    func name(_ index: Int) -> ArraySlice<UInt8> { octets[entries[index].range] }

    /// Sorts by name.
    mutating func sort() {
        var sorted = entries
        unsafe octets.withUnsafeBytes { octets in
            sorted.sort { one, other in
                let (one, other) = (one.range, other.range)
                var index = 0
                while index < one.count, index < other.count {
                    let (left, right) = unsafe (octets[one.lowerBound + index], octets[other.lowerBound + index])
                    if left != right { return left < right }
                    index += 1
                }
                return one.count < other.count
            }
        }
        entries = sorted
    }

    /// Removes the files with these indices.
    mutating func remove(_ indices: Set<Int>) {
        guard !indices.isEmpty else { return }
        entries = entries.indices.filter { !indices.contains($0) }.map { entries[$0] }
    }
}

/// Finds the files of a mailbox by place and name, with at most 16 bytes for each.
struct FileNameLookup {
    private let names: FileNames
    /// An open hash table of indices. Its size is a power of two, and at most half of it is used.
    private var slots: [Int32]

    private static let free: Int32 = -1

    init(_ names: FileNames) {
        self.names = names
        var size = 16
        while size < 2 * names.count { size *= 2 }
        slots = Array(repeating: Self.free, count: size)
        for index in 0..<names.count {
            var slot = Int(truncatingIfNeeded: Self.hash(names.name(index), names.place(index))) & (size - 1)
            while slots[slot] != Self.free { slot = (slot + 1) & (size - 1) }
            slots[slot] = Int32(index)
        }
    }

    func index(of name: [UInt8], in place: IndexedFile.Place) -> Int? {
        var slot = Int(truncatingIfNeeded: Self.hash(name[...], place)) & (slots.count - 1)
        while slots[slot] != Self.free {
            let index = Int(slots[slot])
            if names.place(index) == place, names.name(index).elementsEqual(name) { return index }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private static func hash(_ name: ArraySlice<UInt8>, _ place: IndexedFile.Place) -> UInt64 {
        XXH3.hash64(name.span) &+ UInt64(place.rawValue)
    }
}
