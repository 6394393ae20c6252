public import Database
public import MailTypes
public import Reconciliation

extension SyncLedger {
    /// Updates the baselines after an operation, as `SyncOperation.record` does in memory. `contents` must be the table
    /// of the plan.
    public func record(
        _ operation: SyncOperation, _ outcome: CompletedOperationData = CompletedOperationData(),
        _ contents: ContentDigestInterner
    ) throws(DatabaseError) {
        switch operation {
        case .begin(let mailbox, let uidValidity):
            if id(of: mailbox) == nil { try addMailbox(mailbox, uidValidity) }
        case .expect(let mailbox, let uids):
            try expect(uids, in: mailbox)
        case .addFlags(let mailbox, let uids, let flags):
            for uid in uids.uids { try agree(uid, on: FlagDelta(adding: flags), in: mailbox) }
        case .removeFlags(let mailbox, let uids, let flags):
            for uid in uids.uids { try agree(uid, on: FlagDelta(removing: flags), in: mailbox) }
        case .copy, .append, .takeBack, .detach:
            break
        case .move(let transfer):
            try forget(transfer.uids, in: transfer.source)
        case .expunge(let mailbox, let uids), .forget(let mailbox, let uids):
            try forget(uids, in: mailbox)
        case .distrust(let mailbox, let uids):
            try forget(uids, in: mailbox)
            guard let id = id(of: mailbox) else { return }
            try database.prepare("UPDATE mailbox SET modseq = NULL WHERE id = ?").run([.integer(id)])
        case .name(let naming):
            guard let uid = naming.uid ?? outcome.assigned[naming.handle], let flags = naming.agreed else { return }
            let message = BaselineMessage(uid, flags: flags, content: naming.content)
            try agree([message], in: naming.mailbox, contents)
        case .link(let link):
            let message = BaselineMessage(link.uid, flags: link.flags, content: link.content)
            try agree([message], in: link.mailbox, contents)
        case .fetch(let fetch):
            try agree(outcome.fetched, in: fetch.mailbox, contents)
            if let newest = outcome.newest { try set(newest, of: fetch.mailbox, insteadOf: nil) }
        case .flag(let flagging):
            if let uid = flagging.uid { try agree(uid, on: flagging.observed, in: flagging.mailbox) }
        case .keepVersion(let mailbox, _, let uid), .remove(let mailbox, _, let uid):
            if let uid { try forget(UIDSet(uid), in: mailbox) }
        case .restart(let mailbox, let baseline):
            try replace(mailbox, with: baseline, contents)
        case .checkpoint(let mailbox, let status, let expected):
            try advance(mailbox, to: status, expecting: expected)
        }
    }

    /// Records messages that both sides have, as the result of an operation or otherwise.
    public func agree(
        _ agreed: [BaselineMessage], in mailbox: MailboxName, _ contents: ContentDigestInterner
    ) throws(DatabaseError) {
        guard let id = id(of: mailbox), !agreed.isEmpty else { return }
        for message in agreed {
            try statements.message.put.run([
                .integer(id), .integer(Int64(message.uid.rawValue)), .integer(Int64(message.flags.bits)),
                Self.keywords(message.flags), .octets(contents[message.content].octets),
            ])
        }
        try endWaiting(for: UIDSet(agreed.map(\.uid)), in: id)
    }

    private func agree(_ uid: UID, on change: FlagDelta, in mailbox: MailboxName) throws(DatabaseError) {
        guard let id = id(of: mailbox), !change.isEmpty else { return }
        let stored = try statements.message.flags.first([.integer(id), .integer(Int64(uid.rawValue))]) { row in
            var flags = FlagSet(bits: UInt32(truncatingIfNeeded: row.integer(0)))
            for name in row.octets(1).split(separator: 0x20) { Flag(name).map { flags.insert($0) } }
            return flags
        }
        guard var flags = stored else { return }
        flags.apply(change)
        try statements.message.setFlags.run([
            .integer(Int64(flags.bits)), Self.keywords(flags), .integer(id), .integer(Int64(uid.rawValue)),
        ])
    }

