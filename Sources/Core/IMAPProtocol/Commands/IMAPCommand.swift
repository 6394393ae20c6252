public import MailTypes

/// An IMAP command, which `CommandEncoder` encodes [RFC 9051 §6].
///
/// Messages are identified by UID only, because sequence numbers may change while a command is in transit.
public enum IMAPCommand: Hashable, Sendable {
    case capability
    case noop
    case logout
    case startTLS
    /// AUTHENTICATE. An initial response in base64 requires SASL-IR [RFC 4959].
    case authenticate(mechanism: String, initialResponse: Base64Line?)
    /// The fallback if the server has no SASL mechanism that petrel supports.
    case login(user: [UInt8], password: Password)
    case enable([Capability])
    case id([IDField])
    case namespace
    case list(ListCommand)
    case status(EncodedMailboxName, [StatusItem])
    case select(SelectCommand)
    case unselect
    /// Leaves the mailbox and expunges all messages marked as deleted, unless the mailbox is read-only.
    case close
    case create(EncodedMailboxName, SpecialUse?)
    case delete(EncodedMailboxName)
    case rename(EncodedMailboxName, to: EncodedMailboxName)
    case subscribe(EncodedMailboxName)
    case unsubscribe(EncodedMailboxName)
    case search(SearchCommand)
    case fetch(FetchCommand)
    case store(StoreCommand)
    case copy(UIDSet, to: EncodedMailboxName)
    case move(UIDSet, to: EncodedMailboxName)
    /// Expunges those messages of the set that are marked as deleted [RFC 4315 §2.1].
    case expunge(UIDSet)
    /// Expunges all messages marked as deleted, including those marked by other clients.
    case expungeAll
    case append(AppendCommand)
    /// Appends a message and removes another in one step [RFC 8508].
    case replace(UID, AppendCommand)
    case idle
    case notify(NotifyCommand)
    /// Compresses everything that follows in both directions with DEFLATE [RFC 4978].
    case compress
}

/// A password, which is never printed.
public struct Password: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    let octets: [UInt8]

    public init(_ octets: [UInt8]) {
        self.octets = octets
    }

    public var description: String { "<secret>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A base64 line of a SASL exchange, which is never printed [RFC 4648 §4].
public struct Base64Line: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    let octets: [UInt8]

    /// Longer than the tokens of any provider.
    public static let maximumLength = 65_536

    /// Creates a line from base64. Empty input is an empty response. Returns `nil` if the input is not valid base64.
    public init?(_ octets: [UInt8]) {
        guard octets.count <= Self.maximumLength, octets.count % 4 == 0 else { return nil }
        let digits = octets.prefix { $0.isLetter || $0.isDigit || $0 == ASCII.plus || $0 == 0x2F }
        guard octets.count - digits.count <= 2, octets[digits.count...].allSatisfy({ $0 == ASCII.equals }) else {
            return nil
        }
        self.octets = octets
    }

    /// Cancels the exchange [RFC 9051 §6.2.2].
    static let cancel = Base64Line(cancelling: ())

    private init(cancelling: Void) {
        octets = [ASCII.asterisk]
    }

    public var description: String { "<secret>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The arguments of LIST [RFC 5258, RFC 5819].
public struct ListCommand: Hashable, Sendable {
    public var reference: [UInt8] = []
    /// The mailbox pattern, which may contain the wildcards `*` and `%`.
    public var pattern: [UInt8] = [ASCII.asterisk]
    /// The return options, each of which requires a capability of the server.
    public var returnsSpecialUse = false
    public var returnsSubscribed = false
    public var returnsStatus: [StatusItem] = []

    public init() {}
}

/// A data item that STATUS can request.
public enum StatusItem: String, CaseIterable, Hashable, Sendable {
    case messages = "MESSAGES"
    case uidNext = "UIDNEXT"
    case uidValidity = "UIDVALIDITY"
    case unseen = "UNSEEN"
    case highestModSequence = "HIGHESTMODSEQ"
    case size = "SIZE"
    case appendLimit = "APPENDLIMIT"
}

/// SELECT or EXAMINE [RFC 9051 §6.3.2, RFC 7162 §3.2.5].
public struct SelectCommand: Hashable, Sendable {
    public let mailbox: EncodedMailboxName
    public var isReadOnly = false
    public var resynchronization = Resynchronization.none

    public enum Resynchronization: Hashable, Sendable {
        case none
        case condStore
        /// Requests changes and vanished messages since the mod-sequence. Does not send a set of known UIDs, because
        /// servers mishandle it.
        case qresync(UIDValidity, ModSequence)
    }

    public init(_ mailbox: EncodedMailboxName) {
        self.mailbox = mailbox
    }
}

/// UID STORE. Flags are added or removed, but never replaced, because other clients change them too [RFC 9051 §6.4.6].
public struct StoreCommand: Hashable, Sendable {
    public let uids: UIDSet
    public let change: Change
    /// Without `\Recent`, which clients cannot set.
    public let flags: [Flag]
    /// Whether to suppress the FETCH responses with the new flags.
    public var isSilent = true

    public enum Change: Hashable, Sendable {
        case add
        case remove
    }

    public init(_ uids: UIDSet, _ change: Change, _ flags: [Flag]) {
        self.uids = uids
        self.change = change
        self.flags = flags.filter { $0 != .recent }
    }
}

/// APPEND. The message is sent after the command [RFC 9051 §6.3.12].
public struct AppendCommand: Hashable, Sendable {
    public let mailbox: EncodedMailboxName
    /// The size of the message in bytes.
    public let size: Int
    public var flags: [Flag] = []
    public var internalDate: DateTime?

    public init(_ mailbox: EncodedMailboxName, size: Int) {
        self.mailbox = mailbox
        self.size = size
    }
}
