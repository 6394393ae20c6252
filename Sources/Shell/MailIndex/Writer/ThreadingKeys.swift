internal import Conversations
internal import Digest
internal import InternetMessage
internal import MailTypes

/// The hashed identifiers and subject that determine a message's conversation. Hash collisions are harmless: a message
/// can join any conversation anyway by referring to one of its messages.
struct ThreadingKeys: Hashable, Sendable {
    /// The message's own identifier first, derived from its content if it has none.
    var ids: [UInt64]
    /// The hash of the base subject; 0 if that is empty.
    var subject: UInt64
    init(ids: [UInt64], subject: UInt64) {
        self.ids = ids
        self.subject = subject
    }

    init(_ header: Header, _ messageID: MessageID?, _ hash: ContentHash) {
        let own = messageID.map(Self.hash) ?? hash.low
        ids = [own]
        var known = Set(ids)
        for id in ThreadLinks(header).ids.lazy.map(XXH3.hash64) where known.insert(id).inserted { ids.append(id) }
        let base = BaseSubject.of(header.subject ?? "")
        subject = base.isEmpty ? 0 : max(1, XXH3.hash64(base))
    }

    static func hash(_ id: MessageID) -> UInt64 {
        XXH3.hash64(Array(id.text.utf8))
    }
}
