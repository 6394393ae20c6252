private import CLinux
private import Glibc
private import Synchronization
internal import Threads

/// The file system of this machine. Files are created with mode 0600 and directories with 0700, whatever the umask.
public final class POSIXFileSystem: FileSystem {
    public static let shared = POSIXFileSystem()

    private init() {}

    // MARK: - Opening

    public func openRoot(_ path: Path) throws(SystemError) -> Descriptor {
        let number = unsafe path.withCString { unsafe Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        return Descriptor(number: try checked(number))
    }

    public func open(
        _ name: [UInt8], in directory: Descriptor, _ mode: OpenMode
    ) throws(SystemError) -> Descriptor {
        let always = O_CLOEXEC | O_NOFOLLOW
        let flags =
            switch mode {
            case .directory: O_RDONLY | O_DIRECTORY
            case .reading: O_RDONLY | O_NONBLOCK
            case .creating: O_WRONLY | O_CREAT | O_EXCL
            case .appending: O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK
            case .locking: O_RDWR | O_CREAT | O_NONBLOCK
            }
        let number = try unsafe called(name) { unsafe openat(directory.number, $0, flags | always, 0o600) }
        let descriptor = Descriptor(number: number)
        guard mode != .directory else { return descriptor }
        do throws(SystemError) {
            let status = try status(descriptor)
            guard status.kind == .file else { throw SystemError(EINVAL) }
            // The umask must not leave a new file that its owner cannot read or write.
            if mode != .reading, status.mode & 0o600 != 0o600 { _ = try checked(fchmod(number, 0o600)) }
        } catch {
            close(descriptor)
            if mode == .creating { try? remove(name, in: directory) }
            throw error
        }
        return descriptor
    }

    public func close(_ descriptor: Descriptor) {
        _ = Glibc.close(descriptor.number)
    }

    // MARK: - Content

    public func read(
        _ descriptor: Descriptor, _ count: Int, into content: inout [UInt8]
    ) throws(SystemError) -> Int {
        var got = 0
        content.append(addingCapacity: count) { output in
            unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
                repeat {
                    got = unsafe Glibc.read(descriptor.number, buffer.baseAddress, buffer.count)
                } while got < 0 && errno == EINTR
                initialized = max(got, 0)
            }
        }
        if got < 0 { throw SystemError(errno) }
        return got
    }

    public func write(_ octets: Span<UInt8>, to descriptor: Descriptor) throws(SystemError) -> Int {
        var count = 0
        unsafe octets.withUnsafeBytes { buffer in
            repeat {
                count = unsafe Glibc.write(descriptor.number, buffer.baseAddress, buffer.count)
            } while count < 0 && errno == EINTR
        }
        if count < 0 { throw SystemError(errno) }
        if count == 0, octets.count > 0 { throw SystemError(EIO) }
        return count
    }

    /// Not retried: a second fsync(2) would succeed although the data is lost.
    public func synchronize(_ descriptor: Descriptor) throws(SystemError) {
        _ = try checked(fsync(descriptor.number))
    }

    /// Waits for all of them at the same time, because the disk completes several requests together.
    public func synchronize(_ descriptors: [Descriptor]) throws(SystemError) {
        guard descriptors.count > 1 else { return try descriptors.first.map(synchronize) ?? () }
        let failure = Mutex<SystemError?>(nil)
        BackgroundThreads.perform(descriptors.count) { index in
            do throws(SystemError) {
                try self.synchronize(descriptors[index])
            } catch {
                failure.withLock { $0 = $0 ?? error }
            }
        }
        if let error = failure.withLock(\.self) { throw error }
    }

    public func synchronizeAll(_ descriptor: Descriptor) throws(SystemError) {
        _ = try checked(linux_syncfs(descriptor.number))
    }

    // MARK: - Facts

    public func status(_ descriptor: Descriptor) throws(SystemError) -> FileStatus {
        var facts = stat()
        _ = try checked(unsafe fstat(descriptor.number, &facts))
        return FileStatus(facts)
    }

    public func status(of name: [UInt8], in directory: Descriptor) throws(SystemError) -> FileStatus {
        var facts = stat()
        _ = try unsafe called(name) { unsafe fstatat(directory.number, $0, &facts, AT_SYMLINK_NOFOLLOW) }
        return FileStatus(facts)
    }

    public func fileSystemID(_ descriptor: Descriptor) throws(SystemError) -> UInt64 {
        var id: UInt64 = 0
        _ = try checked(unsafe linux_file_system_id(descriptor.number, &id))
        return id
    }

    public func creationTime(of name: [UInt8], in directory: Descriptor) throws(SystemError) -> Int64? {
        var nanoseconds: Int64 = 0
        _ = try unsafe called(name) { unsafe linux_creation_time(directory.number, $0, &nanoseconds) }
        return nanoseconds > 0 ? nanoseconds : nil
    }

    public func isLocal(_ descriptor: Descriptor) -> Bool {
        linux_is_local(descriptor.number) == 1
    }

    public func stamp(_ directory: Descriptor) throws(SystemError) {
        _ = try checked(linux_stamp(directory.number))
    }

