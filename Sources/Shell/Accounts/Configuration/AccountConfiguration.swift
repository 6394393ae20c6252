public import Disk
public import JSONText

/// What the user said about one account. It stands in a file of its own, which people edit and only `account add`
/// writes.
public struct AccountConfiguration: Sendable {
    public let name: AccountName
    /// The addresses that the account sends as, the main one first; none only for an account without a server.
    public var identities: [Identity]
    /// A word for a known provider, which says where the servers are unless they are named.
    public var provider: String?
    public var imap: ServerURL?
    public var smtp: ServerURL?
    /// Who signs in, where it is not the main address.
    public var user: String?
    /// `nil`: the secret is asked for.
    public var secret: SecretSource?
    /// Certificates to trust beside those of the system, for a server with an authority of its own.
    public var caFile: Path?
    public var window = MailWindow.standard
    /// Where the mail is, if not in the home. No two accounts share a place.
    public var maildir: Path?
    public var sent = SentCopy.automatic
    /// Seconds in which sending can be undone; `nil` leaves it to the settings.
    public var undo: UndoWindow?
    public var attachments = AttachmentFetching.textOnly
    /// What stands in the file and means nothing to this version.
    public var unknown = JSONObject([])

    public init(_ name: AccountName, identities: [Identity]) {
        self.name = name
        self.identities = identities
    }

    /// The account of a home that has none.
    public static let local = AccountConfiguration(.local, identities: [])

    /// Whether this is that of a home where nobody has said who writes.
    public var isUnnamed: Bool { name == .local && identities.isEmpty }

    /// Whether mail comes from a server or goes to one. A secret without a server means one that is found by the
    /// address.
    public var hasServer: Bool { provider != nil || imap != nil || smtp != nil || secret != nil }
}

/// Where an account's password or token comes from. None is ever written into a configuration file.
public enum SecretSource: Hashable, Sendable {
    /// The first line that a command prints, run by the shell.
    case passwordCommand(String)
    /// The first line of a file that only its owner may read.
    case passwordFile(Path)
    /// An entry of the desktop's keyring.
    case keyring(KeyringEntry)
    /// A token for OAUTHBEARER or XOAUTH2 [RFC 7628], the first line that a command prints.
    case tokenCommand(String)
    /// A sign-in of petrel's own with the provider that is named.
    case oauth(String)
}

/// How far back mail is kept here.
public enum MailWindow: Hashable, Sendable {
    case days(Int)
    case all

    public static let standard = MailWindow.days(30)

    /// `all`, or days from 1 to 36500 as `30d`.
    public init?(_ text: String) {
        if text.utf8.elementsEqual("all".utf8) {
            self = .all
            return
        }
        let digits = text.utf8.dropLast()
        guard text.utf8.last == 0x64, (1...5).contains(digits.count), digits.allSatisfy({ $0 &- 0x30 < 10 }),
            let days = Int(String(decoding: digits, as: UTF8.self)), (1...36_500).contains(days)
        else { return nil }
        self = .days(days)
    }

    public var text: String {
        switch self {
        case .days(let days): "\(days)d"
        case .all: "all"
        }
    }
}

/// Who puts a copy of sent mail into the Sent mailbox on the server.
public enum SentCopy: String, CaseIterable, Sendable {
    /// petrel does.
    case append
    /// As the provider is known to do it.
    case automatic = "auto"
    /// Found out by looking there after sending.
    case probe
}

/// The the length of the undo window in seconds.
public enum UndoWindow: Int, CaseIterable, Sendable {
    case none = 0
    case five = 5
    case ten = 10
    case fifteen = 15
    case thirty = 30

    public init?(_ text: String) {
        guard let match = Self.allCases.first(where: { String($0.rawValue).utf8.elementsEqual(text.utf8) }) else {
            return nil
        }
        self = match
    }

    public static let rule = "0, 5, 10, 15 or 30 seconds"
}

/// What a sync brings of a message.
public enum AttachmentFetching: String, CaseIterable, Sendable {
    /// Text; the rest when it is asked for.
    case textOnly = "text"
    case all
}
