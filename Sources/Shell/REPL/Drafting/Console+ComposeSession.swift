internal import Accounts
internal import Composer
internal import Disk
internal import InternetMessage
internal import LineEditing
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Terminal

/// The draft that is open at the prompt.
extension Console {
    var savingFacts: ComposeSession.SavingFacts {
        ComposeSession.SavingFacts(date: zone.time(clock.now()))
    }

    /// Returns the open draft. Commands that use it are available only while a draft is open.
    func openedDraft() throws(CommandFailure) -> Draft {
        try openedSession().draft
    }

    func openedSession() throws(CommandFailure) -> ComposeSession {
        guard let compose = session?.compose else {
            throw .usage("No draft is open. Type: petrel drafts, and then: resume dN")
        }
        return compose
    }

    /// Creates a new draft and opens it.
    mutating func open(
        _ draft: Draft, of account: MailAccount, insertingAt line: Int
    ) throws(CommandFailure) {
        try closeDraft(saying: true)
        open(try composing(draft, of: account, insertingAt: line))
    }

    /// Opens a stored draft.
    mutating func open(_ found: LocatedDraft, of account: MailAccount) throws(CommandFailure) {
        try closeDraft(saying: true)
        let octets = try draftContents(found)
        let message = Message(octets)
        try CommandFailure.check(message)
        open(try composing(found, octets, of: account))
        for loss in Draft.unsupportedContent(of: message) { printLine(loss.sentenceAboutDraft) }
    }

    /// Moves the open draft with an edit to another account. It is created there before it is removed here, so that an interruption
    /// leaves it in both.
    mutating func moveOpenDraft(to account: MailAccount, applying edit: DraftEdit) throws(CommandFailure) {
        guard let compose = session?.compose else { return }
        var draft = compose.draft
        _ = draft.apply(edit)
        var moved = try composing(draft, of: account, insertingAt: compose.insertionPoint)
        moved.earlierDelivery = compose.earlierDelivery
        do throws(DraftError) { try moved.ensureSaved(savingFacts) } catch { throw unsaved(error) }
        try discardOpenDraft()
        open(moved)
    }

    private func open(_ compose: ComposeSession) {
        session?.compose = compose
        session?.lastDraft = compose.name
        session?.lastSave = clock.elapsed()
        session?.suggestions = []
        session?.searching = nil
    }

    /// Returns a session for a new draft, which is not stored yet.
    func composing(
        _ draft: Draft, of account: MailAccount, insertingAt line: Int
    ) throws(CommandFailure) -> ComposeSession {
        let store = try account.drafts()
        let reservation = try drafting { () throws(DraftError) in try store.reserve() }
        return try composing(draft, as: reservation, revision: 0, in: store, of: account, insertingAt: line)
    }

    /// Returns a session for a stored draft, and locks it for this process.
    func composing(
        _ found: LocatedDraft, _ octets: [UInt8], of account: MailAccount
    ) throws(CommandFailure) -> ComposeSession {
        let message = Message(octets)
        let draft = Draft(message)
        let isLossless = Draft.unsupportedContent(of: message).isEmpty
        let id = try drafting { () throws(DraftError) in try found.identity() }
        let reservation = DraftStore.Reservation(id: id, number: found.item.sidecar?.draftNumber ?? 0)
        var compose = try composing(
            draft, as: reservation, revision: found.item.revision, unedited: isLossless ? nil : octets,
            in: found.store, of: account, insertingAt: draft.lines.count)
        compose.earlierDelivery = found.item.sidecar?.earlierDelivery
        return compose
    }

    private func composing(
        _ draft: Draft, as reservation: DraftStore.Reservation, revision: Int, unedited: [UInt8]? = nil,
        in store: DraftStore, of account: MailAccount, insertingAt line: Int
    ) throws(CommandFailure) -> ComposeSession {
        let compose = try account.files { () throws(FileError) in
            try ComposeSession(
                draft, as: reservation, revision: revision, unedited: unedited, in: store, of: account,
                insertingAt: line)
        }
        guard let compose else {
            throw CommandFailure(
                .temporaryFailure, "draftOpen",
                "d\(reservation.number) is open in another petrel. Close it there first, or type: petrel drafts")
        }
        return compose
    }

    // MARK: - Changing

    /// Edits the open draft. If the edit cannot be stored, reports it together with the text, and lets the user
    /// continue.
    mutating func edit(_ edit: DraftEdit?) throws(CommandFailure) {
        guard let edit else { return }
        let facts = savingFacts
        try changed(session?.compose?.perform(edit, facts), edit)
    }

