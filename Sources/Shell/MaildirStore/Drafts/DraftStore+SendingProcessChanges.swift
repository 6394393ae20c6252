public import Disk
public import MailTypes
internal import Outbox

/// Changes that the sender makes in the outbox. There is only one sender per account: the process that holds its lock.
extension DraftStore {
    /// Returns the directories in which files come and go when the outbox changes.
    package func outboxDirectories() throws(FileError) -> [Directory] {
        try SidecarMaildir(.outbox, mail.outbox(), sidecarsIn: state).directories
    }

    /// Returns the lock that must be held to send the account's mail, or `nil` if another process holds it.
    public func senderLock() throws(FileError) -> FileLock? {
        try state.lock(Array("outbox.lock".utf8), waiting: false)
    }

    /// Changes the metadata of a message and returns the result. Returns `nil` if the message is gone or `body` returns
    /// `false`.
    public func advance(
        _ id: DraftID, at now: Instant, _ body: (inout Sidecar) -> Bool
    ) throws(DraftError) -> DraftItem? {
        try changeOutboxMessage(id, at: now) { opened, item, sidecar throws(DraftError) in
            guard item.problem == nil, body(&sidecar) else { return nil }
            item.sidecar = sidecar
            try files { () throws(FileError) in try opened.outbox.write(sidecar) }
            return item
        }
    }

    /// Puts a queued message on hold because its draft, which the server had as `uid`, was changed, sent or deleted on
    /// another device. Returns `nil` if it is not queued any more, or has another draft.
    public func holdQueued(_ id: DraftID, basedOn uid: UID, at now: Instant) throws(DraftError) -> DraftItem? {
        try advance(id, at: now) { sidecar in
            sidecar.submission == .queued && sidecar.server?.uid == uid && sidecar.hold(because: .changedElsewhere)
        }
    }

    /// Returns the number of messages waiting to be sent, without reading any message.
    public func waitingCount() throws(FileError) -> Int {
        let sent = try SidecarMaildir.sidecars(.outbox, in: state).count { $0.sendState == .sent }
        return max(0, try mail.queuedCount() - sent)
    }
}
