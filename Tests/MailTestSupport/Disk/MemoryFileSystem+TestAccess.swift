public import Disk
import Synchronization

/// Setup and inspection by tests.
extension MemoryFileSystem {
    /// Creates an object at a path, with the directories above it. For a link, `content` is its target.
    public func plant(_ kind: FileStatus.Kind, at path: Path, _ content: [UInt8] = []) {
        state.withLock { state in
            var number = MemoryTree.root
            let components = path.bytes.split(separator: 0x2F).map(Array.init)
            for (index, name) in components.enumerated() {
                let isLast = index == components.count - 1
                if let next = state.tree.object(name, in: number), !isLast || kind == .directory {
                    number = next
                } else {
                    let made = isLast ? kind : .directory
                    number = state.make(name, in: number, made, mode: made == .directory ? 0o700 : 0o600)
                    if isLast, !content.isEmpty {
                        state.tree.objects[number]?.content = content
                        state.perform(.write(object: number, length: content.count))
                    }
                }
            }
        }
        settle()
    }

    /// Makes everything durable and resets the counts of steps and calls.
    public func settle() {
        state.withLock { state in
            state.initial = state.tree
            state.steps = []
            state.calls = 0
            state.changes = 0
        }
    }

    /// The content of all files, by path.
    public var files: [Path: [UInt8]] {
        state.withLock { state in
            var found: [Path: [UInt8]] = [:]
            for (path, number) in state.tree.paths where state.tree.kind(number) == .file {
                found[path] = state.tree.objects[number]?.content
            }
            return found
        }
    }

    /// All paths as text, in order, for comparison and messages.
    public var paths: [String] {
        state.withLock { state in state.tree.paths.map(\.path.description) }
    }

    /// The number of operations since the last `settle` that changed or synchronized something. A test records it when
    /// the program reports something as saved.
    public var stepCount: Int {
        state.withLock { $0.steps.count }
    }

    /// Returns the number of calls since the last `settle`: the numbers that a fault can have.
    public func callCount(_ counting: MemoryFault.Counting) -> Int {
        state.withLock { counting == .calls ? $0.calls : $0.changes }
    }

    public var openCount: Int {
        state.withLock { $0.open.count }
    }

    /// Sets the failure to inject. `nil` ends it.
    public func fail(_ fault: MemoryFault?) {
        state.withLock { $0.fault = fault }
    }

    /// Limits each write to this many bytes.
    public func limitWrites(to octets: Int) {
        state.withLock { $0.longestWrite = octets }
    }

    /// Pretends that everything was copied to another file system, with the same inodes.
    public func becomeFileSystem(_ id: UInt64) {
        state.withLock { $0.fileSystemID = id }
    }

    /// Advances the clock for the dates of files.
    public func advance(nanoseconds: Int64) {
        state.withLock { $0.clock += nanoseconds }
    }

    /// Returns another disk with the same content, all of it durable.
    public func copy() -> MemoryFileSystem {
        MemoryFileSystem(state.withLock { $0.tree })
    }

    /// Simulates a kill of the process. Nothing is lost, but unsynchronized data remains not durable. Open files and
    /// locks are gone.
    public func kill() {
        state.withLock { state in
            state.open = [:]
            state.locks = []
        }
    }
}