    public func forEachName(in directory: Descriptor, _ body: ([UInt8]) -> Void) throws(SystemError) {
        // Opened again, because the position in a directory belongs to the open file, and two readers would share it.
        let number = try checked(unsafe openat(directory.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        guard let stream = unsafe fdopendir(number) else {
            let code = errno
            _ = Glibc.close(number)
            throw SystemError(code)
        }
        defer { unsafe _ = closedir(stream) }
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            let length = unsafe Int(strnlen(Self.name(of: entry), 256))
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix(length)) }
            if name != [0x2E], name != [0x2E, 0x2E] { body(name) }
        }
        if errno != 0 { throw SystemError(errno) }
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> UnsafePointer<CChar> {
        let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 19
        return unsafe UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
    }

    // MARK: - Names

    public func makeDirectory(_ name: [UInt8], in directory: Descriptor) throws(SystemError) {
        _ = try unsafe called(name) { unsafe mkdirat(directory.number, $0, 0o700) }
        if try status(of: name, in: directory).mode & 0o700 != 0o700 {
            _ = try unsafe called(name) { unsafe fchmodat(directory.number, $0, 0o700, AT_SYMLINK_NOFOLLOW) }
        }
    }

    public func rename(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError) {
        _ = try unsafe called(name, newName) { unsafe renameat(directory.number, $0, newDirectory.number, $1) }
    }

    public func renameNew(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError) {
        do throws(SystemError) {
            _ = try unsafe called(name, newName) {
                unsafe linux_rename_new(directory.number, $0, newDirectory.number, $1)
            }
        } catch {
            // Some file systems do not support this rename. Creating a hard link also fails if the name exists.
            guard error.code == EINVAL || error.code == ENOSYS else { throw error }
            do throws(SystemError) {
                try link(name, in: directory, to: newName, in: newDirectory)
            } catch let reason {
                // Hard links are not supported either, or the file is a directory: the first error is more informative.
                throw reason.code == EPERM ? error : reason
            }
            try remove(name, in: directory)
        }
    }

    public func link(
        _ name: [UInt8], in directory: Descriptor, to newName: [UInt8], in newDirectory: Descriptor
    ) throws(SystemError) {
        _ = try unsafe called(name, newName) { unsafe linkat(directory.number, $0, newDirectory.number, $1, 0) }
    }

    public func remove(_ name: [UInt8], in directory: Descriptor) throws(SystemError) {
        _ = try unsafe called(name) { unsafe unlinkat(directory.number, $0, 0) }
    }

    public func removeDirectory(_ name: [UInt8], in directory: Descriptor) throws(SystemError) {
        _ = try unsafe called(name) { unsafe unlinkat(directory.number, $0, AT_REMOVEDIR) }
    }

    // MARK: - Locks

    public func lock(_ descriptor: Descriptor, exclusively: Bool, waiting: Bool) throws(SystemError) -> Bool {
        let operation = (exclusively ? LOCK_EX : LOCK_SH) | LOCK_NB
        var patience = LockTimeout()
        while flock(descriptor.number, operation) != 0 {
            if errno == EINTR { continue }
            if errno != EWOULDBLOCK { throw SystemError(errno) }
            guard waiting, patience.wait(unless: { stoppedHolder(of: descriptor) }) else { return false }
        }
        return true
    }

    public func lockRecord(_ descriptor: Descriptor) throws(SystemError) -> Bool {
        while linux_lock_record(descriptor.number) != 0 {
            if errno == EINTR { continue }
            if errno == EAGAIN { return false }
            throw SystemError(errno)
        }
        return true
    }

    public func stoppedHolder(of descriptor: Descriptor) -> Int32? {
        (try? status(descriptor)).flatMap { LockHolders(of: $0, on: self).stopped }
    }

    public func unlock(_ descriptor: Descriptor) {
        _ = flock(descriptor.number, LOCK_UN)
    }

    // MARK: - Calls

    private func checked(_ result: Int32) throws(SystemError) -> Int32 {
        if result < 0 { throw SystemError(errno) }
        return result
    }

    /// Makes a call with a name that must be a single path component.
    private func called(_ name: [UInt8], _ call: (UnsafePointer<CChar>) -> Int32) throws(SystemError) -> Int32 {
        guard Self.isComponent(name) else { throw SystemError(EINVAL) }
        var result: Int32 = 0
        var code: Int32 = 0
        unsafe Path(name).withCString { pointer in
            repeat { unsafe result = call(pointer) } while result < 0 && errno == EINTR
            code = errno
        }
        if result < 0 { throw SystemError(code) }
        return result
    }

    private func called(
        _ name: [UInt8], _ newName: [UInt8], _ call: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
    ) throws(SystemError) -> Int32 {
        guard Self.isComponent(newName) else { throw SystemError(EINVAL) }
        return try unsafe called(name) { old in
            unsafe Path(newName).withCString { new in unsafe call(old, new) }
        }
    }

    private static func isComponent(_ name: [UInt8]) -> Bool {
        !name.isEmpty && name != [0x2E] && name != [0x2E, 0x2E] && !name.contains(0x2F) && !name.contains(0)
    }
}

extension FileStatus {
    fileprivate init(_ facts: stat) {
        let kind: Kind =
            switch facts.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            case S_IFLNK: .link
            default: .other
            }
        self.init(
            kind: kind, size: Int(facts.st_size), device: UInt64(facts.st_dev), inode: UInt64(facts.st_ino),
            modified: Int64(facts.st_mtim.tv_sec) * 1_000_000_000 + Int64(facts.st_mtim.tv_nsec),
            changed: Int64(facts.st_ctim.tv_sec) * 1_000_000_000 + Int64(facts.st_ctim.tv_nsec),
            links: Int(facts.st_nlink), mode: facts.st_mode & 0o7777)
    }
}