    private func forget(_ uids: UIDSet, in mailbox: MailboxName) throws(DatabaseError) {
        guard let id = id(of: mailbox), !uids.isEmpty else { return }
        for range in uids.ranges {
            let bounds: [SQLValue] = [
                .integer(id), .integer(Int64(range.lowerBound.rawValue)), .integer(Int64(range.upperBound.rawValue)),
            ]
            try statements.message.removeRange.run(bounds)
            try statements.object.removeRange.run(bounds)
        }
        try endWaiting(for: uids, in: id)
    }

    private func expect(_ uids: UIDSet, in mailbox: MailboxName) throws(DatabaseError) {
        guard let id = id(of: mailbox), !uids.isEmpty else { return }
        try forget(uids, in: mailbox)
        let pending = try pending(of: id).union(uids)
        try statements.mailbox.setPending.run([.octets(pending.wireForm), .integer(id)])
    }

    private func replace(
        _ mailbox: MailboxName, with baseline: SyncBaseline, _ contents: ContentDigestInterner
    ) throws(DatabaseError) {
        if id(of: mailbox) == nil { try addMailbox(mailbox, baseline.status.uidValidity) }
        guard let id = id(of: mailbox) else { return }
        try statements.message.removeAll.run([.integer(id)])
        try statements.object.removeAll.run([.integer(id)])
        try agree(baseline.messages, in: mailbox, contents)
        try set(baseline.status, renumberings: baseline.renumberings, of: id)
        try statements.mailbox.setPending.run([.octets(baseline.pending.wireForm), .integer(id)])
    }

    private func advance(
        _ mailbox: MailboxName, to status: MailboxFingerprint, expecting expected: UIDSet
    ) throws(DatabaseError) {
        guard let id = id(of: mailbox) else { return }
        try set(status, renumberings: 0, of: id)
        var present: [UID] = []
        for range in expected.ranges {
            let bounds: [SQLValue] = [
                .integer(id), .integer(Int64(range.lowerBound.rawValue)), .integer(Int64(range.upperBound.rawValue)),
            ]
            try statements.message.uids.visit(bounds) { row in
                UID(rawValue: UInt32(truncatingIfNeeded: row.integer(0))).map { present.append($0) }
            }
        }
        let pending = expected.subtracting(UIDSet(present))
        try statements.mailbox.setPending.run([.octets(pending.wireForm), .integer(id)])
    }

    private func set(_ status: MailboxFingerprint, renumberings: Int, of id: Int64) throws(DatabaseError) {
        try statements.mailbox.setStatus.run([
            .integer(Int64(status.uidValidity.rawValue)),
            status.uidNext.map { .integer(Int64($0.rawValue)) } ?? .null, .number(status.messages),
            status.unseen.map { .number($0) } ?? .null,
            status.highestModSequence.map { .integer(Int64(bitPattern: $0.rawValue)) } ?? .null,
            .number(renumberings), .integer(id),
        ])
    }

    /// Removes UIDs from the pending ones: they have arrived, or are gone.
    private func endWaiting(for uids: UIDSet, in id: Int64) throws(DatabaseError) {
        let stored = try pending(of: id)
        guard !stored.isEmpty else { return }
        let left = stored.subtracting(uids)
        if left != stored { try statements.mailbox.setPending.run([.octets(left.wireForm), .integer(id)]) }
    }

    private func pending(of id: Int64) throws(DatabaseError) -> UIDSet {
        try statements.mailbox.pending.first([.integer(id)]) { UIDSet(ledger: $0.octets(0)) ?? UIDSet() } ?? UIDSet()
    }

    private static func keywords(_ flags: FlagSet) -> SQLValue {
        flags.keywords.isEmpty ? .null : .octets(Array(flags.keywords.map(\.octets).joined(separator: [0x20])))
    }
}
