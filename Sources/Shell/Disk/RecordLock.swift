/// A lock that excludes programs that lock files with fcntl(2), which flock(2) does not. It ends when the process does.
public final class RecordLock: Sendable {
    private let directory: Directory
    private let name: [UInt8]
    private let file: Descriptor

    fileprivate init(_ directory: Directory, _ name: [UInt8], _ file: Descriptor) {
        self.directory = directory
        self.name = name
        self.file = file
    }

    deinit {
        directory.system.close(file)
    }

    /// Writes `octets` at the beginning of the locked file, durably. The file keeps its identity, because programs that
    /// wait for the lock have it open. Must be called at most once, and must not write less than the file has.
    public func overwrite(_ octets: [UInt8]) throws(FileError) {
        try directory.attempt(.write, name) { () throws(SystemError) in
            var written = 0
            while written < octets.count {
                written += try directory.system.write(octets.span.extracting(written...), to: file)
            }
            try directory.system.synchronize(file)
        }
    }

    /// Whether the locked file still has its name. Another program may have removed it before it was locked.
    fileprivate var isCurrent: Bool {
        get throws(FileError) {
            let own = try directory.attempt(.lock, name) { () throws(SystemError) in
                try directory.system.status(file)
            }
            guard let named = try directory.status(of: name) else { return false }
            return named.inode == own.inode && named.device == own.device
        }
    }
}

extension Directory {
    /// Locks the file `name`, creating it if it does not exist. Returns `nil` if another program holds the lock.
    public func lockRecord(_ name: [UInt8]) throws(FileError) -> RecordLock? {
        for _ in 0..<Self.recordLockAttempts {
            let file = try withDescriptor(.lock, name) { (descriptor) throws(SystemError) in
                try system.open(name, in: descriptor, .locking)
            }
            let lock = RecordLock(self, name, file)
            let isOurs = try attempt(.lock, name) { () throws(SystemError) in try system.lockRecord(file) }
            guard isOurs else { return nil }
            if try lock.isCurrent { return lock }
        }
        return nil
    }

    private static var recordLockAttempts: Int { 8 }
}
