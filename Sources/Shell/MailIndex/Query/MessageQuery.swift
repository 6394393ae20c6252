public import MailTypes

/// What somebody looks for: all of its terms must hold.
public struct MessageQuery: Hashable, Sendable {
    public var terms: [Term]

    /// Without terms, all messages.
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
        /// Words next to each other, in one field or in any. The last one may be the beginning of a word.
        case words([[UInt8]], in: Field?, isPrefix: Bool)
        case mailbox(MailboxName, withChildren: Bool)
        case account(String)
        case hasAttachment
        /// Some of the flags are set.
        case flags(MessageFlags)
        /// The date is that one or later.
        case since(Instant)
        /// More octets than that.
        case larger(Int)
        case thread(ThreadID)
    }

    /// Where words are looked for.
    public enum Field: String, Hashable, Sendable {
        case subject, from, to, cc, body
        /// The names of attached files.
        case name

        /// Its column in the full-text table.
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

/// Why a query was not understood, and what could be typed instead.
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
}
