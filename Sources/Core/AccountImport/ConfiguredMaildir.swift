/// A Maildir that another program keeps in sync.
public struct ConfiguredMaildir: Sendable {
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
