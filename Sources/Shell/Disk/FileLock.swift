/// A lock held by one process exclusively or shared by several. It ends when the process does, for whatever reason
/// [flock(2)].
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

    /// Returns whether the locked file is still the one with this name in `directory`. It may have been removed between
    /// being opened and being locked.
    public func isHeld(of name: [UInt8], in directory: Directory) throws(FileError) -> Bool {
        let own = try directory.attempt(.lock, name) { () throws(SystemError) in try system.status(file) }
        guard let named = try directory.status(of: name) else { return false }
        return named.inode == own.inode && named.device == own.device
    }
}

extension Directory {
    /// Locks the file `name`, creating it if it does not exist. Without `waiting`, returns `nil` if another process
    /// holds the lock. With `waiting`, waits as long as the holder is running; if it has been stopped for some seconds,
    /// throws an error with its process ID.
    ///
    /// The file is not removed when the lock is released: otherwise two processes could hold locks on different files
    /// with the same name.
    public func lock(
        _ name: [UInt8], exclusively: Bool = true, waiting: Bool
    ) throws(FileError) -> FileLock? {
        let file = try withDescriptor(.lock, name) { (descriptor) throws(SystemError) in
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

    /// Throws an error with its process ID if a stopped process holds the lock `name`.
    public func checkLockHolder(_ name: [UInt8]) throws(FileError) {
        let file = try withDescriptor(.lock, name) { (descriptor) throws(SystemError) in
            try system.open(name, in: descriptor, .locking)
        }
        defer { system.close(file) }
        if let holder = system.stoppedHolder(of: file) { throw .held((path / name).description, by: holder) }
    }
}
