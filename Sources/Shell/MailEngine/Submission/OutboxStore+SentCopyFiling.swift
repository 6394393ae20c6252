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

    /// Stores the copies of sent messages in Sent, unless there are others, and removes the messages from the outbox. While
    /// petrel waits for the server's copy, its own one is in Sent but not uploaded. `isSentFresh`: whether Sent was just
    /// synced.
    func fileSentCopies(of items: [DraftItem], isSentFresh: Bool) throws(DraftError) -> [SentCopyStep] {
        guard !items.isEmpty else { return [] }
        let now = clock.now()
        let listing: SentListing
        do throws(FileError) { listing = try store.listSent(for: items, at: now) } catch { throw .file(error) }
        var (steps, outcomes): ([SentCopyStep], [(id: DraftID, outcome: SentCopyOutcome)]) = ([], [])
        for item in items {
            guard let id = item.draftID else { continue }
            let decision = try decide(about: item, id, in: listing, isSentFresh: isSentFresh, at: now)
            steps.append(decision.step)
            if let outcome = decision.outcome { outcomes.append((id, outcome)) }
        }
        try finish(outcomes, at: now)
        return steps
    }

    private func finish(
        _ outcomes: [(id: DraftID, outcome: SentCopyOutcome)], at now: Instant
    ) throws(DraftError) {
        do throws(DraftError) {
            try store.finish(outcomes, at: now)
        } catch {
            guard outcomes.count > 1 else { throw error }
            // The reason may be a single message. Those before it need not wait for it.
            for one in outcomes { try store.finish([one], at: now) }
        }
    }

    /// What is to be done about a copy, and what becomes of the message; `nil` if it stays in the outbox.
    private struct Decision {
        let step: SentCopyStep
        var outcome: SentCopyOutcome?
    }

    private func decide(
        about item: DraftItem, _ id: DraftID, in listing: SentListing, isSentFresh: Bool, at now: Instant
    ) throws(DraftError) -> Decision {
        guard let attempt = item.sidecar?.attempt else { return Decision(step: .found) }
        if attempt.phase == .filing { return Decision(step: .filed, outcome: .filed) }
        let record = filing == .client ? SentCopyPolicyRecord() : store.sentFiling(with: server)
        let answer = filing == .unknown ? record.answer : nil
        let found: SentCopySearch?
        do throws(FileError) {
            found = try store.searchSentCopies(of: item, in: listing, at: now)
        } catch  where error.isMissing {
            // Another program has just removed the message.
            return Decision(step: .found)
        } catch {
            throw .file(error)
        }
        guard let search = found else { return Decision(step: .found) }
        if let other = search.other, let decision = try replace(id, search, other, record, at: now) { return decision }
        let age = now.seconds - (attempt.ended ?? attempt.started).seconds
        if search.isTaken {
            // What the user did with petrel's copy is done with the server's when it arrives.
            if isSentFresh, age >= SentCopyPolicyRecord.patience || age < 0 {
                return Decision(step: .found, outcome: .taken(nil))
            }
            return Decision(step: .awaited(isUnanswered: false))
        }
        let patience: Int64
        switch (filing, answer) {
        case (.client, _), (.unknown, .client): return Decision(step: .filed, outcome: .filed)
        case (.unknown, .trial): return try fileOnTrial(id, search, at: now)
        case (.unknown, nil): patience = Self.probeTime
        case (.unknown, .server), (.server, _): patience = SentCopyPolicyRecord.patience
        }
        if isSentFresh, age >= patience || age < 0 { return try fileOnTrial(id, search, at: now) }
        try store.showSentCopy(id, search, at: now)
        return Decision(step: .awaited(isUnanswered: filing == .unknown && answer == nil))
    }

    /// Decides about a message of which there is another copy in Sent. Returns `nil` if petrel stores its own nevertheless.
    private func replace(
        _ id: DraftID, _ search: SentCopySearch, _ other: SentCopySearch.Other, _ record: SentCopyPolicyRecord,
        at now: Instant
    ) throws(DraftError) -> Decision? {
        if search.isTaken {
            // If nothing was added to it, it may be petrel's own copy under another name.
            let isOfServer = other.synced != nil && !other.isWhole && !record.hasUploaded(search.content.messageID)
            return Decision(step: .found, outcome: isOfServer ? .taken(other) : .found(other, keepsBcc: false))
        }
        let isClient = filing == .client || filing == .unknown && record.answer == .client
        if isClient, other.lacksBcc { return nil }
        if !isClient, isOfServer(other, search, record) { try note { $0.answer = .server } }
        if other.lacksBcc, filing == .unknown {
            // Its own copy alone has the Bcc field. The server's is moved to Trash when both are on the server.
            return try fileOnTrial(id, search, at: now, answer: nil)
        }
        return Decision(step: .found, outcome: .found(other, keepsBcc: other.lacksBcc))
    }

    /// Whether a copy proves that the server stores copies by itself: it arrived from the server after the message was
    /// sent, and was not uploaded from here.
    private func isOfServer(
        _ other: SentCopySearch.Other, _ search: SentCopySearch, _ record: SentCopyPolicyRecord
    ) -> Bool {
        guard filing == .unknown, !search.isFirst, !isShared, other.synced != nil else { return false }
        return !record.hasUploaded(search.content.messageID)
    }

    /// Decides to store petrel's copy, and records that the server may store another one later.
    private func fileOnTrial(
        _ id: DraftID, _ search: SentCopySearch, at now: Instant, answer: SentCopyPolicyRecord.Answer? = .trial
    ) throws(DraftError) -> Decision {
        let isAnswered = filing == .unknown && answer != nil
        let uid = search.other?.synced?.uid.rawValue ?? .max
        let copy = SentCopyPolicyRecord.Copy(
            search.content, of: id, behind: min(search.highestUID, uid - 1), filed: now)
        try note { record in
            if isAnswered { record.answer = answer }
            if let copy { record.expect(copy) }
        }
        return Decision(step: .filed, outcome: .filed)
    }

    private func note(_ body: (inout SentCopyPolicyRecord) -> Void) throws(DraftError) {
        do throws(FileError) { try store.updateSentFiling(with: server, body) } catch { throw .file(error) }
    }
}

extension AccountConfiguration {
    /// The key under which petrel records whether the server stores copies in Sent itself.
    var sentFilingKey: String { smtpServers.first?.description ?? "-" }
}
