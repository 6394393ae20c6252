private import Glibc
internal import Threads

/// Reports names that appear in directories or disappear from them, whichever process changes them [inotify(7)].
public final class DirectoryWatch: Sendable {
    public struct Event: Hashable, Sendable {
        public enum Kind: Hashable, Sendable {
            /// The entry was created, or renamed to this name.
            case came
            /// The entry was removed, or renamed from this name.
            case went
            /// The directory itself was removed or moved, or is no longer watched.
            case lost
        }

        /// The key that `add` returned for the directory.
        public let key: Int32
        public let kind: Kind
        /// Empty for the directory itself.
        public let name: [UInt8]

        public init(key: Int32, kind: Kind, name: [UInt8]) {
            self.key = key
            self.kind = kind
            self.name = name
        }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(key)
            hasher.combine(kind)
            // An array of bytes is hashed one by one, which takes several times as long.
            unsafe name.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        }
    }

    /// Readable when there are events.
    public let descriptor: Int32

    public init() throws(FileError) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        if descriptor < 0 { throw FileError(.open, "the watch on directories", code: errno) }
    }

    deinit {
        // close(2) returns only when no processor uses the watches any longer, after up to 20 ms, so it runs in the
        // background.
        let descriptor = descriptor
        BackgroundThreads.run { close(descriptor) }
    }

    /// Watches a directory, and returns the key of its events. Adding the same directory again returns the same key.
    public func add(_ directory: Directory) throws(FileError) -> Int32 {
        let events = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
        let flags = UInt32(events) | UInt32(IN_ONLYDIR)
        return try directory.withDescriptor(.open) { (open) throws(SystemError) in
            // By file descriptor, because the path may have been replaced.
            let path = Path("/proc/self/fd/\(open.number)")
            let key = unsafe path.withCString { unsafe inotify_add_watch(descriptor, $0, flags) }
            if key < 0 { throw SystemError(errno) }
            return key
        }
    }

    public func remove(_ key: Int32) {
        _ = inotify_rm_watch(descriptor, key)
    }

    /// Returns the events since the last call in order, or `nil` if the queue of the kernel overflowed, so that
    /// anything may have changed.
    public func events() throws(FileError) -> [Event]? {
        var found: [Event] = []
        var isOverflow = false
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        // Enough for a full queue. The limit ends the loop even if files change faster than events are read.
        for _ in 0..<128 {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { break }
            if count <= 0 { throw FileError(.read, "the watch on directories", code: count < 0 ? errno : EIO) }
            Self.forEachEvent(in: buffer[..<count]) { key, mask, name in
                if mask & UInt32(IN_Q_OVERFLOW) != 0 { isOverflow = true }
                found.append(Event(key: key, kind: Self.kind(mask), name: name))
            }
        }
        return isOverflow ? nil : found
    }

    /// Waits at most `milliseconds` for events and returns them.
    public func events(waiting milliseconds: Int32) throws(FileError) -> [Event]? {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&request, 1, milliseconds)
        return try events()
    }

    private static func kind(_ mask: UInt32) -> Event.Kind {
        if mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0 { return .came }
        return mask & UInt32(IN_DELETE | IN_MOVED_FROM) != 0 ? .went : .lost
    }

    /// An event consists of four 32-bit numbers, the last of which is the length of the name that follows, padded with
    /// NUL bytes.
    private static func forEachEvent(in octets: ArraySlice<UInt8>, _ body: (Int32, UInt32, [UInt8]) -> Void) {
        unsafe octets.withUnsafeBytes { buffer in
            var position = 0
            while position + 16 <= buffer.count {
                let key = unsafe buffer.loadUnaligned(fromByteOffset: position, as: Int32.self)
                let mask = unsafe buffer.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self)
                let length = unsafe Int(buffer.loadUnaligned(fromByteOffset: position + 12, as: UInt32.self))
                let end = min(position + 16 + length, buffer.count)
                let name = unsafe Array(buffer[(position + 16)..<end].prefix { $0 != 0 })
                body(key, mask, name)
                position = end
            }
        }
    }
}
