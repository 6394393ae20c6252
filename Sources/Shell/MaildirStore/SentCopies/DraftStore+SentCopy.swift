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
    /// Removes a sent message and its draft from the outbox. Before that, exactly one copy is in Sent, even if the
    /// process stops in between, unless the user has taken it.
    ///
    /// To file it, the copy is written to `tmp` and the phase `filing` is recorded. Then the copy is renamed into place,
    /// and only then the message is removed from the outbox. If the phase is recorded but the copy is not in `tmp`, it
    /// has been renamed already, or the sync has found it on the server and given it another name.
    ///
    /// A copy that `showSentCopy` has put into Sent is renamed instead, so that it can be uploaded.
    public func finish(_ id: DraftID, _ outcome: SentCopyOutcome, at now: Instant) throws(DraftError) {
        try changeOutboxMessage(id, at: now) { opened, item, sidecar throws(DraftError) -> Void? in
            guard sidecar.submission == .sent, sidecar.attempt != nil else { return }
            try files { () throws(FileError) in
                switch outcome {
                case .filed: try file(&item, &sidecar, opened, at: now)
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
                try opened.outbox.maildir.remove(item.entry)
                if let name = item.sidecarName { try opened.outbox.removeSidecar(name) }
                for version in try opened.versions.all() where version.draftID == id && version.reason == .queued {
                    try opened.versions.remove(version)
                }
            }
        }
    }

    /// Stores petrel's copy in Sent.
    private func file(
        _ item: inout DraftItem, _ sidecar: inout Sidecar, _ opened: Opened, at now: Instant
    ) throws(FileError) {
        guard var attempt = sidecar.attempt else { return }
        let message = DraftHeader.remove(from: try opened.outbox.contents(of: item))
        let copy = SentCopy(message, of: sidecar, in: try mail.makingMaildir(.sent), memory)
        let start = min(attempt.started, now)
        if attempt.phase != .filing {
            if try copy.awaited() == nil { try copy.stage() }
            attempt.phase = .filing
            sidecar.attempt = attempt
            try opened.outbox.write(sidecar)
            item.sidecar = sidecar
        } else if try copy.isPlaced(since: start, at: now) {
            // After a power loss, the copy may exist under both names.
            try copy.unstage()
        }
        if try copy.release() { return }
        if try copy.place() { return }
        // A copy that was shown and is neither there nor staged was renamed before. The user may have taken it since.
        if attempt.sentCopy?.isShown == true { return }
        if try !copy.isPlaced(since: start, at: now) {
            try copy.stage()
            try copy.placeStaged()
        }
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
                let message = DraftHeader.remove(from: try opened.outbox.contents(of: item))
                let copy = SentCopy(message, of: sidecar, in: sent)
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