    mutating func changed(_ outcome: ComposeSession.Outcome?, _ edit: DraftEdit?) throws(CommandFailure) {
        switch outcome {
        case .done, nil: break
        case .impossible:
            throw CommandFailure(
                .software, "impossibleEdit", "This draft cannot be changed that way. Nothing was changed.")
        case .unsaved(let error):
            let failure = CommandFailure(error)
            printError("Couldn't save draft: \(failure.message) Your text:")
            for line in edit?.newLines ?? [] { errors.write(TerminalSafeText.line(line) + "\n") }
            errors.flush()
            if !isInteractive { throw failure }
        }
    }

    // MARK: - Saving

    /// Saves the edits.
    mutating func saveDraft(saying: Bool) throws(CommandFailure) {
        guard session?.compose != nil else { return }
        let facts = savingFacts
        do throws(DraftError) {
            try session?.compose?.save(facts)
        } catch {
            throw unsaved(error)
        }
        session?.lastSave = clock.elapsed()
        if let meanwhile = session?.compose?.tellMeanwhile() { printLine(DraftConflictNotice.sentence(meanwhile)) }
        if saying, session?.compose.map({ $0.revision > 0 }) == true { printDraftResult("Draft saved") }
    }

    /// Ends the text and saves the draft. If it changed elsewhere, the user first chooses which version to keep.
    mutating func endText() throws(CommandFailure) {
        session?.isInText = false
        if isInteractive { try settleChangeElsewhere() }
        try saveDraft(saying: true)
    }

    /// Saves the open draft even if it was not edited since it was opened.
    mutating func saveDraftAsItIs() throws(CommandFailure) {
        let facts = savingFacts
        do throws(DraftError) { try session?.compose?.ensureSaved(facts) } catch { throw unsaved(error) }
    }

    /// Saves and closes the open draft. A stored draft that is now empty is discarded, and a new one without edits is
    /// not stored.
    mutating func closeDraft(saying: Bool) throws(CommandFailure) {
        guard let compose = session?.compose else { return }
        if compose.revision > 0, compose.draft.isEmpty {
            try discardOpenDraft()
            return
        }
        try saveDraft(saying: saying && compose.isWritten)
        try endDraft()
    }

    /// Closes the draft in its last saved state.
    mutating func endDraft() throws(CommandFailure) {
        guard var compose = session?.compose else { return }
        session?.isInText = false
        session?.compose = nil
        try compose.account.files { () throws(FileError) in try compose.endJournal() }
    }

    /// Discards the open draft; its saved text is kept for 30 days.
    mutating func discardOpenDraft() throws(CommandFailure) {
        guard var compose = session?.compose else { return }
        let now = clock.now()
        let facts = savingFacts
        // The discarded version is the current one.
        if compose.revision > 0, !compose.draft.isEmpty {
            do throws(DraftError) { try compose.save(facts) } catch { throw unsaved(error) }
        }
        try compose.account.files { () throws(FileError) in try compose.endForGood() }
        if compose.revision > 0 {
            try drafting { () throws(DraftError) in try compose.store.discard(compose.reservation.id, at: now) }
        }
        session?.compose = compose
        try endDraft()
    }

    /// Shows the unsaved text, which may exist nowhere else.
    private mutating func unsaved(_ error: DraftError) -> CommandFailure {
        let failure = CommandFailure(error)
        let text = session?.compose?.draft.lines ?? []
        printError("Couldn't save draft: \(failure.message) Your text:")
        for line in text { errors.write(TerminalSafeText.line(line) + "\n") }
        errors.flush()
        return CommandFailure(failure.exitCode, failure.code, "The draft is not saved. \(failure.message)")
    }

    /// Prints one line about the open draft, or its numbers in JSON.
    mutating func printDraftResult(_ sentence: String) {
        guard let compose = session?.compose, isJSON else { return printLine(worded(sentence)) }
        object(of: "draft", nil) { json in
            json.key("draft")
            json.string(compose.name)
            json.key("draftId")
            json.string(compose.reservation.id.text)
        }
    }
}

extension ComposeSession {
    /// Whether there are edits or a stored revision.
    var isWritten: Bool { revision > 0 || isChanged }
}

extension DraftEdit {
    /// The lines of text that the edit inserts.
    var newLines: [String] {
        switch self {
        case .replaceLines(_, let lines): lines
        case .sequence(let edits): edits.flatMap(\.newLines)
        case .setSender, .setRecipients, .setSubject, .setOtherFields, .setSecurity, .setPlainText,
            .insertAttachment, .removeAttachment:
            []
        }
    }
}
