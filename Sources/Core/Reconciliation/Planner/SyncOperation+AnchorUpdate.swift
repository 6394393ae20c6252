public import MailTypes

/// The results of an operation, other than that it succeeded.
public struct SyncOutcome: Hashable, Sendable {
    /// The UIDs that COPYUID or APPENDUID assigned to files.
    public var assigned: [LocalMessage.Handle: UID]
    /// The messages that were stored here.
    public var fetched: [AnchoredMessage]

    public init(assigned: [LocalMessage.Handle: UID] = [:], fetched: [AnchoredMessage] = []) {
        self.assigned = assigned
        self.fetched = fetched
    }
}

extension SyncOperation {
    /// Updates the anchors after this operation has completed: on the server by its response, here durably. The anchors
    /// must be saved after everything they record, and before the next phase begins.
    public func record(_ outcome: SyncOutcome = SyncOutcome(), in anchors: inout [MailboxName: SyncAnchor]) {
        switch self {
        case .begin(let mailbox, let uidValidity):
            if anchors[mailbox] == nil { anchors[mailbox] = SyncAnchor(beginning: uidValidity) }
        case .expect(let mailbox, let uids):
            anchors[mailbox]?.expect(uids)
        case .addFlags(let mailbox, let uids, let flags):
            for uid in uids.uids { anchors[mailbox]?.agree(uid, on: FlagDelta(adding: flags)) }
        case .removeFlags(let mailbox, let uids, let flags):
            for uid in uids.uids { anchors[mailbox]?.agree(uid, on: FlagDelta(removing: flags)) }
        case .copy, .append, .takeBack:
            break
        case .move(let transfer):
            anchors[transfer.source]?.forget(transfer.uids)
        case .expunge(let mailbox, let uids), .forget(let mailbox, let uids):
            anchors[mailbox]?.forget(uids)
        case .name(let naming):
            guard let uid = naming.uid ?? outcome.assigned[naming.handle], let flags = naming.agreed else { return }
            anchors[naming.mailbox]?.agree([AnchoredMessage(uid, flags: flags, content: naming.content)])
        case .link(let link):
            anchors[link.mailbox]?.agree([AnchoredMessage(link.uid, flags: link.flags, content: link.content)])
        case .fetch(let fetch):
            anchors[fetch.mailbox]?.agree(outcome.fetched)
        case .flag(let flagging):
            anchors[flagging.mailbox]?.agree(flagging.uid, on: flagging.observed)
        case .keepVersion(let mailbox, _, let uid), .remove(let mailbox, _, let uid):
            if let uid { anchors[mailbox]?.forget(UIDSet(uid)) }
        case .restart(let mailbox, let anchor):
            anchors[mailbox] = anchor
        case .checkpoint(let mailbox, let status, let expected):
            anchors[mailbox]?.advance(to: status, expecting: expected)
        }
    }
}
