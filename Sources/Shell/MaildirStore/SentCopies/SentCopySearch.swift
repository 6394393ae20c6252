public import Disk
public import MailTypes
internal import Outbox

/// What Sent has of a sent message that is still in the outbox.
public struct SentCopySearch: Sendable {
    /// A copy that petrel did not file: the server or another program stored it.
    public struct Other: Sendable {
        public internal(set) var entry: Maildir.Entry
        /// The message on the server; `nil` for a file that no sync of petrel has seen there.
        public let synced: SyncedFilename?
        /// Whether it is the same as petrel's, with Bcc and all fields.
        public let isWhole: Bool
        /// Whether petrel's copy has a Bcc field that this one lacks.
        public let lacksBcc: Bool
    }

    public internal(set) var other: Other?
    /// Whether this is the first search for the message.
    public internal(set) var isFirst = false
    /// Whether petrel has shown its copy before, and it is gone: the user has deleted or moved it.
    public internal(set) var isTaken = false
    /// Whether another message with the same Message-ID is in the outbox, or was in Sent before the server could store
    /// this one.
    public internal(set) var reusesMessageID = false
    /// The highest UID in Sent, except that of `other`; 0 if there is none.
    public internal(set) var highestUID: UInt32 = 0
    /// petrel's copy.
    public internal(set) var content: SentCopyIdentity
}

extension DraftStore {
    /// Looks for copies of a sent message in Sent. Another message with the same Message-ID is not a copy, and neither
    /// is a file that petrel has stored for another message.
    /// `listing`: of this and perhaps other messages.
    public func searchSentCopies(
        of item: DraftItem, in listing: SentListing, at now: Instant
    ) throws(FileError) -> SentCopySearch? {
        guard let sidecar = item.sidecar, let attempt = sidecar.attempt else { return nil }
        let message = DraftHeader.remove(from: try message(of: item, isInOutbox: true))
        var search = SentCopySearch(content: SentCopyIdentity(message))
        search.isFirst = attempt.sentCopy == nil
        // The server's copy may be that of another message with the same Message-ID, which also waits for it.
        let others = search.content.messageID.flatMap { listing.outbox[$0] }?.subtracting([sidecar.draftID]) ?? []
        search.reusesMessageID = !others.isEmpty || attempt.sentCopy?.reusesMessageID == true
        guard let sent = listing.maildir else { return search }
        let copy = SentCopy(message, of: sidecar, in: sent, memory)
        if attempt.sentCopy?.isShown == true { search.isTaken = try copy.awaited() == nil }
        let found = try copy.others(in: listing, since: sidecar.searchStart(at: now))
        search.other = found.first(where: \.isSame)?.other
        let rewritten = found.first { !$0.isSame && $0.other.synced != nil }
        if search.isFirst {
            // At this time, the server's copy cannot be here yet.
            if found.contains(where: { !$0.isSame }) { search.reusesMessageID = true }
        } else if search.other == nil, !search.reusesMessageID {
            // Some servers rewrite the text.
            search.other = rewritten?.other
        }
        search.highestUID = listing.highestUID(except: search.other?.entry)
        return search
    }
}
