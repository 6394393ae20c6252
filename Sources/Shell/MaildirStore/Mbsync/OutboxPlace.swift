public import Disk

/// The outbox of a tree that other programs lay out.
public struct OutboxPlace: Sendable {
    private let parent: Directory
    private let names: [[UInt8]]

    /// The outbox is the directory that the names lead to, from `parent`.
    public init(in parent: Directory, _ names: [[UInt8]]) {
        self.parent = parent
        self.names = names
    }

    func making() throws(FileError) -> Directory {
        var directory = parent
        for name in names { directory = try directory.makingDirectory(name) }
        return directory
    }

    func existing() throws(FileError) -> Directory? {
        var directory = parent
        do throws(FileError) {
            for name in names { directory = try directory.directory(name) }
        } catch  where error.isMissing {
            return nil
        }
        return directory
    }
}
