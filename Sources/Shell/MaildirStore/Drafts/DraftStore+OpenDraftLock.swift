public import Disk
public import MailTypes

/// The lock that a process holds while a draft is open in it: `drafts/ID.lock` in the state directory of the account.
extension DraftStore {
    private static let openDraftLocks = Array("drafts".utf8)

    private static func lockName(of id: DraftID) -> [UInt8] { Array((id.text + ".lock").utf8) }

    /// Takes the lock of a draft that is to be edited. Returns `nil` if another process has it open.
    public func lockForEditing(_ id: DraftID) throws(FileError) -> FileLock? {
        try state.makingDirectory(Self.openDraftLocks).lock(Self.lockName(of: id), waiting: false)
    }

    /// Returns whether a process has the draft open, possibly with unsaved lines.
    public func isOpen(_ id: DraftID) throws(FileError) -> Bool {
        guard try state.status(of: Self.openDraftLocks)?.kind == .directory else { return false }
        let locks = try state.directory(Self.openDraftLocks)
        let lock = Self.lockName(of: id)
        guard try locks.status(of: lock) != nil else { return false }
        return try locks.lock(lock, waiting: false) == nil
    }
}
