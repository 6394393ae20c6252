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
        var outbox: Outbox?
    }

    /// Of drafts and messages in the outbox.
    let messages = FilePropertyCache<Message>()
    /// Of files in Sent, which may have none.
    let messageIDsInSent = FilePropertyCache<MessageID?>()
    private let state = Mutex(State())

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
