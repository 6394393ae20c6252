import Disk

/// What a disk certainly holds after some steps, and what it may hold.
struct PendingChanges {
    struct Outcome {
        let tree: MemoryTree
        let lost: [MemoryDiskChange]
        let extents: [(object: Int, extent: CrashState.Extent)]
    }

    private struct Entry {
        let change: MemoryDiskChange
        var isDurable = false
    }

    private let order: CrashOrder
    private let final: MemoryTree
    private var base: MemoryTree
    /// Changes of names, oldest first. Those that happened are replayed in this order.
    private var entries: [Entry] = []
    /// Files with unsynchronized writes: their length, their durable length, and where writes in between ended.
    private var files: [Int: File] = [:]

    private struct File {
        var length: Int
        var durable: Int
        var ends: [Int] = []
        var hasFailed = false
    }

    init(_ order: CrashOrder, _ initial: MemoryTree, _ final: MemoryTree) {
        self.order = order
        self.final = final
        base = initial
    }

    // MARK: - Steps

    mutating func add(_ change: MemoryDiskChange) {
        switch change {
        case .create(_, _, let object, _):
            base.objects[object] = final.objects[object]
            base.objects[object]?.names = [:]
            base.objects[object]?.content = []
            entries.append(Entry(change: change))
        case .rename where order == .apart: entries += change.halves.map { Entry(change: $0) }
        case .rename, .link, .remove: entries.append(Entry(change: change))
        case .write(let object, let length):
            let durable = base.objects[object]?.content.count ?? 0
            files[object, default: File(length: durable, durable: durable)].length = length
            files[object]?.ends.append(length)
        case .synchronize(let object):
            if base.kind(object) == .directory { makeDurable(object) } else { makeDurable(file: object) }
        case .synchronizeAll:
            for index in entries.indices { entries[index].isDurable = true }
            for object in files.keys { makeDurable(file: object) }
        case .failSynchronization(let object):
            files[object]?.hasFailed = true
        case .failSynchronizationOfAll:
            for object in files.keys { files[object]?.hasFailed = true }
        }
        while let first = entries.first, first.isDurable {
            first.change.apply(to: &base)
            entries.removeFirst()
        }
    }

    private mutating func makeDurable(file object: Int) {
        guard let file = files[object], !file.hasFailed else { return }
        base.objects[object]?.content = Array((final.objects[object]?.content ?? []).prefix(file.length))
        files[object] = nil
    }

    private mutating func makeDurable(_ directory: Int) {
        var directories: Set = [directory]
        for index in entries.indices.reversed()
        where !directories.isDisjoint(with: entries[index].change.directories) {
            entries[index].isDurable = true
            // If changes keep their order, earlier changes in the other directory of a rename are durable too.
            if order == .inOrder { directories.formUnion(entries[index].change.directories) }
        }
    }

    // MARK: - Outcomes

    /// Returns at most `limit` different outcomes. The first has lost everything that can be lost, the second nothing.
    func outcomes(limit: Int, _ generator: inout SeededGenerator) -> [Outcome] {
        let open = entries.indices.filter { !entries[$0].isDurable }
        let choices = files.keys.sorted().map { object in (object: object, extents: extents(of: object, &generator)) }
        var combinations = 1
        for count in Array(repeating: 2, count: open.count) + choices.map(\.extents.count) {
            combinations = combinations > limit * 4 ? combinations : combinations * count
        }
        var found: [Outcome] = []
        var seen: Set<Int> = []
        func consider(_ number: Int?, all: Bool = false) {
            var rest = number ?? 0
            func choose(_ count: Int, _ generator: inout SeededGenerator) -> Int {
                if all { return count - 1 }
                guard number != nil else { return Int.random(in: 0..<count, using: &generator) }
                defer { rest /= count }
                return rest % count
            }
            var happened = Set(open.filter { _ in choose(2, &generator) == 1 })
            if order == .inOrder { close(&happened, among: open) }
            let extents = choices.map { ($0.object, $0.extents[choose($0.extents.count, &generator)]) }
            let outcome = outcome(happened, extents)
            if found.count < limit, seen.insert(outcome.tree.fingerprint).inserted { found.append(outcome) }
        }
        consider(0)
        consider(nil, all: true)
        if combinations <= limit * 4 {
            for number in 1..<max(2, combinations) { consider(number) }
        } else {
            for _ in 0..<limit * 2 { consider(nil) }
        }
        return found
    }

    /// Adds the earlier changes in the same directories.
    private func close(_ happened: inout Set<Int>, among open: [Int]) {
        var directories: Set<Int> = []
        for index in open.reversed() {
            let touched = entries[index].change.directories
            if happened.contains(index) || !directories.isDisjoint(with: touched) {
                happened.insert(index)
                directories.formUnion(touched)
            }
        }
    }

    /// Returns the possible extents of a file. The first has none of the uncertain bytes, the last has all of them.
    private func extents(of object: Int, _ generator: inout SeededGenerator) -> [CrashState.Extent] {
        guard let file = files[object], file.durable < file.length else { return [] }
        let middle = (file.durable + file.length) / 2
        var lengths: Set = [file.durable, file.durable + 1, middle, file.length - 1, file.length]
        lengths.insert(Int.random(in: file.durable...file.length, using: &generator))
        lengths.formUnion(file.ends.suffix(4))
        var extents = lengths.filter { $0 >= file.durable }.sorted().map {
            CrashState.Extent(length: $0, zeroStart: $0, zeroEnd: $0)
        }
        if order != .inOrder {
            let zeros = [file.length, middle].map {
                CrashState.Extent(length: file.length, zeroStart: file.durable, zeroEnd: $0)
            }
            extents.insert(contentsOf: zeros, at: 1)
        }
        return extents
    }

    private func outcome(_ happened: Set<Int>, _ extents: [(object: Int, extent: CrashState.Extent)]) -> Outcome {
        var tree = base
        var lost: [MemoryDiskChange] = []
        for index in entries.indices {
            if entries[index].isDurable || happened.contains(index) {
                entries[index].change.apply(to: &tree)
            } else {
                lost.append(entries[index].change)
            }
        }
        for (object, extent) in extents {
            var content = Array((final.objects[object]?.content ?? []).prefix(extent.length))
            for position in extent.zeroStart..<extent.zeroEnd { content[position] = 0 }
            tree.objects[object]?.content = content
        }
        return Outcome(tree: tree.reachable, lost: lost, extents: extents)
    }
}
