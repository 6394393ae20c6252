private import Glibc

/// Tells which directories other programs have changed [inotify(7)].
///
/// A word from it is a hint to look again, never the truth: when too much happened at once, the answer is to look at
/// everything.
public final class DirectoryWatch: Sendable {
    /// What has happened since the last question.
    public enum News: Hashable, Sendable {
        /// The directories that changed, by the keys that they were added with.
        case changed(Set<Int32>)
        /// More than the system could remember: any of them may have changed.
        case everything
    }

    /// Readable when there is news.
    public let descriptor: Int32

    public init() throws(FileError) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        if descriptor < 0 { throw FileError(.open, "the watch on directories", code: errno) }
    }

    deinit {
        close(descriptor)
    }

    /// Watches the names in a directory, and gives the key that news of it will carry. The same directory has the same
    /// key again.
    public func add(_ directory: Directory) throws(FileError) -> Int32 {
        let events =
            IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF
        let flags = UInt32(events) | UInt32(IN_ONLYDIR)
        // By the open directory: its path may lead elsewhere by now.
        let path = Path("/proc/self/fd/\(directory.descriptor.number)")
        let key = unsafe path.withCString { unsafe inotify_add_watch(descriptor, $0, flags) }
        if key < 0 { throw FileError(.open, directory.path.description, code: errno) }
        return key
    }

    public func remove(_ key: Int32) {
        _ = inotify_rm_watch(descriptor, key)
    }

    /// What has happened, at once; `nil` if nothing has.
    public func news() throws(FileError) -> News? {
        var changed: Set<Int32> = []
        var isOverflow = false
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        // Enough for a full queue. Whoever changes files faster than this reads does not keep it here for ever.
        for _ in 0..<128 {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { break }
            if count <= 0 { throw FileError(.read, "the watch on directories", code: count < 0 ? errno : EIO) }
            Self.forEachEvent(in: buffer[..<count]) { key, mask in
                if mask & UInt32(IN_Q_OVERFLOW) != 0 { isOverflow = true } else { changed.insert(key) }
            }
        }
        if isOverflow { return .everything }
        return changed.isEmpty ? nil : .changed(changed)
    }

    /// Waits at most `milliseconds` for news.
    public func news(waiting milliseconds: Int32) throws(FileError) -> News? {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&request, 1, milliseconds)
        return try news()
    }

    /// An event is four numbers of 32 bits, the last of them the length of the name that follows.
    private static func forEachEvent(in octets: ArraySlice<UInt8>, _ body: (Int32, UInt32) -> Void) {
        unsafe octets.withUnsafeBytes { buffer in
            var position = 0
            while position + 16 <= buffer.count {
                let key = unsafe buffer.loadUnaligned(fromByteOffset: position, as: Int32.self)
                let mask = unsafe buffer.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self)
                let length = unsafe buffer.loadUnaligned(fromByteOffset: position + 12, as: UInt32.self)
                body(key, mask)
                position += 16 + Int(length)
            }
        }
    }
}
