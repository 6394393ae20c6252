private import Dispatch
private import Glibc

/// Tells which names came into directories and went from them, whoever it was [inotify(7)].
public final class DirectoryWatch: Sendable {
    public struct Event: Hashable, Sendable {
        public enum Kind: Hashable, Sendable {
            /// It was made here, or got this name.
            case came
            /// It was removed, or lost this name.
            case went
            /// Something happened to the directory itself: it was removed, moved or is watched no more.
            case lost
        }

        /// What the directory was added with.
        public let key: Int32
        public let kind: Kind
        /// Empty for the directory itself.
        public let name: [UInt8]

        public init(key: Int32, kind: Kind, name: [UInt8]) {
            self.key = key
            self.kind = kind
            self.name = name
        }
    }

    /// Readable when something has happened.
    public let descriptor: Int32

    public init() throws(FileError) {
        descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        if descriptor < 0 { throw FileError(.open, "the watch on directories", code: errno) }
    }

    deinit {
        // The system returns from this when no processor can be looking at the watches any more, up to 20 ms later.
        // Nothing else has to wait for that.
        let descriptor = descriptor
        DispatchQueue.global().async { close(descriptor) }
    }

    /// Watches the names in a directory, and gives the key that its events will carry. The same directory has the same
    /// key again.
    public func add(_ directory: Directory) throws(FileError) -> Int32 {
        let events = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF
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

    /// What has happened since the last question, in that order; `nil` where that was more than the system could remember,
    /// so that anything may have.
    public func events() throws(FileError) -> [Event]? {
        var found: [Event] = []
        var isOverflow = false
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        // Enough for a full queue. Whoever changes files faster than this reads does not keep it here for ever.
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

    /// The same after a wait of at most `milliseconds` for something to happen.
    public func events(waiting milliseconds: Int32) throws(FileError) -> [Event]? {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&request, 1, milliseconds)
        return try events()
    }

    private static func kind(_ mask: UInt32) -> Event.Kind {
        if mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0 { return .came }
        return mask & UInt32(IN_DELETE | IN_MOVED_FROM) != 0 ? .went : .lost
    }

    /// An event is four numbers of 32 bits, the last of them the length of the name that follows, which is filled up with
    /// octets 0.
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
