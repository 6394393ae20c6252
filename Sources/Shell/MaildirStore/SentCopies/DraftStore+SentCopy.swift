public import Disk
public import MailTypes
internal import Outbox

/// How petrel is done with a sent message.
public enum SentCopyOutcome: Sendable {
    /// petrel stores its copy in Sent.
    case filed
    /// Another copy is in Sent and replaces petrel's. With `keepsBcc`, petrel's is kept as a version, because it alone
    /// says who got the message by Bcc.
    case found(SentCopySearch.Other, keepsBcc: Bool)
    /// The user has deleted or moved petrel's copy. The server's copy is moved to Trash if it is there.
    case taken(SentCopySearch.Other?)
}

extension DraftStore {
    /// Removes sent messages and their drafts from the outbox. Before that, exactly one copy of each is in Sent, even if the
    /// process stops in between, unless the user has taken it. Does nothing for messages that are gone or were not sent.
    ///
    /// To file them, the copies are written to `tmp` and the phase `filing` is recorded. Then the copies are renamed into
    /// place, and only then the messages are removed from the outbox. If the phase is recorded but a copy is not in `tmp`,
    /// it has been renamed already, or the sync has found it on the server and given it another name. Each of these steps
    /// is durable for all messages before the next one.
    ///
    /// A copy that `showSentCopy` has put into Sent is renamed instead, so that it can be uploaded.
    public func finish(
        _ outcomes: [(id: DraftID, outcome: SentCopyOutcome)], at now: Instant
    ) throws(DraftError) {
        let known = Dictionary(outcomes.map { ($0.id, $0.outcome) }) { first, _ in first }
        try changeOutboxMessages(outcomes.map(\.id), at: now) { opened, messages throws(DraftError) in
            let sent = messages.filter { $0.sidecar.submission == .sent && $0.sidecar.attempt != nil }
            try files { () throws(FileError) in
                var filed: [(item: DraftItem, sidecar: Sidecar)] = []
                for message in sent {
                    switch known[message.sidecar.draftID] {
                    case .filed?: filed.append(message)
                    case let outcome?: try conclude(message, outcome, opened, at: now)
                    case nil: break
                    }
                }
                try file(filed, opened, at: now)
                try remove(sent, opened)
            }
        }
    }

    /// Keeps what another copy lacks, or follows the user who has taken the copy.
    private func conclude(
        _ message: (item: DraftItem, sidecar: Sidecar), _ outcome: SentCopyOutcome, _ opened: Opened, at now: Instant
    ) throws(FileError) {
        let (item, sidecar) = message
        switch outcome {
        case .filed: break
        case .found(let other, let keepsBcc):
            if keepsBcc { try keep(item, sidecar, .conflict, opened, at: now) }
            if let sent = try mail.maildir(.sent) {
                try SentCopy([], of: sidecar, in: sent).withdraw(for: other.entry)
            }
        case .taken(let other):
            try keep(item, sidecar, .discarded, opened, at: now)
            if let other, let sent = try mail.maildir(.sent), let trash = try mail.maildir(.trash) {
                _ = try sent.move(other.entry, to: trash)
            }
        }
    }

    /// Removes messages from the outbox, and the versions that were kept when they were queued.
    private func remove(
        _ messages: [(item: DraftItem, sidecar: Sidecar)], _ opened: Opened
    ) throws(FileError) {
        guard !messages.isEmpty else { return }
        var places: Set<Maildir.Place> = []
        for (item, _) in messages {
            if let last = try opened.outbox.maildir.remove(item.entry, lasting: false) { places.insert(last.place) }
        }
        try opened.outbox.maildir.synchronize(Maildir.Place.allCases.filter(places.contains))
        for name in messages.compactMap(\.item.sidecarName) { try opened.outbox.removeSidecar(name) }
        let ids = Set(messages.map(\.sidecar.draftID))
        for version in try opened.versions.all() where ids.contains(version.draftID) && version.reason == .queued {
            try opened.versions.remove(version)
        }
    }

    /// Stores petrel's copies in Sent.
    private func file(
        _ messages: [(item: DraftItem, sidecar: Sidecar)], _ opened: Opened, at now: Instant
    ) throws(FileError) {
        guard !messages.isEmpty else { return }
        let sent = try mail.makingMaildir(.sent)
        let shown = try SentCopy.namesOfShown(in: sent)
        let (copies, sidecars) = (DurableBatch(), DurableBatch())
        for (item, var sidecar) in messages where sidecar.attempt?.phase != .filing {
            if !shown.contains(SentCopy.awaitedName(of: sidecar)) {
                try SentCopy(try text(of: item, opened), of: sidecar, in: sent).stage(in: copies)
            }
            sidecar.attempt?.phase = .filing
            try opened.outbox.write(sidecar, in: sidecars)
        }
        try copies.commit()
        try sidecars.commit()
        for (item, sidecar) in messages {
            let isShown = shown.contains(SentCopy.awaitedName(of: sidecar))
            try place(item, sidecar, isShown: isShown, in: sent, opened, at: now)
        }
        try SentCopy.synchronizePlaced(in: sent)
    }

