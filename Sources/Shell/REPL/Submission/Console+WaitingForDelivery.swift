internal import Accounts
internal import Disk
internal import MailEngine
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform

extension Console {
    /// Reports that a message is queued and starts sending it. If `wait` is set, waits for the result that many
    /// seconds.
    mutating func queued(
        _ item: DraftItem, of account: MailAccount, wait: Int?, _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        if let planned = item.sidecar?.sendAfter, planned > clock.now() {
            announcePlanned(item, for: planned, invocation)
            deliverSoon(account)
            return .done
        }
        if let wait { return try deliver(item, of: account, wait: wait, invocation) }
        printResult(for: item, isInOutbox: true, of: invocation.command, "queued")
        noteUnwaited(invocation)
        deliverSoon(account)
        return .done
    }

    /// The number of seconds to wait for a message. At the prompt there is no wait: petrel reports the result, and
    /// sending can be undone meanwhile. Call this before anything is queued, because it rejects invalid options.
    func secondsToWait(_ invocation: Invocation) throws(CommandFailure) -> Int? {
        let seconds = try invocation.seconds("wait")
        return session == nil || !isInteractive ? seconds : nil
    }

    /// Explains that `--wait` has no effect at the prompt.
    mutating func noteUnwaited(_ invocation: Invocation) {
        guard invocation.has("wait"), session != nil, isInteractive else { return }
        note("--wait is for scripts. At the prompt, petrel reports when the message is sent.")
    }

    /// Sends a message that was just queued and everything queued before it, and reports the result.
    mutating func deliver(
        _ item: DraftItem, of account: MailAccount, wait: Int, _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        let store = try account.drafts()
        var state = item
        let settled = { (console: Console) throws(CommandFailure) -> DraftItem? in
            let all = try account.files { () throws(FileError) in try store.contents(at: console.clock.now()) }
            return all.outbox.first { $0.draftID == item.draftID }
        }
        let copy = self
        let reports = try deliver([account], wait: .seconds(wait)) {
            guard let now = try? settled(copy)?.sidecar else { return true }
            return now.submission != .queued && now.submission != .sending
        }
        guard let reports else { throw .stoppedSending }
        // A message that is no longer in the outbox is in Sent.
        let isSent: Bool
        if let now = try settled(self) {
            state = now
            isSent = now.sidecar?.submission == .sent
        } else {
            isSent = true
        }
        if isSent { state.sidecar?.sendState = .sent }
        let code: ExitCode =
            switch state.sidecar?.submission {
            case .sent?: .done
            case .failed?, .unknown?: .someFailed
            case .queued?: reports.codeOfQueued
            case .draft?, .undoable?, .sending?, nil: .temporaryFailure
            }
        let words =
            isSent
            ? "sent"
            : code == .temporaryFailure || code == .noPermission
                ? "queued" : state.sidecar?.isOutcomeUnknown ?? false ? "not sure whether it arrived:" : "not sent:"
        printResult(for: state, isInOutbox: true, of: invocation.command, words)
        if code == .temporaryFailure { deliverDetached(account) }
        return code
    }
}
