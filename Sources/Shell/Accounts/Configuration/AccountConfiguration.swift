public import Disk
public import MailTypes
public import SASL

/// The configuration of one account. Each account has a separate file, which users edit and which `account add`
/// creates.
public struct AccountConfiguration: Sendable {
    public let name: AccountName
    /// The addresses that the account sends from, the main one first. Empty only for an account without a server.
    public var identities: [Identity]
    /// The identifier of a known provider, which supplies the servers unless they are given.
    public var provider: String?
    public var imap: ServerURL?
    public var smtp: ServerURL?
    /// The user name for signing in, if it is not the main address.
    public var user: String?
    /// Where the secret comes from. With `nil`, the user is asked for it.
    public var secret: SecretSource?
    /// The certificate authorities to trust instead of the system's, for a server with a private authority.
    public var caFile: Path?
    public var window = MailWindow.standard
    /// The directory of the mail, if it is outside the home. Accounts must not share one.
    public var maildir: Path?
    public var sent = SentCopy.automatic
    /// The undo period in seconds, or `nil` to use the global setting.
    public var undo: UndoWindow?
    public var attachments = AttachmentFetching.textOnly
    /// How mail is signed and encrypted.
    public var security = MessageSecuritySettings()
    /// The same for other addresses than the main one, where it differs.
    public var securityOfIdentities: [EmailAddress: MessageSecuritySettings] = [:]

    public init(_ name: AccountName, identities: [Identity]) {
        self.name = name
        self.identities = identities
    }

    /// The account of a home without configured accounts.
    public static let local = AccountConfiguration(.local, identities: [])

    /// Whether this is the implicit account of a home whose user has not configured an address.
    public var isUnnamed: Bool { name == .local && identities.isEmpty }

    /// Returns how mail from an address is signed and encrypted.
    public func security(of address: EmailAddress?) -> MessageSecuritySettings {
        (address.flatMap { securityOfIdentities[$0] } ?? MessageSecuritySettings()).orElse(security)
    }

    /// Whether the account has a server. If only a secret is configured, the server is found by the address.
    public var hasServer: Bool { provider != nil || imap != nil || smtp != nil || secret != nil }
}

/// Where an account's password or token comes from. Secrets are never written to a configuration file.
public enum SecretSource: Hashable, Sendable {
    /// The first line of the output of a shell command.
    case passwordCommand(String)
    /// The first line of a file that only its owner can read.
    case passwordFile(Path)
    /// An entry in the desktop keyring.
    case keyring(KeyringAttributes)
    /// A token for OAUTHBEARER or XOAUTH2 [RFC 7628]: the first line of the output of a shell command.
    case tokenCommand(String)
    /// Tokens of a sign-in by petrel itself, in a browser [RFC 8252].
    case oauth(OAuthConfiguration)

    public var kind: Credentials.Kind {
        switch self {
        case .passwordCommand, .passwordFile, .keyring: .password
        case .tokenCommand, .oauth: .token
        }
    }
}

/// The age limit of the mail that is kept locally.
public enum MailWindow: Hashable, Sendable {
    case days(Int)
    case all

    public static let standard = MailWindow.days(30)

    /// Parses `all`, or a number of days from 1 to 36500 such as `30d`.
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

/// Who stores a copy of sent mail in the Sent mailbox on the server.
public enum SentCopy: String, CaseIterable, Sendable {
    /// petrel.
    case append
    /// Depends on the provider.
    case automatic = "auto"
    /// Determined by searching the Sent mailbox after sending.
    case probe
}

/// The length of the undo period in seconds.
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

/// Which parts of a message a sync downloads.
public enum AttachmentFetching: String, CaseIterable, Sendable {
    /// The text. Attachments are fetched on demand.
    case textOnly = "text"
    case all
}
