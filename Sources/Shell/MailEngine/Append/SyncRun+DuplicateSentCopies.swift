internal import Accounts
internal import Disk
internal import IMAPProtocol
internal import MailClients
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Reconciliation

/// Moves one of two copies of sent mail to Trash if the server has stored one by itself although petrel has uploaded its
/// own. A copy with another text always stays, and so do both if the account has no Trash.
extension SyncRun {
    /// `opened`: the mailboxes that this pass has opened.
    mutating func removeDoubledSentCopies(_ opened: [MailboxName]) async throws(SyncFailure) {
        guard opened.contains(.sent), let drafts = await store.drafts, let name = pass.listing.encoded(.sent) else {
            return
        }
        let key = account.sentFilingKey
        let former = drafts.sentFiling(with: key)
        let copies = former.copies
        guard !copies.isEmpty else { return }
        // The server may announce the messages that have arrived since only now.
        guard try await session.select(name, expecting: pass.plan.uidValidity(of: .sent)) != nil else { return }
        var doubled: Set<SentCopyPolicyRecord.Copy> = []
        var isByServer = false
        for copy in copies where !copy.isAmbiguous {
            guard let double = try await double(of: copy) else { continue }
            do throws(SyncFailure) {
                try await session.discard(double, to: trash)
            } catch {
                try noteRefusal(error, of: .sent)
            }
            doubled.insert(copy)
            let isUploaded = former.uploads.contains { $0.whole == double.other.content.whole }
            isByServer = isByServer || !isUploaded
        }
        let isShared = await store.isShared
        let isLearning = account.sentFiling == .unknown && !isShared
        let now = clock.now()
        try SyncFailure.file { () throws(FileError) in
            try drafts.updateSentFiling(with: key) { record in
                for copy in copies {
                    let isDoubled = doubled.contains(copy)
                    record.settle(
                        copy, isDoubled: isDoubled, isLearning: isLearning && (!isDoubled || isByServer), at: now)
                }
            }
        }
        if !doubled.isEmpty { pass.wantsAnother = true }
    }

    private var trash: EncodedMailboxName? {
        pass.listing.uses.mailbox(.trash).flatMap { pass.listing.encoded($0) }
    }

    /// How much larger a copy by the server may be, in bytes, because of the fields that it adds.
    private static let addedSize = 1 << 16
    /// More messages with the same Message-ID are not compared.
    private static let mostDoubles = 8
    /// By how much the server's clock may be ahead, in seconds.
    private static let clockDifference: Int64 = 10 * 60

    /// Returns the copies if the selected mailbox has one by petrel and one by the server.
    private func double(of copy: SentCopyPolicyRecord.Copy) async throws(SyncFailure) -> SentDouble? {
        let client = session.client
        let limit = max(0, copy.size &+ Self.addedSize)
        let found = try await session.run { () async throws(IMAPClientError) in
            try await client.search(SearchCommand(.header("Message-ID", Array(copy.messageID.text.utf8))))
        }
        guard found.count != 1, found.count <= Self.mostDoubles else { return nil }
        // A server that does not find petrel's copy does not find others either, so look at what came since.
        let first = UID(rawValue: copy.fence)?.next ?? .first
        let candidates = found.isEmpty ? UIDSet(first ... .last) : found
        let similar = try await session.identities(of: candidates).filter {
            $0.identity.messageID == copy.messageID && $0.identity.size <= limit
        }
        guard similar.count > 1, similar.count <= Self.mostDoubles else { return nil }
        let stored = try await session.storedCopies(UIDSet(similar.map(\.uid)), limit: limit).filter {
            $0.content.text == copy.text && !$0.flags.contains(.deleted)
        }
        guard let own = stored.last(where: { $0.content.whole == copy.whole }) else { return nil }
        let latest = copy.filed.seconds &+ SentCopyPolicyRecord.patience &+ Self.clockDifference
        let other = stored.first { candidate in
            guard candidate.uid != own.uid, candidate.uid.rawValue > copy.fence, let date = candidate.date else {
                return false
            }
            // A copy that the user has made has the same date, or a much later one.
            let isCopied = candidate.content.whole == copy.whole && date == own.date
            return !isCopied && date.seconds <= latest
        }
        guard let other else { return nil }
        return SentDouble(own: own, other: other)
    }
}

/// Two copies of a sent message on the server.
private struct SentDouble {
    /// petrel's.
    let own: StoredSentCopy
    let other: StoredSentCopy

    /// If only petrel's copy says who got the message by Bcc, it stays, otherwise the server's.
    var isOwnKept: Bool { own.content.hasBcc && !other.content.hasBcc }
    var kept: StoredSentCopy { isOwnKept ? own : other }
    var removed: StoredSentCopy { isOwnKept ? other : own }
}

private struct StoredSentCopy {
    let uid: UID
    let flags: FlagSet
    /// INTERNALDATE.
    let date: Instant?
    let content: SentCopyIdentity
}

extension ServerSession {
    /// Fetches messages of the selected mailbox. Those that are larger than `limit` are left out.
    fileprivate func storedCopies(_ uids: UIDSet, limit: Int) async throws(SyncFailure) -> [StoredSentCopy] {
        var found: [StoredSentCopy] = []
        var octets: [UInt8] = []
        var count = 0
        try await run { () async throws(IMAPClientError) in
            try await client.fetch(FetchCommand(uids, [.flags, .internalDate, .content(.whole)])) { event in
                switch event {
                case .content(.begin): (octets, count) = ([], 0)
                case .content(.octets(let piece)):
                    count += piece.count
                    if count <= limit { octets += piece }
                case .content(.end), .vanished: break
                case .message(let message):
                    guard let uid = message.uid, let flags = message.flags, !octets.isEmpty, count <= limit else {
                        return
                    }
                    found.append(
                        StoredSentCopy(
                            uid: uid, flags: flags, date: message.internalDate?.instant,
                            content: SentCopyIdentity(octets)))
                    octets = []
                }
            }
        }
        return found.sorted { $0.uid < $1.uid }
    }

    /// Adds the flags of the copy to be removed to the other one, and moves it to Trash. Without Trash, both stay.
    fileprivate func discard(_ double: SentDouble, to trash: EncodedMailboxName?) async throws(SyncFailure) {
        guard let trash else { return }
        let client = client
        let flags = double.removed.flags.flags.filter { $0 != .recent && !double.kept.flags.contains($0) }
        let (kept, removed) = (UIDSet(double.kept.uid), UIDSet(double.removed.uid))
        let hasMove = await client.capabilities.contains(.move)
        try await run { () async throws(IMAPClientError) in
            if !flags.isEmpty { _ = try await client.store(StoreCommand(kept, .add, flags)) }
            if hasMove {
                _ = try await client.move(removed, to: trash)
            } else {
                _ = try await client.copy(removed, to: trash)
            }
        }
        if !hasMove { try await remove(removed) }
    }
}
