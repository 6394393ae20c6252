internal import Disk
internal import InternetMessage
internal import MailTypes
private import Synchronization

/// Caches directories, the properties of messages, and the outbox while a store stays open. Drafts are saved often during
/// editing, and can be large.
final class DraftStoreCache: Sendable {
    /// The directories of drafts, outbox and versions.
    struct Boxes: Sendable {
        let drafts: SidecarMaildir
        let outbox: SidecarMaildir
        let versions: RecoverableDraftVersions
    }

    /// Identifies a version of a file: if all values are the same, the file has not changed.
    private struct File: Hashable {
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

    /// The properties of a message file.
    struct Message: Sendable {
        let hash: ContentHash
        let digest: String
        let header: DraftHeader?
    }

    /// The outbox after a recovery.
    private struct Outbox {
        /// By the name of the sidecar.
        var items: [[UInt8]: DraftItem] = [:]
        /// The names of the sidecars, except those of drafts with several messages.
        var names: [DraftID: [UInt8]] = [:]
        /// The files in Drafts that the recovery has found.
        let drafts: DirectoryListing

        init(_ items: [DraftItem], drafts: DirectoryListing) {
            self.drafts = drafts
            var doubled: Set<DraftID> = []
            for item in items {
                guard let id = item.draftID, let name = item.sidecarName else { continue }
                self.items[name] = item
                if names.updateValue(name, forKey: id) != nil { doubled.insert(id) }
            }
            for id in doubled { names[id] = nil }
        }
    }

    private struct State {
        var boxes: Boxes?
        var messages: [File: Message] = [:]
        var messageIDsInSent: [File: MessageIDInSent] = [:]
        var outbox: Outbox?
    }

    private let state = Mutex(State())

    /// When the cache has this many messages, it is emptied. Most of them are no longer drafts by then.
    private static let mostMessages = 4096
    /// Files that changed within this many seconds are not cached: a further change might not be visible in their
    /// timestamps.
    private static let patience: Int64 = 2

    // MARK: - Directories

    /// Returns the cached boxes if their directories are still the same, otherwise those that `open` returns.
    func boxes(
        in mail: MailTree, _ open: () throws(FileError) -> Boxes
    ) throws(FileError) -> Boxes {
        if let boxes = state.withLock({ $0.boxes }), try isCurrent(boxes, in: mail) { return boxes }
        let boxes = try open()
        state.withLock { $0.boxes = boxes }
        return boxes
    }

    /// Returns whether the directories are the same. Another program may have replaced one.
    private func isCurrent(_ boxes: Boxes, in mail: MailTree) throws(FileError) -> Bool {
        guard let drafts = try mail.maildir(.drafts), let outbox = try mail.existingOutbox() else { return false }
        return isSame(drafts, boxes.drafts.maildir) && isSame(outbox, boxes.outbox.maildir)
    }

    private func isSame(_ one: Maildir, _ other: Maildir) -> Bool {
        guard one.subdirectory(.cur) != nil, one.subdirectory(.new) != nil else { return false }
        return [
            (one.directory, other.directory), (one.subdirectory(.cur), other.subdirectory(.cur)),
            (one.subdirectory(.new), other.subdirectory(.new)),
        ].allSatisfy { one, other in
            guard let first = try? one?.status(), let second = try? other?.status() else { return false }
            return first.device == second.device && first.inode == second.inode
        }
    }

    // MARK: - Messages

    func message(_ status: FileStatus) -> Message? {
        state.withLock { $0.messages[File(status)] }
    }

    /// Caches the properties of a file. `status` must have been read before the contents. Does nothing if the file has
    /// just changed.
    func remember(_ status: FileStatus, _ message: Message, at now: Instant) {
        guard isSettled(status, at: now) else { return }
        state.withLock { state in
            if state.messages.count >= Self.mostMessages { state.messages = [:] }
            state.messages[File(status)] = message
        }
    }

    private func isSettled(_ status: FileStatus, at now: Instant) -> Bool {
        max(status.modified, status.changed) / 1_000_000_000 < now.seconds - Self.patience
    }

    // MARK: - Sent

    /// The Message-ID of a file in Sent, which may have none.
    struct MessageIDInSent {
        let value: MessageID?
    }

    func messageIDInSent(_ status: FileStatus) -> MessageIDInSent? {
        state.withLock { $0.messageIDsInSent[File(status)] }
    }

    /// Caches the Message-ID of a file in Sent, like the properties of a draft.
    func remember(_ status: FileStatus, messageIDInSent messageID: MessageIDInSent, at now: Instant) {
        guard isSettled(status, at: now) else { return }
        state.withLock { state in
            if state.messageIDsInSent.count >= Self.mostMessages { state.messageIDsInSent = [:] }
            state.messageIDsInSent[File(status)] = messageID
        }
    }

    // MARK: - Outbox

    /// Caches what a recovery found. `drafts`: the files in Drafts when it began.
    func remember(outbox items: [DraftItem], drafts: DirectoryListing) {
        let outbox = Outbox(items, drafts: drafts)
        state.withLock { $0.outbox = outbox }
    }

    func forgetOutbox() {
        state.withLock { $0.outbox = nil }
    }

    /// Returns the message as the last recovery found it, or `nil` if that failed.
    func outboxMessage(_ id: DraftID) -> DraftItem? {
        state.withLock { state in
            guard let outbox = state.outbox, let name = outbox.names[id] else { return nil }
            return outbox.items[name]
        }
    }

    /// Returns the sidecar with this name as the last recovery found it. Its state may have changed since.
    func outboxSidecar(named name: [UInt8]) -> Sidecar? {
        state.withLock { $0.outbox?.items[name]?.sidecar }
    }

    func isUnchanged(drafts: DirectoryListing) -> Bool {
        state.withLock { $0.outbox?.drafts == drafts }
    }
}
