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
        noteOfflinePromptInShell()
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
        let awaited = AwaitedMessage(item: item, account: account)
        let copy = self
        let reports: [DeliveryReport]
        do throws(CommandFailure) {
            reports = try deliver([account], wait: .seconds(wait)) { awaited.isSettled(at: copy.clock.now()) }
        } catch {
            throw awaited.explained(error, at: clock.now())
        }
        let state = try awaited.state(after: reports, at: clock.now(), elseExiting: .someFailed)
        let isSent = state.sidecar?.submission == .sent
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
        if isSent { noteAwaitedCopies(reports) }
        if code == .temporaryFailure { deliverDetached(account) }
        return code
    }
}

extension Console {
    /// Says what remains to be done for a message that was sent, if the time was over before.
    mutating func noteAwaitedCopies(_ reports: [DeliveryReport]) {
        guard reports.contains(where: \.awaitsCopies) else { return }
        note(
            "The time was over before its copy was in Sent on the server. The next petrel sync or petrel watch stores it there."
        )
    }
}

/// A message that was just queued, for whose outcome a command waits. Meanwhile other processes may send it, take it
/// back, or remove it.
struct AwaitedMessage {
    let item: DraftItem
    let account: MailAccount

    private func fate(at now: Instant) throws(CommandFailure) -> QueuedMessageFate {
        let store = try account.drafts()
        return try account.files { () throws(FileError) in try store.fate(of: item, at: now) }
    }

    /// Whether waiting longer would not change the outcome.
    func isSettled(at now: Instant) -> Bool {
        guard case .inOutbox(let queued) = try? fate(at: now), let sidecar = queued.sidecar else { return true }
        return sidecar.submission != .queued && sidecar.submission != .sending
    }

    private var name: String { item.sidecar?.outboxNumber.map { "o\($0)" } ?? "The message" }

    /// Returns the failure of a wait that was stopped, with what becomes of the message.
    func explained(_ failure: CommandFailure, at now: Instant) -> CommandFailure {
        guard failure.code == CommandFailure.stoppedSendingCode, let fate = try? fate(at: now) else { return failure }
        let state: SubmissionState?
        var isCommitting = false
        switch fate {
        case .inOutbox(let queued):
            state = queued.sidecar?.submission
            isCommitting = queued.sidecar?.attempt?.phase == .committing
        case .sent: state = .sent
        case .takenBack, .gone: state = nil
        }
        let sentence: String
        switch state {
        case .sent: sentence = "Stopped, but \(name) was sent."
        case .queued, .sending, .unknown:
            sentence =
                isCommitting
                ? "Stopped while the server received \(name), so it may arrive. Type: petrel outbox"
                : "Stopped. \(name) waits in the outbox, and the next petrel sync, petrel watch or prompt sends it. "
                    + "If you do not want that, type: petrel outbox cancel \(name)"
        case .draft, .undoable, .failed, nil: return failure
        }
        return CommandFailure(failure.exitCode, failure.code, sentence)
    }

    /// Returns the message as it is now; if it was sent, in the state "sent". Throws with the exit code if it has left the
    /// outbox without having been sent.
    func state(
        after reports: [DeliveryReport], at now: Instant, elseExiting code: ExitCode
    ) throws(CommandFailure) -> DraftItem {
        var sent = item
        sent.sidecar?.sendState = .sent
        let number = item.sidecar?.outboxNumber
        let isSentHere = reports.flatMap(\.events).contains { event in
            guard case .sent(let message) = event else { return false }
            return message.id == item.draftID && message.number == number
        }
        if isSentHere { return sent }
        switch try fate(at: now) {
        case .inOutbox(let queued): return queued
        case .sent: return sent
        case .takenBack(let queued, isQueuedAgain: true):
            let other = queued.sidecar?.outboxNumber.map { "o\($0)" } ?? "another message"
            throw CommandFailure(
                code, "takenBack",
                "\(name) was not sent: it was taken back from the outbox meanwhile, and then queued again as \(other). "
                    + "Type: petrel outbox")
        case .takenBack(let draft, isQueuedAgain: false):
            let other = draft.sidecar?.draftNumber.map { "d\($0)" } ?? "dN"
            throw CommandFailure(
                code, "takenBack",
                "\(name) was not sent: it was taken back from the outbox meanwhile, and is the draft \(other). "
                    + "To send it, type: petrel send \(other)")
        case .gone:
            throw CommandFailure(
                code, "goneFromOutbox",
                "\(name) is no longer in the outbox, and Sent has no copy of it. It was removed before it was sent, or its "
                    + "copy was moved or deleted since. Look for it before you send it again. Type: petrel search in:anywhere"
            )
        }
    }
}
