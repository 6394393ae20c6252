public import MailTypes

/// What a client asks for; a value that `CommandEncoder` makes octets of [RFC 9051 §6].
///
/// Messages are named by UID alone: a sequence number changes while a command is on its way.
public enum Command: Hashable, Sendable {
    case capability
    case noop
    case logout
    case startTLS
    /// With the client's first response in base64, which only goes along where the server takes it [RFC 4959].
    case authenticate(mechanism: String, initialResponse: Base64Line?)
    /// The last resort, where there is no SASL mechanism that both know.
    case login(user: [UInt8], password: Password)
    case enable([Capability])
    case id([IDField])
    case namespace
    case list(ListCommand)
    case status(EncodedMailboxName, [StatusItem])
    case select(SelectCommand)
    case unselect
    /// Leaves the mailbox and expunges what is marked in it, unless it is read only.
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
    /// Only those of the set that are marked as deleted [RFC 4315 §2.1].
    case expunge(UIDSet)
    /// All that are marked as deleted, whoever marked them.
    case expungeAll
    case append(AppendCommand)
    /// In one step appends a message and removes another one [RFC 8508].
    case replace(UID, AppendCommand)
    case idle
    case notify(NotifyCommand)
    /// By DEFLATE, all that follows in both directions [RFC 4978].
    case compress
}

/// Octets that are never printed.
public struct Password: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    let octets: [UInt8]

    public init(_ octets: [UInt8]) {
        self.octets = octets
    }

    public var description: String { "<secret>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What a SASL mechanism says, as base64 in one line; never printed [RFC 4648 §4].
public struct Base64Line: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    let octets: [UInt8]

    /// No token of a provider is longer.
    public static let maximumLength = 65_536

    /// Empty stands for an empty response. `nil` for anything but base64.
    public init?(_ octets: [UInt8]) {
        guard octets.count <= Self.maximumLength, octets.count % 4 == 0 else { return nil }
        let digits = octets.prefix { $0.isLetter || $0.isDigit || $0 == ASCII.plus || $0 == 0x2F }
        guard octets.count - digits.count <= 2, octets[digits.count...].allSatisfy({ $0 == ASCII.equals }) else {
            return nil
        }
        self.octets = octets
    }

    /// Gives up the exchange [RFC 9051 §6.2.2].
    static let cancel = Base64Line(cancelling: ())

    private init(cancelling: Void) {
        octets = [ASCII.asterisk]
    }

    public var description: String { "<secret>" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The parameters of LIST [RFC 5258, RFC 5819].
public struct ListCommand: Hashable, Sendable {
    public var reference: [UInt8] = []
    /// May hold `*` and `%`.
    public var pattern: [UInt8] = [ASCII.asterisk]
    /// What is to come along; nothing is asked of a server that lacks LIST-EXTENDED.
    public var returnsSpecialUse = false
    public var returnsSubscribed = false
    public var returnsStatus: [StatusItem] = []

    public init() {}
}

/// What STATUS can be asked for.
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
        /// What vanished and what changed since, without a set of known UIDs: servers get that wrong.
        case qresync(UIDValidity, ModSequence)
    }

    public init(_ mailbox: EncodedMailboxName) {
        self.mailbox = mailbox
    }
}

/// UID STORE: flags are added or taken away, never replaced, since others set flags too [RFC 9051 §6.4.6].
public struct StoreCommand: Hashable, Sendable {
    public let uids: UIDSet
    public let change: Change
    /// Without `\Recent`, which nobody can set.
    public let flags: [Flag]
    /// Whether the server need not say what it then has.
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

/// APPEND, whose message follows it [RFC 9051 §6.3.12].
public struct AppendCommand: Hashable, Sendable {
    public let mailbox: EncodedMailboxName
    /// Of the message, in octets.
    public let size: Int
    public var flags: [Flag] = []
    public var internalDate: DateTime?

    public init(_ mailbox: EncodedMailboxName, size: Int) {
        self.mailbox = mailbox
        self.size = size
    }
}
