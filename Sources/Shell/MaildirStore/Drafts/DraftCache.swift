internal import Disk
internal import MailTypes
private import Synchronization

/// What a store that stays open remembers between two looks: the directories that it has made sure of, and the messages
/// that it has read. Somebody who types saves often, and drafts can be large.
final class DraftCache: Sendable {
    /// Drafts, Outbox and versions, made and certain to last.
    struct Boxes: Sendable {
        let drafts: DraftBox
        let outbox: DraftBox
        let versions: DraftVersions
    }

    /// A file that has not changed as long as all of this is the same.
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

    /// What was read of a file.
    struct Message: Sendable {
        let hash: ContentHash
        let digest: String
        let header: DraftHeader?
    }

    private struct State {
        var boxes: Boxes?
        var messages: [File: Message] = [:]
    }

    private let state = Mutex(State())

    /// More messages than this are forgotten at once: of so many, few are drafts.
    private static let mostMessages = 4096
    /// Seconds within which a file could change without a trace.
    private static let patience: Int64 = 2

    // MARK: - Directories

    /// The boxes as they were opened before, if they still are what the mail has; else those that `open` gives.
    func boxes(
        in mail: MailTree, _ open: () throws(FileError) -> Boxes
    ) throws(FileError) -> Boxes {
        if let boxes = state.withLock({ $0.boxes }), try isCurrent(boxes, in: mail) { return boxes }
        let boxes = try open()
        state.withLock { $0.boxes = boxes }
        return boxes
    }

    /// A directory that another program has replaced is another one.
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

    /// Remembers what was read of a file whose status was taken before; not if it has only just changed.
    func remember(_ status: FileStatus, _ message: Message, at now: Instant) {
        guard max(status.modified, status.changed) / 1_000_000_000 < now.seconds - Self.patience else { return }
        state.withLock { state in
            if state.messages.count >= Self.mostMessages { state.messages = [:] }
            state.messages[File(status)] = message
        }
    }
}
