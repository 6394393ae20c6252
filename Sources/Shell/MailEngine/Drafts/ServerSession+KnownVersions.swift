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
        var found: [UID] = []
        var others: [UID] = []
        var octets: [UInt8] = []
        try await run { () async throws(IMAPClientError) in
            try await client.fetch(FetchCommand(UIDSet(known.keys), [.flags, .content(.header)])) { event in
                switch event {
                case .content(.begin): octets = []
                case .content(.octets(let piece)):
                    octets += piece.prefix(Self.longestHeader - min(octets.count, Self.longestHeader))
                case .content(.end), .vanished: break
                case .message(let message):
                    guard let uid = message.uid, known[uid] != nil else { return }
                    for part in message.details?.contents ?? [] {
                        if case .octets(let whole) = part.value { octets = Array(whole.prefix(Self.longestHeader)) }
                    }
                    if let id = DraftHeader.draft(of: Message(octets)) {
                        if draft ?? id == id { found.append(uid) }
                    } else {
                        others.append(uid)
                    }
                    octets = []
                }
            }
        }
        return UIDSet(found).union(try await messages(among: known.filter { others.contains($0.key) }))
    }

    /// Returns those of these messages of the selected mailbox that have this content.
    private func messages(among known: [UID: ContentDigest]) async throws(SyncFailure) -> UIDSet {
        guard !known.isEmpty else { return UIDSet() }
        var found: [UID] = []
        var octets: [UInt8] = []
        try await run { () async throws(IMAPClientError) in
            try await client.fetch(FetchCommand(UIDSet(known.keys), [.flags, .content(.whole)])) { event in
                switch event {
                case .content(.begin): octets = []
                case .content(.octets(let piece)): if octets.count < Self.largestMessage { octets += piece }
                case .content(.end), .vanished: break
                case .message(let message):
                    guard let uid = message.uid else { return }
                    for part in message.details?.contents ?? [] {
                        if case .octets(let whole) = part.value { octets = whole }
                    }
                    if let digest = known[uid], ContentDigest(SHA256.digest(ofMessage: octets)) == digest {
                        found.append(uid)
                    }
                    octets = []
                }
            }
        }
        return UIDSet(found)
    }
}
