/// The order of a plan. A phase begins once every operation of the previous one is acknowledged and recorded. Therefore
/// no destructive command is pipelined with what it depends on, no copy of a message is removed before its replacement
/// exists, and the baseline is updated last.
public enum SyncPhase: Int, CaseIterable, Comparable, Sendable {
    case storeFlags
    case flagMovedFiles
    case upload
    case moveOnServer
    case expunge
    /// After the uploads. With a baseline, a file whose UID the baseline lacks belongs to a deleted message. Without
    /// one, the ledger was lost and the file must be uploaded.
    case begin
    case place
    case flagFiles
    case removeFiles
    case baseline

    public static func < (one: SyncPhase, other: SyncPhase) -> Bool { one.rawValue < other.rawValue }
}
