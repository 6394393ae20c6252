public import Disk
import Synchronization

/// Files that tests create and compare.
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

    /// Returns another disk with the same content, all of it durable.
    public func copy() -> MemoryFileSystem {
        MemoryFileSystem(state.withLock { $0.tree })
    }
}
