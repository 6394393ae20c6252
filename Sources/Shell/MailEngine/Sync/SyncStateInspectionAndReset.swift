internal import Database
public import Disk
public import MailTypes
internal import Reconciliation
internal import SyncLedger

/// What syncs have stored about an account, for a diagnosis, and how to forget it.
public struct SyncStateInspectionAndReset: Sendable {
    /// A mailbox that has been synced.
    public struct Mailbox: Hashable, Sendable {
        public let name: MailboxName
        public let uidValidity: UInt32
        /// The number of messages on the server.
        public let messages: Int?
        /// When all its flags were last compared.
        public let compared: Instant
    }

    private let state: Directory

    /// `state`: the account's state directory.
    public init(in state: Directory) {
        self.state = state
    }

    /// Returns the mailboxes that have been synced. Throws `busy` while the account is being synced.
    public func mailboxes(at now: Instant) throws(SyncFailure) -> [Mailbox] {
        guard SyncLedger.exists(in: state) else { return [] }
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        do throws(LedgerFailure) {
            let ledger = try SyncLedger.open(in: state, now: now)
            defer { ledger.close() }
            return try LedgerFailure.database { () throws(DatabaseError) in
                try ledger.mailboxes().map { mailbox in
                    Mailbox(
                        name: mailbox.name, uidValidity: mailbox.status.uidValidity.rawValue,
                        messages: mailbox.status.messages, compared: mailbox.compared)
                }
            }
        } catch {
            throw .ledger(error)
        }
    }

    /// Forgets what both sides agreed on. The next sync compares all mail again, and neither side loses any. Throws
    /// `busy` while the account is being synced.
    public func reset(at now: Instant) throws(SyncFailure) {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        try SyncFailure.file { () throws(FileError) in
            if SyncLedger.exists(in: state) { try SyncLedger.putAside(in: state, now: now) }
            try LastSyncRecord.remove(in: state)
        }
    }

    private func lock() throws(SyncFailure) -> FileLock {
        let lock = try SyncFailure.file { () throws(FileError) in
            try state.lock(SyncStore.lockName, waiting: false)
        }
        guard let lock else { throw .busy }
        return lock
    }
}
