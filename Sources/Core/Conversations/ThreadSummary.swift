public import MailTypes

/// A conversation as shown in a list.
public struct ThreadSummary: Sendable {
    /// A message of the conversation.
    public struct Entry: Sendable {
        /// Orders messages of the same date.
        public let key: Int64
        /// The date it was sent, or received if that is unknown.
        public let date: Instant
        public let isRead: Bool
        /// The entries of its From field.
        public let from: [Address]
        public let subject: String
        /// As returned by `Snippet.of`.
        public let snippet: String

        public init(key: Int64, date: Instant, isRead: Bool, from: [Address], subject: String, snippet: String) {
            self.key = key
            self.date = date
            self.isRead = isRead
            self.from = from
            self.subject = subject
            self.snippet = snippet
        }
    }

    public let latestDate: Instant
    public let messageCount: Int
    public let unreadCount: Int
    /// The senders, each address once, in the order of their first messages, with the name from their last one.
    public let participants: [Address]
    /// The snippet of the latest message, or its subject if it has no text.
    public let snippet: String
    /// The subject of the earliest message.
    public let subject: String

    /// Returns `nil` if there are no entries. Their order does not matter.
    public init?(_ entries: [Entry]) {
        let sorted = entries.sorted { ($0.date.seconds, $0.key) < ($1.date.seconds, $1.key) }
        guard let first = sorted.first, let last = sorted.last else { return nil }
        latestDate = last.date
        messageCount = sorted.count
        unreadCount = sorted.count { !$0.isRead }
        participants = Self.participants(sorted)
        snippet = last.snippet.isEmpty ? last.subject : last.snippet
        subject = first.subject
    }

    private static func participants(_ entries: [Entry]) -> [Address] {
        var places: [EmailAddress: Int] = [:]
        var result: [Address] = []
        for address in entries.lazy.flatMap(\.from) {
            guard let email = address.email else { continue }
            let name = address.name ?? ""
            if let place = places[email] {
                if !name.isEmpty { result[place] = Address(name: name, email: result[place].email) }
            } else {
                places[email] = result.count
                result.append(Address(name: name.isEmpty ? nil : name, email: email))
            }
        }
        return result
    }
}
