internal import Accounts
internal import Disk
internal import MailEngine
internal import MailTypes
internal import MaildirStore
internal import Outbox

/// The drafts and queued messages of some accounts.
struct DraftsAndOutbox {
    var drafts: [LocatedDraft] = []
    var outbox: [LocatedDraft] = []
    /// Why nothing can be saved, if so. The lists may then lack what other programs have added.
    var obstacle: CommandFailure?

    mutating func add(_ contents: DraftStore.Contents, of account: MailAccount, _ store: DraftStore) {
        drafts += contents.drafts.map {
            LocatedDraft(item: $0, isInOutbox: false, account: account.name, store: store)
        }
        // A sent message only waits for its copy in Sent.
        outbox += contents.outbox.filter { $0.sidecar?.sendState != .sent }.map {
            LocatedDraft(item: $0, isInOutbox: true, account: account.name, store: store)
        }
    }
}

extension MailAccount {
    /// Returns the drafts and the outbox. If nothing can be saved, returns what is stored, and sets `obstacle`.
    func contents(
        of store: DraftStore, at now: Instant, _ obstacle: inout CommandFailure?
    ) throws(CommandFailure) -> DraftStore.Contents {
        do throws(FileError) {
            let contents = try store.contents(at: now)
            // Unless another process sends these messages now, the one that did has ended.
            guard contents.outbox.contains(where: { $0.sidecar?.submission == .sending }),
                (try? store.settleAbandonedMessages(at: now)) == true
            else { return contents }
            return try store.contents(at: now)
        } catch {
            let failure = CommandFailure(error)
            guard failure.preventsSaving else { throw failure }
            obstacle = obstacle ?? failure
            return try files { () throws(FileError) in try store.contentsWithoutLock(at: now) }
        }
    }
}
