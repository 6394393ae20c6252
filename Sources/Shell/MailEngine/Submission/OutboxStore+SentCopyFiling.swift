internal import Accounts
internal import Disk
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform

/// Stores the copies of sent messages in Sent, unless the provider does so.
extension OutboxStore {
    /// What was done about the copy of a message.
    enum SentCopyStep: Hashable, Sendable {
        /// petrel has stored the copy, which is to be uploaded.
        case filed
        /// The server's copy is in Sent.
        case found
        /// The server may still store the copy. `isUnanswered`: whether it is unknown if it ever does.
        case awaited(isUnanswered: Bool)
    }

    /// How long to wait for the copy of a server of which it is unknown whether it stores one, in whole seconds.
    private static let probeTime: Int64 = 2

    /// Stores the copy of a sent message in Sent, unless there is one, and removes the message from the outbox. While
    /// petrel waits for the server's copy, its own one is in Sent but not uploaded. `isSentFresh`: whether Sent was just
    /// synced.
    @discardableResult
    func fileSentCopy(of item: DraftItem, isSentFresh: Bool) throws(DraftError) -> SentCopyStep {
        guard let id = item.draftID, let attempt = item.sidecar?.attempt else { return .found }
        let now = clock.now()
        if attempt.phase == .filing {
            try store.finish(id, .filed, at: now)
            return .filed
        }
        let record = filing == .client ? SentCopyPolicyRecord() : store.sentFiling(with: server)
        let answer = filing == .unknown ? record.answer : nil
        let found: SentCopySearch?
        do throws(FileError) {
            found = try store.searchSentCopies(of: item, at: now)
        } catch  where error.isMissing {
            // Another program has just removed the message.
            return .found
        } catch {
            throw .file(error)
        }
        guard let search = found else { return .found }
        if let other = search.other {
            if let step = try replace(id, search, other, record, at: now) { return step }
        }
        let age = now.seconds - (attempt.ended ?? attempt.started).seconds
        if search.isTaken {
            // What the user did with petrel's copy is done with the server's when it arrives.
            if isSentFresh, age >= SentCopyPolicyRecord.patience || age < 0 {
                try store.finish(id, .taken(nil), at: now)
                return .found
            }
            return .awaited(isUnanswered: false)
        }
        let patience: Int64
        switch (filing, answer) {
        case (.client, _), (.unknown, .client):
            try store.finish(id, .filed, at: now)
            return .filed
        case (.unknown, .trial): return try fileOnTrial(id, search, at: now)
        case (.unknown, nil): patience = Self.probeTime
        case (.unknown, .server), (.server, _): patience = SentCopyPolicyRecord.patience
        }
        if isSentFresh, age >= patience || age < 0 { return try fileOnTrial(id, search, at: now) }
        try store.showSentCopy(id, search, at: now)
        return .awaited(isUnanswered: filing == .unknown && answer == nil)
    }

    /// Removes the message from the outbox if another copy in Sent replaces petrel's. Returns `nil` if petrel stores its
    /// own nevertheless.
    private func replace(
        _ id: DraftID, _ search: SentCopySearch, _ other: SentCopySearch.Other, _ record: SentCopyPolicyRecord,
        at now: Instant
    ) throws(DraftError) -> SentCopyStep? {
        if search.isTaken {
            // If nothing was added to it, it may be petrel's own copy under another name.
            let isOfServer = other.synced != nil && !other.isWhole && !record.hasUploaded(search.content.messageID)
            try store.finish(id, isOfServer ? .taken(other) : .found(other, keepsBcc: false), at: now)
            return .found
        }
        let isClient = filing == .client || filing == .unknown && record.answer == .client
        if isClient, other.lacksBcc { return nil }
        if !isClient, isOfServer(other, search, record) { try note { $0.answer = .server } }
        if other.lacksBcc, filing == .unknown {
            // Its own copy alone has the Bcc field. The server's is moved to Trash when both are on the server.
            return try fileOnTrial(id, search, at: now, answer: nil)
        }
        try store.finish(id, .found(other, keepsBcc: other.lacksBcc), at: now)
        return .found
    }

    /// Whether a copy proves that the server stores copies by itself: it arrived from the server after the message was
    /// sent, and was not uploaded from here.
    private func isOfServer(
        _ other: SentCopySearch.Other, _ search: SentCopySearch, _ record: SentCopyPolicyRecord
    ) -> Bool {
        guard filing == .unknown, !search.isFirst, !isShared, other.synced != nil else { return false }
        return !record.hasUploaded(search.content.messageID)
    }

    /// Stores the copy, and records that the server may store another one later.
    private func fileOnTrial(
        _ id: DraftID, _ search: SentCopySearch, at now: Instant, answer: SentCopyPolicyRecord.Answer? = .trial
    ) throws(DraftError) -> SentCopyStep {
        let isAnswered = filing == .unknown && answer != nil
        let uid = search.other?.synced?.uid.rawValue ?? .max
        let copy = SentCopyPolicyRecord.Copy(
            search.content, of: id, behind: min(search.highestUID, uid - 1), filed: now)
        try note { record in
            if isAnswered { record.answer = answer }
            if let copy { record.expect(copy) }
        }
        try store.finish(id, .filed, at: now)
        return .filed
    }

    private func note(_ body: (inout SentCopyPolicyRecord) -> Void) throws(DraftError) {
        do throws(FileError) { try store.updateSentFiling(with: server, body) } catch { throw .file(error) }
    }
}

extension AccountConfiguration {
    /// The key under which petrel records whether the server stores copies in Sent itself.
    var sentFilingKey: String { smtpServers.first?.description ?? "-" }
}
