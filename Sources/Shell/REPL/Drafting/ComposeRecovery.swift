internal import Accounts
internal import Composer
internal import Disk
internal import InternetMessage
internal import MailTypes
internal import MaildirStore

/// Recovers what was typed in sessions that ended without saving: after a crash, a power loss or SIGKILL. Keeps what an
/// editor had saved when petrel ended.
struct ComposeRecovery {
    /// A draft to which edits were recovered.
    struct Recovered {
        let draft: LocatedDraft
        let subject: String
        /// Whether the edits no longer fit the draft, so that the text became a separate draft.
        let isApart: Bool
    }

    /// What the user is told.
    enum Finding {
        case recovered(Recovered)
        /// The journal of a newer version of petrel, which is left alone.
        case newer(Path)
        /// A journal that could be read only in part, and where it is kept.
        case damaged(Path)
        /// An editor had changed the text of the draft with this number.
        case editedText(Int)
    }

    let account: MailAccount
    let store: DraftStore
    let date: DateTime

    private enum Outcome {
        case nothing
        case recovered(Recovered)
        /// This version of petrel cannot read the draft, because a newer one wrote it.
        case notHere
    }

    /// Recovers the sessions. The recovery may be interrupted at any point and repeated.
    func run() throws(CommandFailure) -> [Finding] {
        try account.files { () throws(FileError) in
            guard let state = try account.home.directory(.state(account.name)) else { return [] }
            let sessions = try EditingSessionsAndJournals(in: state)
            var findings: [Finding] = []
            for session in try sessions.abandoned() {
                let journal = ComposeJournal(session.journal)
                if journal.isNewer {
                    findings.append(.newer(sessions.path(of: session)))
                    continue
                }
                if !journal.isEnded {
                    let outcome = try recover(journal) { () throws(FileError) in try sessions.journal(of: session) }
                    if case .recovered(let draft) = outcome { findings.append(.recovered(draft)) }
                    if case .notHere = outcome { continue }
                    if journal.isDamaged {
                        findings.append(.damaged(try sessions.setAside(session)))
                        continue
                    }
                }
                try sessions.clear(session)
            }
            return try findings + editedTexts(in: state)
        }
    }

    /// Keeps the texts of editors as versions. A draft that is open in another process is left alone.
    private func editedTexts(in state: Directory) throws(FileError) -> [Finding] {
        var findings: [Finding] = []
        for file in try EditorFile.all(in: state) {
            guard let lock = try store.lockForEditing(file.draft) else { continue }
            do throws(DraftError) {
                if try file.keep(in: store, at: date) { findings.append(.editedText(file.number)) }
            } catch {
                if case .file(let error) = error { throw error }
            }
            withExtendedLifetime(lock) {}
        }
        return findings
    }

    private func recover(
        _ journal: ComposeJournal, _ file: () throws(FileError) -> JournalFile
    ) throws(FileError) -> Outcome {
        if journal.isEmpty { return .nothing }
        // What is missing would put the other lines in the wrong places.
        guard let head = journal.head, !journal.isDamaged else { return try keepApart(journal) }
        let contents = try store.contents(at: date.instant)
        if contents.outbox.contains(where: { $0.draftID == head.draft }) { return .nothing }
        guard let item = contents.drafts.first(where: { $0.draftID == head.draft }),
            let edits = journal.edits(after: item.revision)
        else { return try keepApart(journal) }
        if edits.isEmpty { return .nothing }
        let former = Message(try store.message(of: item, isInOutbox: false))
        var draft = Draft(former)
        for edit in edits where draft.apply(edit) == nil { return try keepApart(journal) }
        try file().append(ComposeJournal.saving(item.revision + 1))
        let message = DraftFileFormat.octets(of: draft, head.draft, date)
        return try outcome(isApart: false, draft.subject) { () throws(DraftError) in
            try store.revise(
                head.draft, message, keepingFormer: !Draft.unsupportedContent(of: former).isEmpty, at: date.instant)
        }
    }

    /// Saves the typed text as a separate draft, because the original is gone or was changed elsewhere, or the journal is
    /// damaged.
    private func keepApart(_ journal: ComposeJournal) throws(FileError) -> Outcome {
        let text = journal.text
        if text.allSatisfy({ $0.isEmpty }) { return .nothing }
        var draft = Draft()
        draft.subject = journal.head.map { "Recovered text of d\($0.number)" } ?? "Recovered text"
        draft.lines = text
        let message = DraftFileFormat.octets(of: draft, journal.head?.draft ?? .random(), date)
        let name = account.name.text
        return try outcome(isApart: true, draft.subject) { () throws(DraftError) in
            try store.create(message, at: date.instant) { $0.account = name }
        }
    }

    private func outcome(
        isApart: Bool, _ subject: String, _ change: () throws(DraftError) -> DraftItem
    ) throws(FileError) -> Outcome {
        do throws(DraftError) {
            let draft = LocatedDraft(item: try change(), isInOutbox: false, account: account.name, store: store)
            return .recovered(Recovered(draft: draft, subject: subject, isApart: isApart))
        } catch {
            if case .file(let error) = error { throw error }
            return .notHere
        }
    }
}

extension Console {
    /// Recovers what was typed in sessions that ended without saving, and returns a sentence about each draft. A session
    /// that still runs is left alone.
    func recoverSessions(of account: MailAccount, _ store: DraftStore) throws(CommandFailure) -> [String] {
        try ComposeRecovery(account: account, store: store, date: savingFacts.date).run().map(\.sentence)
    }

    /// In a shell, recovers sessions before a command that reads drafts, so that none of them lacks its last lines.
    mutating func recoverSessions(before invocation: Invocation) {
        let namesDraft = invocation.operands.contains { operand in
            if case .draft? = DraftNumber(operand) { true } else { false }
        }
        guard session == nil, namesDraft || Self.readDrafts.contains(invocation.command.name),
            let accounts = try? accounts(invocation)
        else { return }
        for account in accounts {
            do throws(CommandFailure) {
                guard let store = try account.existingDrafts() else { continue }
                for line in try recoverSessions(of: account, store) { note(line) }
            } catch {
                // Where nothing can be saved, the draft can still be read.
                if !error.preventsSaving { printError(error.message) }
            }
        }
    }

    private static let readDrafts: Set<String> = ["drafts", "sync"]
}

extension ComposeRecovery.Finding {
    fileprivate var sentence: String {
        switch self {
        case .recovered(let one):
            let name = one.draft.number ?? ""
            let subject = one.subject.isEmpty ? "" : " \"\(one.subject)\""
            return one.isApart
                ? "Recovered the last typed text as draft \(name)\(subject). Type: resume \(name)"
                : "Recovered draft \(name)\(subject), up to the last line ended with Enter. Type: resume \(name)"
        case .newer(let path):
            return
                "A newer version of petrel was stopped while text was typed, and this version cannot read that text. "
                + "It stays in \(path). To recover it, start the newer version."
        case .damaged(let path):
            return "The file of the last typed text is damaged, so some of that text may be missing. "
                + "It is kept as \(path)"
        case .editedText(let number):
            let name = number > 0 ? "d\(number)" : "a draft"
            return
                "An editor had saved text of \(name) that petrel did not read before it ended. It is kept beside the "
                + "draft. To bring it back, type: recover"
        }
    }
}
