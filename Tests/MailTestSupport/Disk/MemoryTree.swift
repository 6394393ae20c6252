import Disk

/// The content of a disk in memory: objects by number, and the names that directories give them.
struct MemoryTree: Sendable {
    struct Object: Sendable {
        var kind: FileStatus.Kind
        var mode: UInt32
        var content: [UInt8] = []
        var names: [[UInt8]: Int] = [:]
        var links = 0
        /// Nanoseconds since 1970.
        var modified: Int64 = 0
        var changed: Int64 = 0
    }

    static let root = 1

    var objects = [root: Object(kind: .directory, mode: 0o700, links: 1)]

    func object(_ name: [UInt8], in directory: Int) -> Int? {
        objects[directory]?.names[name]
    }

    func kind(_ number: Int) -> FileStatus.Kind {
        objects[number]?.kind ?? .other
    }

    mutating func setName(_ name: [UInt8], in directory: Int, to number: Int?) {
        if let former = object(name, in: directory) { objects[former]?.links -= 1 }
        objects[directory]?.names[name] = number
        if let number { objects[number]?.links += 1 }
    }

    /// All paths with the number of their object, sorted by the bytes of the names. Directories precede their content.
    var paths: [(path: Path, number: Int)] {
        var found: [(path: Path, number: Int)] = []
        var waiting = [(path: Path("/"), number: Self.root)]
        while let (path, number) = waiting.popLast() {
            if number != Self.root { found.append((path, number)) }
            let names = objects[number]?.names ?? [:]
            for name in names.keys.sorted(by: { $1.lexicographicallyPrecedes($0) }) {
                if let inner = names[name] { waiting.append((path / name, inner)) }
            }
        }
        return found
    }

    /// The tree after a reboot: without the objects that have no name.
    var reachable: MemoryTree {
        var tree = MemoryTree()
        tree.objects[Self.root] = objects[Self.root]
        for (_, number) in paths where tree.objects[number] == nil { tree.objects[number] = objects[number] }
        for number in tree.objects.keys { tree.objects[number]?.links = number == Self.root ? 1 : 0 }
        for number in tree.objects.keys.sorted() {
            for inner in tree.objects[number]?.names.values.map(\.self) ?? [] { tree.objects[inner]?.links += 1 }
        }
        return tree
    }

    /// A hash of names and contents. Equal trees have equal fingerprints.
    var fingerprint: Int {
        var hasher = Hasher()
        for (path, number) in paths {
            hasher.combine(path)
            hasher.combine(number)
            hasher.combine(kind(number))
            hasher.combine(objects[number]?.content)
        }
        return hasher.finalize()
    }
}
