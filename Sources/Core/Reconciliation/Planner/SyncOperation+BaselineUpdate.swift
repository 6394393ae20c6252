public import MailTypes

extension SyncOperation {
    /// Updates the baselines after this operation has completed: on the server by its response, here durably. The
    /// baselines must be saved after everything they record, and before the next phase begins.
    public func record(
        _ outcome: CompletedOperationData = CompletedOperationData(), in baselines: inout [MailboxName: SyncBaseline]
    ) {
        switch self {
        case .begin(let mailbox, let uidValidity):
            if baselines[mailbox] == nil { baselines[mailbox] = SyncBaseline(beginning: uidValidity) }
        case .expect(let mailbox, let uids):
            baselines[mailbox]?.expect(uids)
        case .addFlags(let mailbox, let uids, let flags):
            for uid in uids.uids { baselines[mailbox]?.agree(uid, on: FlagDelta(adding: flags)) }
        case .removeFlags(let mailbox, let uids, let flags):
            for uid in uids.uids { baselines[mailbox]?.agree(uid, on: FlagDelta(removing: flags)) }
        case .copy, .append, .takeBack, .detach:
            break
        case .move(let transfer):
            baselines[transfer.source]?.forget(transfer.uids)
        case .expunge(let mailbox, let uids), .forget(let mailbox, let uids):
            baselines[mailbox]?.forget(uids)
        case .distrust(let mailbox, let uids):
            baselines[mailbox]?.forget(uids)
            baselines[mailbox]?.status.highestModSequence = nil
        case .name(let naming):
            guard let uid = naming.uid ?? outcome.assigned[naming.handle], let flags = naming.agreed else { return }
            baselines[naming.mailbox]?.agree([BaselineMessage(uid, flags: flags, content: naming.content)])
        case .link(let link):
            baselines[link.mailbox]?.agree([BaselineMessage(link.uid, flags: link.flags, content: link.content)])
        case .fetch(let fetch):
            baselines[fetch.mailbox]?.agree(outcome.fetched)
        case .flag(let flagging):
            if let uid = flagging.uid { baselines[flagging.mailbox]?.agree(uid, on: flagging.observed) }
        case .keepVersion(let mailbox, _, let uid), .remove(let mailbox, _, let uid):
            if let uid { baselines[mailbox]?.forget(UIDSet(uid)) }
        case .restart(let mailbox, let baseline):
            baselines[mailbox] = baseline
        case .checkpoint(let mailbox, let status, let expected):
            baselines[mailbox]?.advance(to: status, expecting: expected)
        }
    }
}
