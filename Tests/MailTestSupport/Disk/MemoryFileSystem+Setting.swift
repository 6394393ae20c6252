public import Disk
import Synchronization

/// How a test sets the scene and looks at what became of it.
extension MemoryFileSystem {
    /// Puts something at a path, with the directories above it. For a link, `content` is where it leads.
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

    /// Everything is on the disk, and the steps and calls are counted anew.
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

    /// All paths, each as text, in order: for comparing and for messages.
    public var paths: [String] {
        state.withLock { state in state.tree.paths.map(\.path.description) }
    }

    /// How many operations have changed something or made sure of it since the last `settle`: what a test notes beside
    /// whatever the program has reported as saved.
    public var stepCount: Int {
        state.withLock { $0.steps.count }
    }

    /// How many calls were made since the last `settle`: the numbers that a fault can have.
    public func callCount(_ counting: MemoryFault.Counting) -> Int {
        state.withLock { counting == .calls ? $0.calls : $0.changes }
    }

    public var openCount: Int {
        state.withLock { $0.open.count }
    }

    /// The failure to come; `nil` ends it.
    public func fail(_ fault: MemoryFault?) {
        state.withLock { $0.fault = fault }
    }

    /// Lets each write take no more than this many octets.
    public func limitWrites(to octets: Int) {
        state.withLock { $0.longestWrite = octets }
    }

    /// As if all of it had been copied to another file system, octet by octet: inodes are what they were.
    public func becomeFileSystem(_ id: UInt64) {
        state.withLock { $0.fileSystemID = id }
    }

    /// Lets time pass for the dates of files.
    public func advance(nanoseconds: Int64) {
        state.withLock { $0.clock += nanoseconds }
    }

    /// Another disk with the same content, all of it durable.
    public func copy() -> MemoryFileSystem {
        MemoryFileSystem(state.withLock { $0.tree })
    }

    /// As the process that holds it finds the disk when its predecessor was killed: nothing is lost, but what was not
    /// made sure of is not durable either. Open files and locks are gone.
    public func kill() {
        state.withLock { state in
            state.open = [:]
            state.locks = []
        }
    }
}
