internal import Accounts
internal import Composer
internal import Disk
internal import InternetMessage
internal import JSONText
internal import MailTypes
internal import MaildirStore

/// An open draft with its unsaved edits.
///
/// The first edit creates the draft in the store. From then on, each edit is appended durably to a journal before the
/// next one is typed, and the whole draft is saved now and then. An attached file is saved with the draft at once,
/// because the journal holds text only.
struct ComposeSession {
    let account: MailAccount
    let store: DraftStore
    let reservation: DraftStore.Reservation
    let session: EditingSessionsAndJournals.Session
    /// Held while the draft is open, so that no other process writes it.
    private let lock: FileLock
    private(set) var history: DraftHistory
    /// The index in the text at which the next line is inserted.
    var insertionPoint: Int
    /// The revision in the store; 0 if the draft is not stored yet.
    private(set) var revision: Int
    /// Who has or may have the message already.
    var earlierDelivery: Sidecar.EarlierDelivery?
    /// The stored message, as long as it has content that the first edit will lose.
    private(set) var unedited: [UInt8]?
    /// Whether the stored revision has content that the next one lacks, so that it is kept as a version.
    private var keepsFormer: Bool
    /// The latest revision made elsewhere that the user was told about.
    private var toldRevision = 0
    /// Whether anything has changed since the last save began.
    private(set) var isChanged = false
    private var journal: JournalFile?
    /// A save in progress on another thread, with its result.
    private var saving: BackgroundTask<SaveResult>?

    typealias SaveResult = Result<DraftItem, DraftError>

    var draft: Draft { history.draft }
    var name: String { "d\(reservation.number)" }

    /// Opens a draft. `unedited` is the message that it was read from, if an edit loses content of it. Returns `nil` if
    /// another process has it open.
    init?(
        _ draft: Draft, as reservation: DraftStore.Reservation, revision: Int = 0, unedited: [UInt8]? = nil,
        in store: DraftStore, of account: MailAccount, insertingAt line: Int
    ) throws(FileError) {
        let state = try account.home.makingDirectory(.state(account.name))
        guard let lock = try store.lockForEditing(reservation.id) else { return nil }
        self.lock = lock
        self.account = account
        self.store = store
        self.reservation = reservation
        self.revision = revision
        self.unedited = unedited
        keepsFormer = unedited != nil
        session = try EditingSessionsAndJournals(in: state).begin()
        history = DraftHistory(draft)
        insertionPoint = line
    }

    // MARK: - Changing

    /// The result of an edit.
    enum Outcome {
        case done
        /// The edit does not fit the draft, which is unchanged.
        case impossible
        /// The draft is changed, but the change could not be stored.
        case unsaved(DraftError)
    }

    mutating func perform(_ edit: DraftEdit, _ saving: SavingFacts) -> Outcome {
        var changed = history
        guard changed.perform(edit) else { return .impossible }
        return take(changed, edit, saving)
    }

    mutating func undo(_ saving: SavingFacts) -> Outcome {
        var changed = history
        guard let edit = changed.undo() else { return .impossible }
        return take(changed, edit, saving)
    }

    mutating func redo(_ saving: SavingFacts) -> Outcome {
        var changed = history
        guard let edit = changed.redo() else { return .impossible }
        return take(changed, edit, saving)
    }

    private mutating func take(_ changed: DraftHistory, _ edit: DraftEdit, _ facts: SavingFacts) -> Outcome {
        history = changed
        unedited = nil
        insertionPoint = edit.place(after: insertionPoint, in: draft)
        isChanged = true
        do throws(DraftError) {
            guard revision > 0, let json = edit.json else {
                try save(facts)
                return .done
            }
            try write { () throws(FileError) in try line(json.octets) }
            return .done
        } catch {
            return .unsaved(error)
        }
    }

    private mutating func line(_ octets: [UInt8]) throws(FileError) {
        if journal == nil {
            let journal = try session.journal()
            try journal.append(ComposeJournal.head(reservation, base: revision))
            self.journal = journal
        }
        try journal?.append(octets)
    }

    private func write(_ body: () throws(FileError) -> Void) throws(DraftError) {
        do throws(FileError) { try body() } catch { throw .file(error) }
    }

    // MARK: - Saving

    /// The time and identifiers that a save needs.
    struct SavingFacts: Sendable {
        let date: DateTime
    }

    /// Saves the draft durably. Does nothing if it has not changed.
    mutating func save(_ facts: SavingFacts) throws(DraftError) {
        try finishSaving()
        guard isChanged else { return }
        let work = try beginSave(facts)
        try take(work())
    }

    /// Saves the draft even if it has no edits, unless it is already stored.
    mutating func ensureSaved(_ facts: SavingFacts) throws(DraftError) {
        if revision == 0 { isChanged = true }
        try save(facts)
    }

    /// Starts a save on another thread, if the draft has changed and no save is in progress.
    mutating func saveMeanwhile(_ facts: SavingFacts, finished: @escaping @Sendable () -> Void) throws(DraftError) {
        guard isChanged, saving == nil else { return }
        saving = BackgroundTask(try beginSave(facts), finished: finished)
    }

    // MARK: - Changes made elsewhere

    /// Returns the draft in the store if its revision is not the one that this session saved last. Returns `nil` during
    /// a save, when this is unknown.
    func changeElsewhere(at now: Instant) throws(FileError) -> DraftItem? {
        guard revision > 0, saving == nil else { return nil }
        return try store.contents(at: now).drafts.first { $0.draftID == reservation.id && $0.revision != revision }
    }

    /// Whether the user has been told that the draft changed elsewhere.
    enum News {
        case fresh, told
    }

