public import Disk
public import MailTypes
internal import SASL

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
