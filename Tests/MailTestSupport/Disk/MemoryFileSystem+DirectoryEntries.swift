public import Disk
import Glibc
import Synchronization

extension MemoryFileSystem {
    public func status(_ descriptor: Descriptor) throws(SystemError) -> FileStatus {
        try state.withLock { state throws(SystemError) in
            try state.count(isChange: false)
            return state.tree.status(try state.file(descriptor).object)
        }
    }

    /// Not counted, because a real file system answers it from the status that it has read.
    public func creationTime(of name: [UInt8], in directory: Descriptor) throws(SystemError) -> Int64? {
        try state.withLock { state throws(SystemError) in
            guard let object = state.tree.object(name, in: try state.directory(directory)) else {
                throw SystemError(ENOENT)
            }
            // Objects are numbered in the order in which they were created.
            return Int64(object)
        }
    }

    public func status(of name: [UInt8], in directory: Descriptor) throws(SystemError) -> FileStatus {
        try state.withLock { state throws(SystemError) in
            let object = try state.named(name, in: directory, isChange: false).object
            return state.tree.status(object)
        }
    }

    public func fileSystemID(_ descriptor: Descriptor) throws(SystemError) -> UInt64 {
        try state.withLock { state throws(SystemError) in
            try state.count(isChange: false)
            _ = try state.file(descriptor)
            return state.fileSystemID
        }
    }

    /// Passes the names in a fixed order that is not ascending, so that callers cannot rely on sorted names.
    public func forEachName(in directory: Descriptor, _ body: ([UInt8]) -> Void) throws(SystemError) {
        let sorted = try state.withLock { state throws(SystemError) in
            try state.count(isChange: false)
            let names = state.tree.objects[try state.directory(directory)]?.names ?? [:]
            return names.keys.sorted { $1.lexicographicallyPrecedes($0) }
        }
        for name in sorted { body(name) }
    }

    public func makeDirectory(_ name: [UInt8], in directory: Descriptor) throws(SystemError) {
        try state.withLock { state throws(SystemError) in
            let parent = try state.free(name, in: directory)
            guard state.tree.isNamed(parent) else { throw SystemError(ENOENT) }
            _ = state.make(name, in: parent, .directory, mode: 0o700)
        }
    }

    public func rename(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError) {
        try state.withLock { state throws(SystemError) in
            let newParent = try state.parent(newDirectory, newName)
            let (parent, object) = try state.named(name, in: directory, isChange: true)
            try state.checkMove(parent, newParent, object)
            if let former = state.tree.object(newName, in: newParent) {
                if former == object { return }
                if parent != newParent, state.tree.stands(parent, in: former) { throw SystemError(ENOTEMPTY) }
                let isDirectory = state.tree.kind(object) == .directory
                switch (isDirectory, state.tree.kind(former) == .directory) {
                case (true, false): throw SystemError(ENOTDIR)
                case (false, true): throw SystemError(EISDIR)
                case (true, true) where state.tree.objects[former]?.names.isEmpty == false:
                    throw SystemError(ENOTEMPTY)
                default: break
                }
            }
            try state.move(name, parent, newName, newParent, object)
        }
    }

    public func renameNew(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError) {
        try state.withLock { state throws(SystemError) in
            let newParent = try state.parent(newDirectory, newName)
            let (parent, object) = try state.named(name, in: directory, isChange: true)
            if state.tree.object(newName, in: newParent) != nil { throw SystemError(EEXIST) }
            try state.checkMove(parent, newParent, object)
            try state.move(name, parent, newName, newParent, object)
        }
    }

    public func link(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError) {
        try state.withLock { state throws(SystemError) in
            let newParent = try state.parent(newDirectory, newName)
            let object = try state.named(name, in: directory, isChange: true).object
            if state.tree.object(newName, in: newParent) != nil { throw SystemError(EEXIST) }
            guard state.tree.isNamed(newParent) else { throw SystemError(ENOENT) }
            if state.tree.kind(object) == .directory { throw SystemError(EPERM) }
            state.perform(.link(name: newName, directory: newParent, object: object))
        }
    }

    public func remove(_ name: [UInt8], in directory: Descriptor) throws(SystemError) {
        try state.withLock { state throws(SystemError) in
            let (parent, object) = try state.named(name, in: directory, isChange: true)
            if state.tree.kind(object) == .directory { throw SystemError(EISDIR) }
            state.perform(.remove(name: name, directory: parent, object: object))
        }
    }

    public func removeDirectory(_ name: [UInt8], in directory: Descriptor) throws(SystemError) {
        try state.withLock { state throws(SystemError) in
            let (parent, object) = try state.named(name, in: directory, isChange: true)
            guard state.tree.kind(object) == .directory else { throw SystemError(ENOTDIR) }
            guard state.tree.objects[object]?.names.isEmpty == true else { throw SystemError(ENOTEMPTY) }
            state.perform(.remove(name: name, directory: parent, object: object))
        }
    }
}

extension MemoryFileSystem.State {
    /// Returns the directory to look a name up in, after checking that the name is valid.
    func parent(_ descriptor: Descriptor, _ name: [UInt8]) throws(SystemError) -> Int {
        let isComponent =
            !name.isEmpty && name != [0x2E] && name != [0x2E, 0x2E] && !name.contains(0x2F) && !name.contains(0)
        guard isComponent else { throw SystemError(EINVAL) }
        let number = try directory(descriptor)
        if name.count > 255 { throw SystemError(ENAMETOOLONG) }
        return number
    }

    mutating func named(
        _ name: [UInt8], in descriptor: Descriptor, isChange: Bool
    ) throws(SystemError) -> (parent: Int, object: Int) {
        let parent = try parent(descriptor, name)
        try count(isChange: isChange)
        guard let object = tree.object(name, in: parent) else { throw SystemError(ENOENT) }
        return (parent, object)
    }

    mutating func free(_ name: [UInt8], in descriptor: Descriptor) throws(SystemError) -> Int {
        let parent = try parent(descriptor, name)
        try count(isChange: true)
        if tree.object(name, in: parent) != nil { throw SystemError(EEXIST) }
        return parent
    }

    mutating func make(_ name: [UInt8], in parent: Int, _ kind: FileStatus.Kind, mode: UInt32) -> Int {
        let number = nextObject
        nextObject += 1
        tree.objects[number] = MemoryTree.Object(kind: kind, mode: mode, modified: clock, changed: clock)
        perform(.create(name: name, directory: parent, object: number, kind: kind))
        return number
    }

    /// Throws if a directory would be moved into itself.
    func checkMove(_ parent: Int, _ newParent: Int, _ object: Int) throws(SystemError) {
        guard parent != newParent, tree.kind(object) == .directory else { return }
        if tree.stands(newParent, in: object) { throw SystemError(EINVAL) }
    }

    mutating func move(
        _ name: [UInt8], _ parent: Int, _ newName: [UInt8], _ newParent: Int, _ object: Int
    ) throws(SystemError) {
        guard tree.isNamed(newParent) else { throw SystemError(ENOENT) }
        perform(
            .rename(name: name, directory: parent, newName: newName, newDirectory: newParent, object: object))
    }
}