    /// Returns `nil` if the draft has not changed elsewhere.
    mutating func newsFromElsewhere(at now: Instant) throws(DraftError) -> News? {
        let item: DraftItem?
        do throws(FileError) { item = try changeElsewhere(at: now) } catch { throw .file(error) }
        guard let item else { return nil }
        defer { toldRevision = item.revision }
        return item.revision == toldRevision ? .told : .fresh
    }

    /// Continues with the version made elsewhere, and keeps this session's text as a version.
    mutating func reload(_ change: ExternalDraftChange, _ facts: SavingFacts) throws(DraftError) {
        let isKept = try isKept()
        if isChanged || !isKept {
            let message = DraftFileFormat.octets(of: draft, reservation.id, facts.date)
            try store.keep(message, of: reservation.id, revision: revision, reservation.number, at: facts.date.instant)
        }
        try write { () throws(FileError) in try endJournal() }
        isChanged = false
        replace(by: change.theirs, revision: change.item.revision)
        unedited = change.unedited
        keepsFormer = change.unedited != nil
    }

    /// Returns whether a sync has already kept this session's last revision because the other version won.
    private func isKept() throws(DraftError) -> Bool {
        do throws(FileError) {
            return try store.versions().contains {
                $0.reason == .conflict && $0.draftID == reservation.id && $0.revision == revision
            }
        } catch {
            throw .file(error)
        }
    }

    /// Saves this session's text in place of the version made elsewhere, which is kept as a version.
    mutating func saveOver(_ facts: SavingFacts) throws(DraftError) {
        isChanged = true
        try save(facts)
    }

    /// Applies the result of a save; waits if the save is still in progress.
    mutating func finishSaving() throws(DraftError) {
        guard let saving else { return }
        self.saving = nil
        try take(saving.wait())
    }

    /// Applies the result of a save that has already ended.
    mutating func noticeSaving() throws(DraftError) {
        guard saving?.value != nil else { return }
        try finishSaving()
    }

    private mutating func beginSave(_ facts: SavingFacts) throws(DraftError) -> @Sendable () -> SaveResult {
        // Marks that all lines so far belong to the revision being written, if that succeeds. The mark precedes
        // everything typed from now on. The writer of the revision waits for the mark; the user does not.
        self.journal?.enqueue(ComposeJournal.saving(revision + 1))
        isChanged = false
        let (draft, reservation, store, base, journal) = (draft, reservation, store, revision, journal)
        let (name, now) = (account.name.text, facts.date.instant)
        let (earlier, keepsFormer) = (earlierDelivery, keepsFormer)
        return {
            do throws(DraftError) {
                do throws(FileError) { try journal?.synchronize() } catch { throw DraftError.file(error) }
                let message = DraftFileFormat.octets(of: draft, reservation.id, facts.date)
                if base > 0,
                    let item = try store.reviseIfThere(
                        reservation.id, message, basedOn: base, keepingFormer: keepsFormer, at: now)
                {
                    return .success(item)
                }
                let item = try store.create(message, as: reservation, at: now) {
                    $0.account = name
                    $0.earlierDelivery = earlier
                }
                return .success(item)
            } catch {
                return .failure(error)
            }
        }
    }

    /// A change made elsewhere during a save, reported once.
    enum Meanwhile {
        /// The other version was kept.
        case changed
        case removed
    }
    private var meanwhile: Meanwhile?

    private mutating func take(_ result: SaveResult) throws(DraftError) {
        switch result {
        case .success(let item):
            // If the revision number has not increased, the draft was deleted and created again.
            if item.revision <= revision { meanwhile = .removed }
            if item.displaced != nil { meanwhile = .changed }
            revision = item.revision
            keepsFormer = false
        case .failure(let error):
            isChanged = true
            throw error
        }
    }

    mutating func tellMeanwhile() -> Meanwhile? {
        defer { meanwhile = nil }
        return meanwhile
    }

    /// Marks the draft as finished before it is discarded, so that its journal is not recovered.
    mutating func endForGood() throws(FileError) {
        if journal != nil { try line(ComposeJournal.ended) }
    }

    /// Removes the journal once the draft is saved, sent or gone.
    mutating func endJournal() throws(FileError) {
        journal = nil
        try session.removeJournal()
    }

    /// Replaces the draft and everything typed since the last save.
    mutating func replace(by draft: Draft, revision: Int) {
        history = DraftHistory(draft)
        self.revision = revision
        insertionPoint = draft.lines.count
    }
}

extension DraftEdit {
    /// Returns the insertion point after the edit: after the lines that it inserted, if there are any.
    fileprivate func place(after former: Int, in draft: Draft) -> Int {
        var place = former
        switch self {
        case .replaceLines(let range, let lines):
            if range.isEmpty && range.lowerBound == former {
                place = former + lines.count
            } else if former >= range.upperBound {
                place = former + lines.count - range.count
            } else if former > range.lowerBound {
                place = range.lowerBound + lines.count
            }
        case .sequence(let edits):
            for edit in edits { place = edit.place(after: place, in: draft) }
        case .setSender, .setRecipients, .setSubject, .setOtherFields, .setSecurity, .setPlainText,
            .insertAttachment, .removeAttachment:
            break
        }
        return min(max(place, 0), draft.lines.count)
    }
}

extension DraftStore {
    /// Returns `nil` if the draft was deleted elsewhere.
    fileprivate func reviseIfThere(
        _ id: DraftID, _ message: [UInt8], basedOn base: Int, keepingFormer: Bool, at now: Instant
    ) throws(DraftError) -> DraftItem? {
        do throws(DraftError) {
            return try revise(id, message, basedOn: base, keepingFormer: keepingFormer, at: now)
        } catch {
            guard case .missing = error else { throw error }
            return nil
        }
    }
}
