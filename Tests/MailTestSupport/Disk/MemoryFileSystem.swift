public import Disk
import Glibc
import Synchronization

/// A disk in memory that records each operation, so that tests can inspect every state that a power loss could have
/// left (`crashStates`), and that fails on demand.
///
/// It behaves as `POSIXFileSystem` does on Linux, error numbers included. The tests of Disk check both against one
/// table.
public final class MemoryFileSystem: FileSystem {
    struct OpenFile: Sendable {
        let object: Int
        let mode: OpenMode
        var position = 0
    }

    struct Lock: Sendable {
        let descriptor: Descriptor
        let object: Int
        let isExclusive: Bool
    }

    struct State: Sendable {
        var tree: MemoryTree
        /// The tree before the first step.
        var initial: MemoryTree
        var steps: [MemoryDiskChange] = []
        var open: [Descriptor: OpenFile] = [:]
        var locks: [Lock] = []
        var nextDescriptor: Int32 = 100
        var nextObject: Int
        var clock: Int64 = 1_760_000_000_000_000_000
        var fault: MemoryDiskFault?
        var calls = 0
        var changes = 0
        var longestWrite = Int.max
        var fileSystemID: UInt64 = 1

        /// Counts a call and throws if it is the one that should fail.
        mutating func count(isChange: Bool) throws(SystemError) {
            calls += 1
            if isChange { changes += 1 }
            clock += 1000
            guard let fault, fault.counting == .calls || isChange else { return }
            let number = fault.counting == .calls ? calls : changes
            if number == fault.number || fault.lasts && number > fault.number { throw SystemError(fault.code) }
        }

        func file(_ descriptor: Descriptor) throws(SystemError) -> OpenFile {
            guard let file = open[descriptor] else { throw SystemError(EBADF) }
            return file
        }

        func directory(_ descriptor: Descriptor) throws(SystemError) -> Int {
            let number = try file(descriptor).object
            guard tree.kind(number) == .directory else { throw SystemError(ENOTDIR) }
            return number
        }

        mutating func open(_ object: Int, _ mode: OpenMode) -> Descriptor {
            let descriptor = Descriptor(number: nextDescriptor)
            nextDescriptor += 1
            open[descriptor] = OpenFile(object: object, mode: mode)
            return descriptor
        }

        /// Records a step, and performs it if it changes names.
        mutating func perform(_ change: MemoryDiskChange) {
            change.apply(to: &tree)
            steps.append(change)
            for directory in change.directories { touch(directory) }
        }

        mutating func touch(_ object: Int) {
            tree.objects[object]?.modified = clock
            tree.objects[object]?.changed = clock
        }
    }

    let state: Mutex<State>

    public convenience init() {
        self.init(MemoryTree())
    }

    /// Creates a disk that holds `tree`, all of it durable.
    init(_ tree: MemoryTree) {
        let next = (tree.objects.keys.max() ?? MemoryTree.root) + 1
        state = Mutex(State(tree: tree, initial: tree, nextObject: next))
    }

    // MARK: - Opening

    public func openRoot(_ path: Path) throws(SystemError) -> Descriptor {
        try state.withLock { state throws(SystemError) in
            try state.count(isChange: false)
            guard let object = state.tree.following(path) else { throw SystemError(ENOENT) }
            guard state.tree.kind(object) == .directory else { throw SystemError(ENOTDIR) }
            return state.open(object, .directory)
        }
    }

