internal import Digest
internal import IMAPProtocol
internal import InternetMessage
internal import MailClients
internal import MailTypes
internal import MaildirStore
internal import SyncLedger

/// Checks that the messages of a server are the versions of drafts that petrel knows under their UIDs.
extension ServerSession {
    /// The number of header bytes that are examined.
    private static var longestHeader: Int { 1 << 16 }
    /// The size in bytes of a message above which its content is not compared, and counts as another.
    private static var largestMessage: Int { 1 << 26 }

    /// Returns those of these messages of the selected mailbox that petrel wrote, or whose content is the known one. A
    /// server that was restored from a backup may have given their UIDs to other messages, which must stay.
    ///
    /// `known`: the content of each message in the sync state. `draft`: the draft that petrel must have written; `nil`
    /// for any.
    func versions(
        among known: [UID: ContentDigest], of draft: DraftID? = nil
    ) async throws(SyncFailure) -> UIDSet {
        let drafts = try await fetch(.header, of: UIDSet(known.keys), limit: Self.longestHeader) { header in
            DraftHeader.draft(of: Message(header))
        }
        let own = drafts.filter { draft == nil ? $0.value != nil : $0.value == draft }
        // Another client may have kept petrel's fields, or the draft may have another ID here since a conflict.
        let others = UIDSet(drafts.keys).subtracting(UIDSet(own.keys))
        let contents = try await fetch(.whole, of: others, limit: Self.largestMessage) { octets in
            let content = PartialMessageMarkers.neutralizingForgery(in: octets).withoutTransferID
            return ContentDigest(SHA256.digest(ofMessage: content))
        }
        return UIDSet(own.keys).union(UIDSet(contents.filter { $0.value == known[$0.key] }.keys))
    }

    /// Returns the digests of messages of the selected mailbox.
    func digests(of uids: UIDSet) async throws(SyncFailure) -> [UID: ContentDigest] {
        try await fetch(.whole, of: uids, limit: Self.largestMessage) { octets in
            ContentDigest(SHA256.digest(ofMessage: octets))
        }.compactMapValues(\.self)
    }

    /// Fetches a section of each of these messages, at most `limit` bytes of it, and returns what `read` makes of it.
    private func fetch<Value: Sendable>(
        _ section: BodySection, of uids: UIDSet, limit: Int, _ read: @escaping @Sendable ([UInt8]) -> Value
    ) async throws(SyncFailure) -> [UID: Value] {
        guard !uids.isEmpty else { return [:] }
        var found: [UID: Value] = [:]
        var octets: [UInt8] = []
        try await run { () async throws(IMAPClientError) in
            try await client.fetch(FetchCommand(uids, [.flags, .content(section)])) { event in
                switch event {
                case .content(.begin): octets = []
                case .content(.octets(let piece)): octets += piece.prefix(limit - octets.count)
                case .content(.end), .vanished: break
                case .message(let message):
                    for part in message.details?.contents ?? [] {
                        if case .octets(let whole) = part.value { octets = Array(whole.prefix(limit)) }
                    }
                    if let uid = message.uid, uids.contains(uid) { found[uid] = read(octets) }
                    octets = []
                }
            }
        }
        return found
    }
}
