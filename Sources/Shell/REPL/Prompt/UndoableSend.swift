internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform

/// A send that can still be undone.
struct UndoableSend {
    let account: MailAccount
    let store: DraftStore
    let id: DraftID
    /// Its lock tells other processes that this one is responsible for the message.
    let session: EditingSessionsAndJournals.Session
    /// The number in the outbox. A message that is taken back and queued again gets another one.
    let outboxNumber: Int?
    let draftName: String
    let subject: String
    /// "Ben Okafor and 2 others".
    let people: String
    var countdown: UndoCountdown

    var outboxName: String { outboxNumber.map { "o\($0)" } ?? "" }
}

extension UndoableSend {
    /// Ends the undo window: releases the message for sending. Returns a line that says so; `nil` if the sender reports
    /// it.
    func release(on console: Console) -> String? {
        do throws(DraftError) {
            _ = try store.endUndoWindow(of: id, numbered: outboxNumber, at: console.clock.now())
            console.deliverSoon(account)
            if console.courier(of: account) != nil { return nil }
            return OutgoingDraft.waiting(account, outboxName, subject, console)
        } catch {
            if case .missing = error { return "* \(outboxName) \"\(subject)\" was taken out of the outbox." }
            return "! \(outboxName) \"\(subject)\" remains a draft. \(CommandFailure(error).message)"
        }
    }
}
