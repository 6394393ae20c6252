public import MailTypes

/// What a search looks for: conditions on messages, combined.
public indirect enum SearchQuery: Hashable, Sendable {
    case everything
    case matching(SearchCondition)
    case not(SearchQuery)
    /// All of the queries match. Without any, all messages do.
    case all([SearchQuery])
    /// At least one of the queries matches. Without any, no message does.
    case any([SearchQuery])
}

/// A condition that a message meets or not.
public enum SearchCondition: Hashable, Sendable {
    /// Consecutive folded words in one field, or in any. With `isPrefix`, the last one matches words that begin with it.
    case words([[UInt8]], in: SearchField?, isPrefix: Bool)
    /// The message is in this folder, or also in one inside it. Names are compared without case and accents.
    case folder(MailboxName, withSubfolders: Bool)
    /// The message is in this account. Names are compared without case and accents.
    case account(String)
    case hasAttachment
    /// At least one of the flags is set.
    case flags(MaildirFlags)
    /// The date is `from` or later, and before `until`; `nil` if there is no such limit.
    case date(from: Instant?, until: Instant?)
    /// The size in bytes is greater than this.
    case larger(Int)
    /// The size in bytes is less than this.
    case smaller(Int)
    case messageID(MessageID)
    /// The message is in the conversation with this number.
    case thread(UInt64)
}

/// A field in which words are searched.
public enum SearchField: String, Hashable, Sendable, CaseIterable {
    case subject, from, to, cc, bcc, body
    /// The filenames of attachments.
    case attachment
    /// The name of the mailing list [RFC 2919].
    case list
}

extension SearchQuery {
    /// Returns a query for the messages that match both.
    public func and(_ other: SearchQuery) -> SearchQuery {
        switch (self, other) {
        case (.everything, _): other
        case (_, .everything): self
        case (.all(let some), .all(let more)): .all(some + more)
        case (.all(let some), _): .all(some + [other])
        case (_, .all(let more)): .all([self] + more)
        default: .all([self, other])
        }
    }

    /// The conditions that every match meets because nothing is an alternative to them.
    public var requiredConditions: [SearchCondition] {
        switch self {
        case .matching(let condition): [condition]
        case .all(let queries): queries.flatMap(\.requiredConditions)
        case .everything, .not, .any: []
        }
    }

    /// All conditions, except those of messages that `not` excludes.
    public var wantedConditions: [SearchCondition] {
        switch self {
        case .matching(let condition): [condition]
        case .all(let queries), .any(let queries): queries.flatMap(\.wantedConditions)
        case .everything, .not: []
        }
    }

    /// The names of accounts in any part of the query.
    public var accountNames: [String] {
        switch self {
        case .matching(.account(let name)): [name]
        case .matching, .everything: []
        case .not(let query): query.accountNames
        case .all(let queries), .any(let queries): queries.flatMap(\.accountNames)
        }
    }

    /// Whether any part of the query names a folder.
    public var namesFolder: Bool {
        switch self {
        case .matching(.folder): true
        case .matching, .everything: false
        case .not(let query): query.namesFolder
        case .all(let queries), .any(let queries): queries.contains(where: \.namesFolder)
        }
    }
}
