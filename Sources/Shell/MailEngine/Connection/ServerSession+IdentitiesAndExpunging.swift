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

    /// Expunges these messages of the selected mailbox and no others. Without UIDPLUS, messages that another client has
    /// marked as deleted lose the mark for that moment, as RFC 4315 §2.1 advises: a mark that an interrupted sync left
    /// would otherwise prevent every later deletion in the mailbox.
    func remove(_ uids: UIDSet) async throws(SyncFailure) {
        let client = client
        try await run { () async throws(IMAPClientError) in
            _ = try await client.store(StoreCommand(uids, .add, [.deleted]))
            if await client.capabilities.contains(.uidPlus) { return try await client.expunge(uids) }
            let others = try await client.search(SearchCommand(.flagged(.deleted))).subtracting(uids)
            if !others.isEmpty { _ = try await client.store(StoreCommand(others, .remove, [.deleted])) }
            try await client.run(.expungeAll)
            if !others.isEmpty { _ = try await client.store(StoreCommand(others, .add, [.deleted])) }
        }
    }
}