    public func open(
        _ name: [UInt8], in directory: Descriptor, _ mode: OpenMode
    ) throws(SystemError) -> Descriptor {
        try state.withLock { state throws(SystemError) in
            let parent = try state.parent(directory, name)
            let makes = mode == .creating || mode == .appending || mode == .locking
            guard let object = state.tree.object(name, in: parent) else {
                try state.count(isChange: makes)
                guard makes else { throw SystemError(ENOENT) }
                guard state.tree.isNamed(parent) else { throw SystemError(ENOENT) }
                return state.open(state.make(name, in: parent, .file, mode: 0o600), mode)
            }
            try state.count(isChange: mode == .creating)
            if mode == .creating { throw SystemError(EEXIST) }
            switch (state.tree.kind(object), mode) {
            case (.directory, .directory), (.file, .reading), (.file, .appending), (.file, .locking): break
            case (_, .directory): throw SystemError(ENOTDIR)
            case (.link, _): throw SystemError(ELOOP)
            case (.directory, .appending), (.directory, .locking): throw SystemError(EISDIR)
            case (.other, .appending): throw SystemError(ENXIO)
            case (_, _): throw SystemError(EINVAL)
            }
            return state.open(object, mode)
        }
    }

    public func close(_ descriptor: Descriptor) {
        state.withLock { state in
            state.open[descriptor] = nil
            state.locks.removeAll { $0.descriptor == descriptor }
        }
    }

    // MARK: - Content

    public func read(
        _ descriptor: Descriptor, _ count: Int, into content: inout [UInt8]
    ) throws(SystemError) -> Int {
        let octets = try state.withLock { state throws(SystemError) -> [UInt8] in
            try state.count(isChange: false)
            let file = try state.file(descriptor)
            if state.tree.kind(file.object) == .directory { throw SystemError(EISDIR) }
            guard file.mode == .reading || file.mode == .locking else { throw SystemError(EBADF) }
            let octets = Array((state.tree.objects[file.object]?.content ?? []).dropFirst(file.position).prefix(count))
            state.open[descriptor]?.position += octets.count
            return octets
        }
        content += octets
        return octets.count
    }

    public func write(_ octets: Span<UInt8>, to descriptor: Descriptor) throws(SystemError) -> Int {
        let content = octets.withUnsafeBufferPointer { Array($0) }
        return try state.withLock { state throws(SystemError) in
            let file = try state.file(descriptor)
            guard file.mode == .creating || file.mode == .appending else { throw SystemError(EBADF) }
            try state.count(isChange: true)
            let count = min(content.count, max(1, state.longestWrite))
            state.tree.objects[file.object]?.content += content.prefix(count)
            state.touch(file.object)
            let length = state.tree.objects[file.object]?.content.count ?? 0
            state.perform(.write(object: file.object, length: length))
            return count
        }
    }

    public func synchronize(_ descriptor: Descriptor) throws(SystemError) {
        try state.withLock { state throws(SystemError) in
            let object = try state.file(descriptor).object
            do throws(SystemError) {
                try state.count(isChange: true)
            } catch {
                state.perform(.failSynchronization(object: object))
                throw error
            }
            state.perform(.synchronize(object: object))
        }
    }

    public func synchronizeAll(_ descriptor: Descriptor) throws(SystemError) {
        try state.withLock { state throws(SystemError) in
            _ = try state.file(descriptor)
            do throws(SystemError) {
                try state.count(isChange: true)
            } catch {
                state.perform(.failSynchronizationOfAll)
                throw error
            }
            state.perform(.synchronizeAll)
        }
    }

    // MARK: - Locks

    /// Throws EDEADLK instead of waiting: no other thread would release the lock.
    public func lock(_ descriptor: Descriptor, exclusively: Bool, waiting: Bool) throws(SystemError) -> Bool {
        try state.withLock { state throws(SystemError) in
            try state.count(isChange: false)
            let object = try state.file(descriptor).object
            let others = state.locks.contains {
                $0.object == object && $0.descriptor != descriptor && ($0.isExclusive || exclusively)
            }
            if others, waiting { throw SystemError(EDEADLK) }
            state.locks.removeAll { $0.descriptor == descriptor }
            if others { return false }
            state.locks.append(Lock(descriptor: descriptor, object: object, isExclusive: exclusively))
            return true
        }
    }

    public func unlock(_ descriptor: Descriptor) {
        state.withLock { state in state.locks.removeAll { $0.descriptor == descriptor } }
    }
}
