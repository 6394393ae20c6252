public import SASL

/// A line of a configuration file, for messages.
public struct ConfigurationPlace: Hashable, Sendable {
    public let file: String
    /// From 1.
    public let line: Int

    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }
}

extension ConfigurationPlace: CustomStringConvertible {
    public var description: String { "\(file):\(line)" }
}

/// A line that petrel did not understand, or does not follow, and what that means. Contains no values of the line,
/// because they may be secrets.
public struct ImportNote: Hashable, Sendable {
    public let place: ConfigurationPlace
    public let sentence: String

    public init(_ place: ConfigurationPlace, _ sentence: String) {
        self.place = place
        self.sentence = sentence
    }
}

/// Where a program gets its password or token from.
public enum FoundSecret: Sendable {
    /// A shell command that prints the password.
    case command(String)
    /// A shell command that prints a token for XOAUTH2 or OAUTHBEARER.
    case tokenCommand(String)
    /// A file whose first line is the password.
    case file(String)
    /// The attributes of an entry in the desktop keyring.
    case keyring([(name: String, value: String)])
    /// The password itself.
    case plain(Secret)
}

/// A server as a program's configuration names it.
public struct FoundServer: Sendable {
    public enum Security: Sendable {
        case implicitTLS
        case startTLS
        /// The program does not encrypt the connection.
        case none
    }

    public var host: String
    /// `nil` for the usual port.
    public var port: Int?
    public var security: Security
    public var user: String?
    public var secret: FoundSecret?
    /// The file with the certificate authorities, if it is not the system's.
    public var caFile: String?
    public var place: ConfigurationPlace

    public init(host: String, port: Int? = nil, security: Security, place: ConfigurationPlace) {
        self.host = host
        self.port = port
        self.security = security
        self.place = place
    }

    /// The server as a URL, such as `imaps://imap.example.net:993`. petrel does not connect without TLS, so a server
    /// without it is written as one with STARTTLS.
    public func url(scheme: String) -> String {
        let host = self.host.utf8.contains(0x3A) ? "[\(self.host)]" : self.host
        return "\(scheme)\(security == .implicitTLS ? "s" : "")://\(host)\(port.map { ":\($0)" } ?? "")"
    }

    /// The host in lower case.
    var hostKey: String { host.lowercased() }
}

/// A Maildir that another program keeps in sync.
public struct FoundMaildir: Sendable {
    /// How folders within folders are stored.
    public enum Layout: Sendable {
        /// `Lists/Swift` is the directory `Lists/Swift`.
        case nested
        /// The program stores no folders within folders, or does not say how.
        case topLevelOnly
        /// `Lists/Swift` is the directory `.Lists.Swift` [Maildir++].
        case dotted
        /// `Lists/Swift` is the directory `Lists/.Swift`.
        case legacy
        /// `Lists/Swift` is one directory with this separator, such as `Lists.Swift`.
        case flattened(String)
    }

    /// A reason why the program's folders are not where petrel would look for them.
    public enum Obstacle: Hashable, Sendable {
        case layout(String)
        /// INBOX is in this directory, which is not the directory INBOX of the tree.
        case inboxElsewhere(String)
        /// A folder has another name here than on the server.
        case renamed(local: String, remote: String)
        /// All names are changed by a rule, in these words.
        case renamedByRule(String)
        /// The folders are in several trees; this is another one.
        case severalTrees(String)
        /// The program keeps only a part of the mail here, because of this option in this line.
        case limited(option: String, line: Int)
    }

    public var path: String
    public var layout: Layout
    /// The first reason why petrel cannot use the tree as it is; `nil` if it can.
    public var obstacle: Obstacle?
    /// The number of days of mail that the program keeps, if it is limited.
    public var days: Int?
    /// Whether names are stored as the server encodes them, in modified UTF-7, and petrel knows that from the same
    /// configuration.
    public var hasEncodedNames = false
    public var place: ConfigurationPlace

    public init(path: String, layout: Layout, obstacle: Obstacle? = nil, place: ConfigurationPlace) {
        self.path = path
        self.layout = layout
        self.place = place
        self.obstacle = obstacle ?? Self.obstacle(of: layout)
    }

    private static func obstacle(of layout: Layout) -> Obstacle? {
        switch layout {
        case .nested, .topLevelOnly: nil
        case .dotted: .layout("folders are directories such as .Lists.Swift (Maildir++)")
        case .legacy: .layout("folders within folders are directories such as Lists/.Swift (SubFolders Legacy)")
        case .flattened(let separator):
            .layout("folders within folders are directories such as Lists\(separator)Swift")
        }
    }
}

/// An address that a program sends from.
public struct FoundIdentity: Hashable, Sendable {
    public var name: String?
    public var address: String

    public init(name: String?, address: String) {
        self.name = name
        self.address = address
    }

    var key: String { address.lowercased() }
}

/// An account, from one program or combined from several.
public struct FoundAccount: Sendable {
    /// What the programs call it.
    public var name: String
    /// The main address first.
    public var identities: [FoundIdentity] = []
    public var imap: FoundServer?
    public var smtp: FoundServer?
    public var maildir: FoundMaildir?
    public var notes: [ImportNote] = []
    /// Where it was found, one place per program and file.
    public var places: [ConfigurationPlace]
    /// The account of msmtp that sends its mail.
    var sender: String?
    /// The name of the account in msmtp.
    var senderName: String?
    /// A directory with its mail, as a mail reader names it.
    var readFolder: String?
    var isDefault = false

    init(_ name: String, at place: ConfigurationPlace) {
        self.name = name
        places = [place]
    }
}

/// What was found in configuration files.
public struct ImportFindings: Sendable {
    public var accounts: [FoundAccount] = []
    /// What concerns no account in particular.
    public var notes: [ImportNote] = []
    /// Files with aliases or addresses, as absolute paths.
    public var addressBooks: [String] = []
    /// Files that these name and that were not among the input, as absolute paths.
    public var wanted: [String] = []
    /// The user's display name, if a program states it for all accounts.
    var name: String?

    public init() {}

    mutating func append(_ other: ImportFindings) {
        accounts += other.accounts
        notes += other.notes
        for path in other.addressBooks where !addressBooks.contains(path) { addressBooks.append(path) }
        for path in other.wanted where !wanted.contains(path) { wanted.append(path) }
        name = name ?? other.name
    }
}
