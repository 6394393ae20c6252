public import MailTypes

/// What a list shows of a conversation.
public struct ThreadSummary: Sendable {
    /// What is known of one message of it.
    public struct Entry: Sendable {
        /// Tells messages of the same date apart.
        public let key: Int64
        /// When it was sent, or received where it does not say.
        public let date: Instant
        public let isRead: Bool
        /// The entries of its From field.
        public let from: [Address]
        public let subject: String
        /// As `Snippet.of` gives it.
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
    /// Who wrote, each address once, in the order of their first messages and with the name of their last one.
    public let participants: [Address]
    /// That of the latest message, or its subject where it has no text.
    public let snippet: String
    /// That of the earliest message.
    public let subject: String

    /// `nil` for no messages. Their order makes no difference.
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
