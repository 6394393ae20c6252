internal import Database
internal import Disk
internal import MailTypes
internal import MaildirStore
internal import Reconciliation
internal import SyncLedger

/// Messages that stand in several mailboxes of the server, where it says which these are: the content comes once.
extension SyncStore {
    /// Finds out which of the messages that the server told of are here already, and where their files are.
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

    /// Has the files of these messages at hand for another mailbox. Nothing else of theirs is looked at.
    func loadCopySources(_ name: MailboxName, _ uids: UIDSet) throws(SyncFailure) {
        guard pass.scans[name] == nil, let mailbox = try known().first(where: { $0.name == name }),
            let maildir = try? tree.maildir(name),
            var scan = try? LocalScan(maildir, of: name, holding: uids, looking: mailbox.look)
        else { return }
        let anchor = try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.anchor(of: mailbox, naming: uids, &pass.contents)
        }
        var counts: [UID: Int] = [:]
        for file in scan.files { if let uid = file.synced?.uid { counts[uid, default: 0] += 1 } }
        // One that is gone, or is there twice, is a matter of a look at the whole mailbox.
        scan.files.removeAll { file in
            LocalScan.isKnown(file, in: anchor) == nil || file.synced.flatMap { counts[$0.uid] } != 1
        }
        let found = UIDSet(scan.files.compactMap { $0.synced?.uid })
        guard !found.isEmpty else { return }
        pass.scans[name] = scan
        pass.incrementalAnchors[name] = try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.anchor(of: mailbox, naming: found, &pass.contents)
        }
    }

    /// Writes down what the server calls the contents of the messages that it told of.
    func noteObjects() throws(SyncFailure) {
        guard !pass.objectIDs.isEmpty else { return }
        try SyncFailure.ledger { () throws(DatabaseError) in
            try ledger.transaction { () throws(DatabaseError) in
                for (name, told) in pass.objectIDs { try ledger.note(told.ids, in: name, told.uidValidity) }
            }
        }
    }
}
