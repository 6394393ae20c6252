internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform
internal import SyncLedger

extension SyncStore {
    /// Puts messages on hold whose drafts are gone from the server: another device has changed, sent or deleted them since
    /// the messages were queued. Returns a notice for each.
    func holdQueued(
        _ contents: DraftStore.Contents, _ validity: UIDValidity
    ) throws(SyncFailure) -> [String] {
        guard let drafts else { return [] }
        var notices = contents.held.map { notice(of: $0, drafts) }
        guard !sync.missing.isEmpty else { return notices }
        for item in contents.outbox {
            guard item.sidecar?.submission == .queued, let id = item.draftID, let origin = Self.origin(item, validity),
                sync.missing.contains(SyncLedger.MissingDraft(validity, origin))
            else { continue }
            let held = try SyncFailure.draft { () throws(DraftError) in
                try drafts.holdQueued(id, basedOn: origin, at: clock.now())
            }
            if let held { notices.append(notice(of: held, drafts)) }
        }
        return notices
    }

    private func notice(of held: DraftItem, _ drafts: DraftStore) -> String {
        let header = try? drafts.header(of: held, isInOutbox: true)
        return DraftSentences.held(Message(header ?? []).header.subject ?? "", held.sidecar?.outboxNumber)
    }

    /// The origins of messages that may be queued again: those being sent or that can be undone, and those that failed. If
    /// such a draft is missing, that is decided when the message is queued.
    func undecided(_ contents: DraftStore.Contents, _ validity: UIDValidity) -> UIDSet {
        UIDSet(
            contents.outbox.filter { item in
                switch item.sidecar?.submission {
                case .undoable, .sending, .failed, .unknown: true
                case .queued, .sent, .draft, nil: false
                }
            }.compactMap { Self.origin($0, validity) })
    }
}
