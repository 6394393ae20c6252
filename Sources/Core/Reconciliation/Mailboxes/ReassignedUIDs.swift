public import MailTypes

/// The UIDs that a server has given to other messages than before, although UIDVALIDITY is the same.
///
/// A UID must never be used again [RFC 9051 §2.3.1.1]. A server that was restored from a backup does so all the same:
/// messages that arrive afterwards get the UIDs of messages that arrived after the backup was made.
public struct ReassignedUIDs: Sendable {
    /// A file whose name contains a UID.
    public struct File: Sendable {
        let uid: UID
        let arrived: Instant
        let identity: MessageIdentity?

        /// `arrived`: the internal date in the name. `identity`: `nil` if the file was not read.
        public init(_ uid: UID, arrived: Instant, identity: MessageIdentity?) {
            self.uid = uid
            self.arrived = arrived
            self.identity = identity
        }

        /// Returns whether the file may have another message than the one with its UID on the server, judging by the date
        /// in its name. Some servers change it when they copy a message, so the file must be read to be certain.
        public func mayDiffer(in server: ServerMailbox) -> Bool {
            server.message(uid)?.identity.map { $0.date != arrived } ?? false
        }

        func differs(from message: MessageIdentity) -> Bool {
            message.date != arrived && identity?.contradicts(message) ?? false
        }
    }

    /// Also contains the UIDs of files and of the baseline that the server has not assigned yet: it will give them to the
    /// messages that it gets next.
    public let uids: UIDSet

    /// `server`: all messages, with their identities. `agreed`: the UIDs of the baseline.
    ///
    /// A message that is gone here cannot be compared. Since a server assigns UIDs in ascending order, those up to the last
    /// one that was compared and is the same are not reassigned.
    public init(files: [File], agreed: UIDSet, server: ServerMailbox) {
        var other: [UID] = []
        var last: UID?
        for file in files {
            guard let message = server.message(file.uid)?.identity else { continue }
            if file.differs(from: message) {
                other.append(file.uid)
            } else {
                last = max(last ?? file.uid, file.uid)
            }
        }
        let named = UIDSet(files.map(\.uid))
        let gone = agreed.subtracting(named)
        let listed = UIDSet(server.messages.lazy.map(\.uid))
        let compared = last.map { UIDSet(.first...$0) } ?? UIDSet()
        let unassigned = MailboxComparison.firstUnassigned(server).map { UIDSet($0 ... .last) } ?? UIDSet()
        uids = UIDSet(other).union(gone.intersection(listed).subtracting(compared))
            .union(agreed.union(named).intersection(unassigned))
    }
}
