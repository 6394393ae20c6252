/// A lock that one process holds at a time, or several share; it ends with the process, however that ends [flock(2)].
public final class FileLock: Sendable {
    private let system: any FileSystem
    private let file: Descriptor

    fileprivate init(_ system: any FileSystem, _ file: Descriptor) {
        self.system = system
        self.file = file
    }

    deinit {
        system.unlock(file)
        system.close(file)
    }

    /// Whether the file that is locked still is the one of that name in `directory`: it may have been removed between
    /// being opened and being locked.
    public func isHeld(of name: [UInt8], in directory: Directory) throws(FileError) -> Bool {
        let own = try directory.attempt(.lock, name) { () throws(SystemError) in try system.status(file) }
        guard let named = try directory.status(of: name) else { return false }
        return named.inode == own.inode && named.device == own.device
    }
}

extension Directory {
    /// Locks the file `name`, which is made where it is missing. Without `waiting`, `nil` where another holds it. With it,
    /// whoever works is waited for, and one that is stopped is not for longer than some seconds: that is an error which
    /// names the process.
    ///
    /// The file stays when the lock is given back: if it went, two processes could hold locks on two files of one name.
    public func lock(
        _ name: [UInt8], exclusively: Bool = true, waiting: Bool
    ) throws(FileError) -> FileLock? {
        let file = try attempt(.lock, name) { () throws(SystemError) in
            try system.open(name, in: descriptor, .locking)
        }
        do throws(FileError) {
            let isOurs = try attempt(.lock, name) { () throws(SystemError) in
                try system.lock(file, exclusively: exclusively, waiting: waiting)
            }
            if isOurs { return FileLock(system, file) }
            if waiting { throw .held((path / name).description, by: system.stoppedHolder(of: file)) }
        } catch {
            system.close(file)
            throw error
        }
        system.close(file)
        return nil
    }
}
