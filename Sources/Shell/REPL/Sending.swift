internal import Accounts
internal import Composer
internal import Disk
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Surroundings
internal import Terminal

/// A draft on its way into the outbox.
struct Sending {
    let account: MailAccount
    let store: DraftStore
    let draft: Draft
    let id: DraftID
    /// Seconds in which the order can be taken back.
    let window: UndoWindow

    /// Puts the message into the outbox. With a window its sidecar names the session that watches over it, before any
    /// second is counted.
    func queue(
        watchedBy session: Sessions.Session?, at date: DateTime
    ) throws(DraftError) -> DraftItem {
        let message = draft.sentMessage(id: MailID.fresh(draft.sender), date: date)
        let octets: [UInt8]
        do throws(OutgoingProblem) {
            octets = try MessageWriter(message, unique: MailID.fresh(nil).text).octets()
        } catch {
            // The checks found every address fit to be written, and all else is made fit by the draft.
            throw .missing(id)
        }
        let undo = session.map { UndoHold(session: $0.id, window: window.rawValue) }
        return try store.queue(octets, from: id, at: date.instant) { $0.undo = undo }
    }

    // MARK: - Words

    /// "Ben Okafor and 2 others".
    static func people(_ draft: Draft) -> String {
        let all = draft.recipients.all
        guard let first = all.first else { return "nobody" }
        let name = first.name.flatMap { $0.isEmpty ? nil : $0 } ?? first.email?.text ?? ""
        let others = all.count - 1
        return InertText.line(name) + (others > 0 ? " and \(others) other\(others == 1 ? "" : "s")" : "")
    }

    static func subject(_ draft: Draft) -> String {
        draft.subject.isEmpty ? "(no subject)" : InertText.line(draft.subject)
    }

    /// What is said when the window opens; with the time at which it ends, where no seconds are counted.
    static func opening(
        _ account: MailAccount, _ people: String, _ window: UndoWindow, until end: CivilTime? = nil
    ) -> String {
        let hasServer = account.configuration.hasServer
        if let end {
            let time = "at \(end.timeOfDay), in \(window.rawValue) seconds,"
            return hasServer
                ? "Sending \(time) to \(people). Type undo to stop."
                : "No sending account yet: goes to the outbox \(time) and waits there. Type undo to stop."
        }
        return hasServer
            ? "Sending to \(people) in \(window.rawValue) s. Type undo to stop, now to send at once."
            : "No sending account yet: goes to the outbox in \(window.rawValue) s and waits there. Type undo to stop."
    }

    /// What is said when the message waits for a sender.
    static func waiting(_ account: MailAccount, _ name: String, _ subject: String) -> String {
        account.configuration.hasServer
            ? "* \(name) \"\(subject)\" waits in the outbox and goes with the next sync."
            : "* \(name) \"\(subject)\" waits in the outbox. No sending account yet."
    }
}

extension Console {
    /// Sends the open draft.
    mutating func sendOpenDraft(_ invocation: Invocation) throws(CommandFailure) {
        if session?.compose?.draft.sender == nil { try edit(.setSender(unnamedSender)) }
        guard var compose = session?.compose else { throw .usage("No draft is open. Type: send dN") }
        guard try SendChecks.pass(compose.draft, invocation, on: &self) else { return }
        let facts = savingFacts
        let window = try undoWindow(invocation, compose.account)
        do throws(DraftError) {
            try compose.ensureSaved(facts)
            session?.compose = compose
            let sending = Sending(
                account: compose.account, store: compose.store, draft: compose.draft, id: compose.reservation.id,
                window: window)
            let item = try sending.queue(watchedBy: window == .none ? nil : compose.session, at: facts.date)
            try endDraft(compose, item, window, invocation)
        } catch {
            session?.compose = compose
            throw CommandFailure(error)
        }
    }

    private mutating func endDraft(
        _ compose: ComposeSession, _ item: DraftItem, _ window: UndoWindow, _ invocation: Invocation
    ) throws(DraftError) {
        var compose = compose
        session?.compose = nil
        session?.isInText = false
        // Without its journal nothing is brought back; that the file stays is told by nobody and mended at the next start.
        try? compose.endJournal()
        let name = item.sidecar?.outboxNumber.map { "o\($0)" } ?? ""
        let people = Sending.people(compose.draft)
        if window != .none {
            session?.windows.append(
                SendWindow(
                    account: compose.account, store: compose.store, id: compose.reservation.id,
                    session: compose.session, outboxName: name, draftName: compose.name,
                    subject: Sending.subject(compose.draft), people: people,
                    countdown: UndoCountdown(.seconds(window.rawValue))))
            session?.lastWake = clock.elapsed()
        }
        if isJSON || !isInteractive {
            told(item, isInOutbox: true, invocation.command, "queued")
        } else if window == .none {
            say(String(Sending.waiting(compose.account, name, Sending.subject(compose.draft)).dropFirst(2)))
        } else {
            say(Sending.opening(compose.account, people, window, until: end(of: window)))
        }
    }

    /// When a window that opens now ends, on the clock on the wall; `nil` where its seconds are counted in the prompt.
    private func end(of window: UndoWindow) -> CivilTime? {
        if input.ticks { return nil }
        return zone.time(Instant(seconds: clock.now().seconds + Int64(window.rawValue))).local
    }

    /// The seconds that hold here: what stands with the command, what the script set, the account's, the settings'. Who
    /// listens gets more of them.
    func undoWindow(_ invocation: Invocation, _ account: MailAccount) throws(CommandFailure) -> UndoWindow {
        if let text = try invocation.text("undo") {
            guard let window = UndoWindow(text) else { throw .usage("--undo can be \(UndoWindow.rule).") }
            return window
        }
        if let window = session?.undo { return window }
        guard isInteractive, session != nil else { return .none }
        return account.configuration.undo ?? Settings(of: account.home).undo ?? (isAccessible ? .thirty : .five)
    }

    /// Takes an order to send back, and gives the draft.
    func takeBack(_ window: SendWindow) throws(CommandFailure) -> DraftItem {
        let now = clock.now()
        return try drafting { () throws(DraftError) in try window.store.takeBack(window.id, at: now) }
    }
}