    /// Renames a staged copy into place, or the one that was shown.
    private func place(
        _ item: DraftItem, _ sidecar: Sidecar, isShown: Bool, in sent: Maildir, _ opened: Opened, at now: Instant
    ) throws(FileError) {
        guard let attempt = sidecar.attempt else { return }
        if attempt.phase != .filing {
            // Its text is not needed for this.
            let staged = SentCopy([], of: sidecar, in: sent)
            if isShown, try staged.release() { return }
            if try staged.place() { return }
        }
        let start = min(attempt.started, now)
        let copy = SentCopy(try text(of: item, opened), of: sidecar, in: sent, memory)
        // After a power loss, the copy may exist under both names.
        if try copy.isPlaced(since: start, at: now) { try copy.unstage() }
        if try copy.release() { return }
        if try copy.place() { return }
        // A copy that was shown and is neither there nor staged was renamed before. The user may have taken it since.
        if attempt.sentCopy?.isShown == true { return }
        if try !copy.isPlaced(since: start, at: now) {
            try copy.stage()
            try copy.placeStaged()
        }
    }

    private func text(of item: DraftItem, _ opened: Opened) throws(FileError) -> [UInt8] {
        DraftHeader.remove(from: try opened.outbox.contents(of: item))
    }

    /// Keeps the message as a version of its draft, so that its text can be recovered.
    private func keep(
        _ item: DraftItem, _ sidecar: Sidecar, _ reason: RecoverableDraftVersions.Reason, _ opened: Opened,
        at now: Instant
    ) throws(FileError) {
        let isKept = try opened.versions.all().contains {
            $0.draftID == sidecar.draftID && $0.revision == sidecar.revision && $0.reason == reason
        }
        if isKept { return }
        let version = RecoverableDraftVersions.Version(
            kept: now, reason: reason, draftID: sidecar.draftID, revision: sidecar.revision,
            number: sidecar.draftNumber ?? 0)
        _ = try opened.versions.keep(item.entry, of: opened.outbox.maildir, as: version)
    }

    /// Records what the search found, and puts the copy of a sent message into Sent while petrel waits for the one
    /// that the server may store, so that it can be found and read meanwhile. A sync does not upload it before `finish`
    /// has renamed it. If the user has deleted or moved it, it is not shown again.
    ///
    /// Another sync program on the same directory would upload it, so there it is not shown.
    public func showSentCopy(_ id: DraftID, _ search: SentCopySearch, at now: Instant) throws(DraftError) {
        try changeOutboxMessage(id, at: now) { opened, item, sidecar throws(DraftError) -> Void? in
            guard sidecar.submission == .sent, var attempt = sidecar.attempt, attempt.phase != .filing else { return }
            try files { () throws(FileError) in
                let sent = try mail.makingMaildir(.sent)
                let copy = SentCopy(try text(of: item, opened), of: sidecar, in: sent)
                var step = attempt.sentCopy ?? DeliveryProgress.SentCopy()
                if search.reusesMessageID { step.reusesMessageID = true }
                let isNumbered = try sent.isSyncedByMbsync()
                let isHidden = mail.sharing != nil || isNumbered
                if isHidden {
                    step.isShown = false
                } else if !step.isShown {
                    // It is recorded afterwards: a copy that is recorded and missing counts as taken by the user.
                    if try copy.awaited() == nil { try copy.show() }
                    step.isShown = true
                }
                if attempt.sentCopy != step {
                    attempt.sentCopy = step
                    sidecar.attempt = attempt
                    try opened.outbox.write(sidecar)
                    item.sidecar = sidecar
                }
                if isHidden { try copy.withdraw() }
            }
        }
    }

    /// Whether another sync program syncs the same directories.
    public var isShared: Bool { mail.sharing != nil }

    /// Returns the unique names of the copies in Sent that must not be uploaded yet. Call this after reading the names
    /// in Sent, because a copy loses its name before its message leaves the outbox.
    public func awaitedSentCopies() throws(FileError) -> Set<[UInt8]> {
        Set(
            try SidecarMaildir.sidecars(.outbox, in: state).filter { $0.sendState == .sent }.map {
                SentCopy.awaitedName(of: $0)
            })
    }

    /// Whether a file name in Sent is that of a copy by petrel that has not been uploaded.
    public static func isSentCopy(_ base: [UInt8]) -> Bool { SentCopy.isOfPetrel(base) }

    /// Whether a file name in Sent may be that of a copy that must not be uploaded yet.
    public static func isAwaitedSentCopy(_ base: [UInt8]) -> Bool {
        base.suffix(SentCopy.awaitedEnd.count).elementsEqual(SentCopy.awaitedEnd)
    }
}

extension MailTree {
    /// Removes the copies of sent messages that wait for the server's from Sent, because mbsync would upload them. Their
    /// messages are still in the outbox. Must be called with the locks of drafts and outbox.
    func hideSentCopies(state: Directory) throws(FileError) {
        let sidecars = try SidecarMaildir.sidecars(.outbox, in: state).filter { $0.sendState == .sent }
        guard !sidecars.isEmpty else { return }
        let box = try SidecarMaildir(.outbox, outbox(), sidecarsIn: state)
        // mbsync may expect another name of the directory than petrel's, which it still has.
        let places = try [maildir(.sent), MailTree(root).maildir(.sent)].compactMap(\.self)
        for var sidecar in sidecars {
            guard var attempt = sidecar.attempt, attempt.phase != .filing else { continue }
            // First of all, so that a copy that is missing does not count as taken by the user.
            if attempt.sentCopy?.isShown == true {
                attempt.sentCopy?.isShown = false
                sidecar.attempt = attempt
                try box.write(sidecar)
            }
            for sent in places { try SentCopy([], of: sidecar, in: sent).withdraw() }
        }
    }
}

extension Maildir {
    /// Whether mbsync keeps its numbers of the messages in this directory.
    fileprivate func isSyncedByMbsync() throws(FileError) -> Bool {
        for name in [".uidvalidity", ".isyncuidmap.db", ".mbsyncstate"]
        where try directory.status(of: Array(name.utf8)) != nil {
            return true
        }
        return false
    }
}
