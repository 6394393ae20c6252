public import MailTypes

/// What a server says [RFC 9051 §7].
public enum Response: Hashable, Sendable {
    /// An untagged status: OK, NO, BAD, PREAUTH or BYE.
    case status(StatusResponse)
    /// The answer that completes a command.
    case tagged(CommandTag, StatusResponse)
    /// A continuation request, with what follows its `+`.
    case continuation([UInt8])
    case capability(Capabilities)
    /// What an ENABLE has switched on.
    case enabled([[UInt8]])
    case list(ListedMailbox)
    case mailboxStatus(MailboxStatus)
    case search(SearchResult)
    /// The flags that a mailbox knows.
    case flags(FlagSet)
    case exists(UInt32)
    case recent(UInt32)
    /// The message with that sequence number is gone.
    case expunge(UInt32)
    /// Those messages are gone; `isEarlier` where they were before this session looked [RFC 7162 §3.2.10].
    case vanished(UIDSet, isEarlier: Bool)
    case fetch(FetchedMessage)
    case namespace(Namespaces)
    case id([IDField])
    /// What nobody here knows, kept whole.
    case unknown([UInt8])
}

/// A status with what it says to programs and to people [RFC 9051 §7.1].
public struct StatusResponse: Hashable, Sendable {
    public let condition: Condition
    public let code: ResponseCode?
    /// For people, from the server: octets of unknown origin and charset, not to be shown as they are.
    public let text: [UInt8]

    public enum Condition: Hashable, Sendable {
        case ok
        case no
        case bad
        case preauthenticated
        case bye
    }

    public init(_ condition: Condition, _ code: ResponseCode? = nil, text: [UInt8] = []) {
        self.condition = condition
        self.code = code
        self.text = text
    }
}

/// What a command is called by, and its answer too.
public struct CommandTag: Hashable, Sendable {
    public let octets: [UInt8]

    /// Of answers: whatever stands there.
    public init(_ octets: [UInt8]) {
        self.octets = octets
    }

    /// Of commands: `A7`.
    public init(_ number: Int) {
        octets = Array("A\(number)".utf8)
    }
}

extension CommandTag: CustomStringConvertible {
    public var description: String { String(decoding: octets, as: UTF8.self) }
}

/// A field of what client and server say of themselves [RFC 2971 §3.3].
public struct IDField: Hashable, Sendable {
    public let name: [UInt8]
    public let value: [UInt8]?

    public init(name: [UInt8], value: [UInt8]?) {
        self.name = name
        self.value = value
    }
}

/// Where a server keeps whose mailboxes [RFC 2342 §5].
public struct Namespaces: Hashable, Sendable {
    public let personal: [Namespace]
    public let otherUsers: [Namespace]
    public let shared: [Namespace]

    public struct Namespace: Hashable, Sendable {
        /// What the names begin with.
        public let prefix: [UInt8]
        public let separator: UInt8?

        public init(prefix: [UInt8], separator: UInt8?) {
            self.prefix = prefix
            self.separator = separator
        }
    }

    public init(personal: [Namespace] = [], otherUsers: [Namespace] = [], shared: [Namespace] = []) {
        self.personal = personal
        self.otherUsers = otherUsers
        self.shared = shared
    }
}
