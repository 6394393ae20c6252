internal import IMAPProtocol
internal import MailClients
internal import MailTypes
internal import Reconciliation

/// Operations on messages of the selected mailbox.
extension ServerSession {
    /// Fetches the identities of messages of the selected mailbox.
    func identities(of uids: UIDSet) async throws(SyncFailure) -> [(uid: UID, identity: MessageIdentity)] {
        var found: [(uid: UID, identity: MessageIdentity)] = []
        var header: [UInt8] = []
        try await run { () async throws(IMAPClientError) in
            try await client.fetch(
                FetchCommand(uids, MessageIdentity.items)
            ) { event in
                switch event {
                case .content(.begin): header = []
                case .content(.octets(let octets)):
                    // A server may send more than the requested fields.
                    if header.count + octets.count <= MessageIdentity.longestHeader { header += octets }
                case .content(.end), .vanished: break
                case .message(let message):
                    guard let uid = message.uid, let identity = MessageIdentity(message, header: header) else { return }
                    found.append((uid, identity))
                }
            }
        }
        return found
    }

    /// Expunges these messages of the selected mailbox and no others. Without UIDPLUS this is possible only if no other
    /// message is marked as deleted. Otherwise the messages stay marked and are expunged later [RFC 4315 §2.1]; they
    /// are returned.
    @discardableResult
    func remove(_ uids: UIDSet) async throws(SyncFailure) -> UIDSet {
        let client = client
        return try await run { () async throws(IMAPClientError) in
            _ = try await client.store(StoreCommand(uids, .add, [.deleted]))
            if await client.capabilities.contains(.uidPlus) {
                try await client.expunge(uids)
                return UIDSet()
            }
            let marked = try await client.search(SearchCommand(.flagged(.deleted)))
            guard marked.subtracting(uids).isEmpty else { return marked.intersection(uids) }
            try await client.run(.expungeAll)
            return UIDSet()
        }
    }
}
