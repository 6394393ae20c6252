internal import Disk
internal import MailTypes
private import Synchronization

/// Caches a property of files as long as they do not change.
final class FilePropertyCache<Value: Sendable>: Sendable {
    /// Identifies a version of a file: if all values are the same, the file has not changed.
    private struct Version: Hashable {
        let device: UInt64
        let inode: UInt64
        let size: Int
        let modified: Int64
        let changed: Int64

        init(_ status: FileStatus) {
            device = status.device
            inode = status.inode
            size = status.size
            modified = status.modified
            changed = status.changed
        }
    }

    private let values = Mutex<[Version: Value]>([:])

    /// When the cache has this many values, it is emptied. Most of the files have changed or are gone by then.
    private static var most: Int { 4096 }
    /// Files that changed within this many seconds are not cached: a further change might not be visible in their
    /// timestamps.
    private static var patience: Int64 { 2 }

    func value(for status: FileStatus) -> Value? {
        values.withLock { $0[Version(status)] }
    }

    /// Caches the value for a file. `status` must have been read before the contents. Does nothing if the file has just
    /// changed.
    func remember(_ value: Value, for status: FileStatus, at now: Instant) {
        guard max(status.modified, status.changed) / 1_000_000_000 < now.seconds - Self.patience else { return }
        values.withLock { values in
            if values.count >= Self.most { values = [:] }
            values[Version(status)] = value
        }
    }
}
