import Disk

/// One operation that changed or synchronized a disk in memory: a point after which a crash may happen.
enum MemoryDiskChange: Sendable {
    /// Creates an object and its name.
    case create(name: [UInt8], directory: Int, object: Int, kind: FileStatus.Kind)
    /// Appends to a file, up to a length.
    case write(object: Int, length: Int)
    case rename(name: [UInt8], directory: Int, newName: [UInt8], newDirectory: Int, object: Int)
    case link(name: [UInt8], directory: Int, object: Int)
    case remove(name: [UInt8], directory: Int, object: Int)
    case synchronize(object: Int)
    case synchronizeAll
    /// Data written since the last success may be lost whatever happens later: the system reports the error only once.
    case failSynchronization(object: Int)
    case failSynchronizationOfAll

    /// The directories whose entries it changes.
    var directories: [Int] {
        switch self {
        case .create(_, let directory, _, _), .link(_, let directory, _), .remove(_, let directory, _): [directory]
        case .rename(_, let directory, _, let newDirectory, _): [directory, newDirectory]
        case .write, .synchronize, .synchronizeAll, .failSynchronization, .failSynchronizationOfAll: []
        }
    }

    /// Repeats the change of names, to the extent that the changes before it have happened too.
    func apply(to tree: inout MemoryTree) {
        switch self {
        case .create(let name, let directory, let object, _), .link(let name, let directory, let object):
            tree.setName(name, in: directory, to: object)
        case .remove(let name, let directory, let object):
            if tree.object(name, in: directory) == object { tree.setName(name, in: directory, to: nil) }
        case .rename(let name, let directory, let newName, let newDirectory, let object):
            if tree.object(name, in: directory) == object { tree.setName(name, in: directory, to: nil) }
            tree.setName(newName, in: newDirectory, to: object)
        case .write, .synchronize, .synchronizeAll, .failSynchronization, .failSynchronizationOfAll: break
        }
    }

    /// A rename as two independent changes.
    var halves: [MemoryDiskChange] {
        guard case .rename(let name, let directory, let newName, let newDirectory, let object) = self,
            directory != newDirectory
        else { return [self] }
        return [
            .link(name: newName, directory: newDirectory, object: object),
            .remove(name: name, directory: directory, object: object),
        ]
    }
}

extension MemoryDiskChange: CustomStringConvertible {
    var description: String {
        func text(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self) }
        return switch self {
        case .create(let name, _, let object, let kind): "create \(kind) \(text(name)) (#\(object))"
        case .write(let object, let length): "write #\(object) to length \(length)"
        case .rename(let name, _, let newName, _, let object): "rename \(text(name)) to \(text(newName)) (#\(object))"
        case .link(let name, _, let object): "link \(text(name)) (#\(object))"
        case .remove(let name, _, let object): "remove \(text(name)) (#\(object))"
        case .synchronize(let object): "synchronize #\(object)"
        case .synchronizeAll: "synchronize all"
        case .failSynchronization(let object): "fail to synchronize #\(object)"
        case .failSynchronizationOfAll: "fail to synchronize all"
        }
    }
}
