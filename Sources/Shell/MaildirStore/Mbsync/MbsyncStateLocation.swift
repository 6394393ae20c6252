public import Disk

/// Where mbsync keeps its record of each mailbox [mbsync(1), SyncState].
public enum MbsyncStateLocation: Hashable, Sendable {
    /// In the directory of the mailbox, as `.mbsyncstate`.
    case mailbox
    /// In files whose path begins with `prefix`, followed by the name of the mailbox and, if they are known, of the two
    /// stores.
    case files(prefix: Path, stores: Stores?)

    public struct Stores: Hashable, Sendable {
        public let far, near: [UInt8]

        public init(far: [UInt8], near: [UInt8]) {
            self.far = far
            self.near = near
        }
    }
}
