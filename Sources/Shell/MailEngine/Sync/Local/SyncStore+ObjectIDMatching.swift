internal import Database
internal import Disk
internal import MailTypes
internal import MaildirStore
internal import Reconciliation
internal import SyncLedger

/// Recognizes messages that are in several mailboxes by their object IDs, so that the content is fetched only once.
extension SyncStore {
    /// Finds the messages reported by the server whose content is already here, and the messages whose files contain
    /// it.
    func recognize(
        _ told: [MailboxName: ServerMailbox]
    ) throws(SyncFailure) -> (servers: [MailboxName: ServerMailbox], sources: [MailboxName: UIDSet]) {
        var servers = told
        var sources: [MailboxName: [UID]] = [:]
        let known = Dictionary(try known().map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let isAny = try SyncFailure.ledger { () throws(DatabaseError) in try ledger.knowsObjects() }
        for (name, server) in told.sorted(by: { $0.key < $1.key }) {
            let ids = server.messages.compactMap { message in message.object.map { (uid: message.uid, id: $0) } }
            guard !ids.isEmpty else { continue }
            pass.objectIDs[name] = (server.status.uidValidity, ids)
            guard isAny else { continue }
            let isSameLife = known[name]?.status.uidValidity == server.status.uidValidity
            for (index, message) in server.messages.enumerated() {
                guard let object = message.object else { continue }
                let found = try SyncFailure.ledger { () throws(DatabaseError) in try ledger.messages(of: object) }
                let isAgreed = isSameLife && found.contains { $0.mailbox == name && $0.uid == message.uid }
                guard let first = found.first, !isAgreed else { continue }
                servers[name]?.messages[index].content = pass.contents.content(first.content)
                for one in found where one.mailbox != .drafts { sources[one.mailbox, default: []].append(one.uid) }
            }
        }
        return (servers, sources.mapValues { UIDSet($0) })
    }

    /// Loads the files of these messages as sources for copies in another mailbox. Ignores the rest of the mailbox.
    func loadCopySources(_ name: MailboxName, _ uids: UIDSet) throws(SyncFailure) {
        guard pass.scans[name] == nil, let mailbox = try known().first(where: { $0.name == name }),
            let maildir = try? tree.maildir(name),
            var scan = try? LocalScan(maildir, of: name, holding: uids, looking: mailbox.look)
        else { return }
        let baseline = try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.baseline(of: mailbox, naming: uids, &pass.contents)
        }
        var counts: [UID: Int] = [:]
        for file in scan.files { if let uid = file.synced?.uid { counts[uid, default: 0] += 1 } }
        // Missing or duplicate files are left to a full scan.
        scan.files.removeAll { file in
            LocalScan.isKnown(file, in: baseline) == nil || file.synced.flatMap { counts[$0.uid] } != 1
        }
        let found = UIDSet(scan.files.compactMap { $0.synced?.uid })
        guard !found.isEmpty else { return }
        pass.scans[name] = scan
        pass.incrementalBaselines[name] = try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.baseline(of: mailbox, naming: found, &pass.contents)
        }
    }

    /// Records the object IDs of the messages that the server reported.
    func noteObjects() throws(DatabaseError) {
        for (name, told) in pass.objectIDs { try ledger.note(told.ids, in: name, told.uidValidity) }
    }
}
