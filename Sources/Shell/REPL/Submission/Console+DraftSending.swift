internal import Accounts
internal import Composer
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform

extension Console {
    /// Sends the open draft.
    mutating func sendOpenDraft(_ invocation: Invocation) throws(CommandFailure) -> ExitCode {
        try settleChangeElsewhere(invocation)
        if session?.compose?.draft.sender == nil { try edit(.setSender(unnamedSender)) }
        guard let compose = session?.compose else { throw .usage("No draft is open. Type: send dN") }
        guard try PreSendChecks.pass(compose.draft, compose.earlierDelivery, invocation, on: &self) else {
            return .done
        }
        let content = compose.unedited.map { OutgoingDraft.Content.written(DraftHeader.remove(from: $0)) }
        return try queue(compose, content ?? .composed(compose.draft), invocation)
    }

    /// Sends a stored draft. A draft from petrel is composed as if it were open. One from another program is sent as it
    /// was written if petrel's version would lose content.
    mutating func send(_ found: LocatedDraft, _ invocation: Invocation) throws(CommandFailure) -> ExitCode {
        if let id = found.item.draftID, session?.compose?.reservation.id == id { return try sendOpenDraft(invocation) }
        let account = try account(of: found, invocation)
        let octets = try draftContents(found)
        let message = Message(octets)
        let isComposed = found.item.header != nil && Draft.unsupportedContent(of: message).isEmpty
        if !(isComposed && message.lacksPendingFilesAlone) { try CommandFailure.check(message) }
        var compose = try composing(found, octets, of: account)
        if isComposed, compose.draft.sender == nil {
            _ = compose.perform(.setSender(unnamedSender), savingFacts)
        }
        do throws(CommandFailure) {
            guard try PreSendChecks.pass(compose.draft, compose.earlierDelivery, invocation, on: &self) else {
                // To continue editing, the draft must stay open; if another one is open, that one stays open.
                if session != nil, session?.compose == nil {
                    session?.compose = compose
                    for loss in Draft.unsupportedContent(of: message) { printLine(loss.sentenceAboutDraft) }
                }
                return .done
            }
        } catch {
            throw error.adding("Nothing was sent. Type: petrel resume \(compose.name)")
        }
        return try queue(
            compose, isComposed ? .composed(compose.draft) : .written(DraftHeader.remove(from: octets)), invocation)
    }

    /// Queues a draft that has passed the checks. At the prompt, sending can be undone for some seconds while the user
    /// continues. A command run from a shell waits until then.
    mutating func queue(
        _ draft: ComposeSession, _ content: OutgoingDraft.Content, _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        let planned = try plannedTime(invocation)
        let window = planned == nil ? try undoWindow(invocation, draft.account) : .none
        let waiting = try secondsToWait(invocation)
        let facts = savingFacts
        let id = draft.reservation.id
        let isOpen = session?.compose?.reservation.id == id
        var compose = draft
        var content = content
        let item: DraftItem
        do throws(DraftError) {
            try compose.ensureSaved(facts)
            if isOpen { session?.compose = compose }
        } catch {
            if isOpen { session?.compose = compose }
            throw CommandFailure(error)
        }
        if case .composed = content {
            try fetchFiles(of: &compose, isOpen: isOpen, invocation)
            content = .composed(compose.draft)
        }
        let secured = try secured(content, compose, SecurityOptOut(invocation))
        do throws(DraftError) {
            let sending = OutgoingDraft(
                account: compose.account, store: compose.store, content: content, id: id, window: window,
                sendAfter: planned, secured: secured?.octets)
            item = try sending.queue(watchedBy: window == .none ? nil : compose.session, at: facts.date, by: self)
        } catch {
            if isOpen { session?.compose = compose }
            throw CommandFailure(error)
        }
        if isOpen {
            session?.compose = nil
            session?.isInText = false
        }
        // Without its journal nothing can be recovered from it; the next start removes the file.
        try? compose.endJournal()
        if window != .none, session == nil || waiting != nil { try wait(window, for: item, compose) }
        if let planned {
            announcePlanned(item, for: planned, invocation)
            deliverSoon(compose.account)
            return .done
        }
        if let waiting { return try deliver(item, of: compose.account, wait: waiting, invocation) }
        announceQueued(item, from: compose, window, invocation)
        if let plan = secured?.plan { note(plan) }
        noteUnwaited(invocation)
        noteOfflinePromptInShell()
        if window == .none || session == nil { deliverSoon(compose.account) }
        return .done
    }

    /// Signs and encrypts what is sent, before it enters the outbox. If that fails, the draft is kept as it is.
    private mutating func secured(
        _ content: OutgoingDraft.Content, _ compose: ComposeSession, _ omission: SecurityOptOut
    ) throws(CommandFailure) -> (octets: [UInt8], plan: SecurityPlan)? {
        var plain: [UInt8]?
        if case .written(let octets) = content { plain = octets }
        do throws(CommandFailure) {
            return try secured(
                compose.draft, plain: plain, of: compose.account, id: compose.reservation.id, leavingOut: omission)
        } catch {
            throw session?.compose?.reservation.id == compose.reservation.id
                ? error
                : CommandFailure(
                    error.exitCode, error.code,
                    "The draft is kept as \(compose.name); petrel resume \(compose.name) opens it. \(error.message)")
        }
    }

    /// Says how the message that was queued is protected.
    mutating func note(_ plan: SecurityPlan) {
        note("It is \(plan.summary).")
        for key in plan.encryption?.uncertified ?? [] {
            note("The key of \(key.address) is not certified. Its fingerprint is \(key.fingerprint).")
        }
    }

    /// Says that a draft was queued, and in a prompt begins its undo window.
    private mutating func announceQueued(
        _ item: DraftItem, from compose: ComposeSession, _ window: UndoWindow, _ invocation: Invocation
    ) {
        let name = item.sidecar?.outboxNumber.map { "o\($0)" } ?? ""
        let people = OutgoingDraft.people(compose.draft)
        session?.lastOutbox = name
        if window != .none, session != nil {
            session?.windows.append(
                UndoableSend(
                    account: compose.account, store: compose.store, id: compose.reservation.id,
                    session: compose.session, outboxNumber: item.sidecar?.outboxNumber, draftName: compose.name,
                    subject: OutgoingDraft.subject(compose.draft), people: people,
                    countdown: UndoCountdown(.seconds(window.rawValue))))
            session?.lastWake = clock.elapsed()
            session?.hasChangedSinceSend = false
        }
        if isJSON || !isInteractive || session == nil {
            printResult(for: item, isInOutbox: true, of: invocation.command, "queued")
        } else if window == .none {
            if courier(of: compose.account) != nil {
                printLine(worded(DeliveryDescriptions.sending))
            } else {
                tell(OutgoingDraft.waiting(compose.account, name, OutgoingDraft.subject(compose.draft), self))
            }
        } else {
            printLine(OutgoingDraft.opening(compose.account, people, window, until: end(of: window)))
        }
    }
}
