public import MailTypes

/// A search query. A message matches if all terms hold.
public struct MessageQuery: Hashable, Sendable {
    public var terms: [Term]

    /// Creates a query. Without terms, it matches all messages.
    public init(_ terms: [Term] = []) {
        self.terms = terms
    }

    public struct Term: Hashable, Sendable {
        public var criterion: Criterion
        public var isNegated: Bool

        public init(_ criterion: Criterion, isNegated: Bool = false) {
            self.criterion = criterion
            self.isNegated = isNegated
        }
    }

    public enum Criterion: Hashable, Sendable {
        /// Consecutive words in one field, or in any. With `isPrefix`, the last one matches words that begin with it.
        case words([[UInt8]], in: Field?, isPrefix: Bool)
        case mailbox(MailboxName, withChildren: Bool)
        case account(String)
        case hasAttachment
        /// At least one of the flags is set.
        case flags(MaildirFlags)
        /// The date is this or later.
        case since(Instant)
        /// The size in bytes is greater than this.
        case larger(Int)
        case thread(ThreadID)
    }

    /// The field in which words are searched.
    public enum Field: String, Hashable, Sendable {
        case subject, from, to, cc, body
        /// The filenames of attachments.
        case name

        /// The column in the full-text table.
        var column: String {
            switch self {
            case .subject: "subject"
            case .from: "sender"
            case .to: "recipient"
            case .cc: "copied"
            case .body: "body"
            case .name: "attachment"
            }
        }
    }
}

/// Why a query is invalid and how to correct it.
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
}
