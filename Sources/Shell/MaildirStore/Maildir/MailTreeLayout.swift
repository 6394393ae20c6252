public import MailTypes

/// How the names of mailboxes are stored as directories.
public struct MailTreeLayout: Hashable, Sendable {
    public enum Style: String, Hashable, Sendable {
        /// petrel's own: nested directories with decoded names.
        case petrel
        /// Nested directories with the server's names [mbsync(1), SubFolders Verbatim].
        case verbatim
        /// The INBOX is the tree itself; other mailboxes are directories `.Lists.Swift` in it.
        case maildirPlusPlus = "maildir++"
        /// Nested directories, which begin with a dot below the top level.
        case legacy
    }

    public let style: Style
    /// The directory of INBOX, except in Maildir++.
    public let inboxName: [UInt8]
    /// The server's names of mailboxes that have a fixed name in petrel.
    public var aliases: [MailboxName: MailboxName] = [:]

    public static let own = MailTreeLayout(.petrel)

    public init(_ style: Style, inboxName: [UInt8]? = nil) {
        self.style = style
        self.inboxName = inboxName ?? MailboxName.inbox.components[0]
    }

    /// Returns the components of the server's name of a mailbox, as mbsync writes them.
    public func components(of name: MailboxName) -> [[UInt8]] {
        (aliases[name] ?? name).components.map { ModifiedUTF7.encode($0) }
    }

    /// Whether the mailbox can be stored, so that mbsync recognizes it.
    public func canStore(_ name: MailboxName) -> Bool { directories(of: name) != nil }

    /// Returns the nested directories of a mailbox; `nil` if its name cannot be stored.
    func directories(of name: MailboxName) -> [[UInt8]]? {
        if style == .petrel {
            return name.components.enumerated().flatMap { index, component in
                MailboxDirectoryName.encode(component, isTopLevel: index == 0)
            }
        }
        let rest = components(of: name)[...]
        guard rest.allSatisfy({ Self.isStorable($0, in: style) }) else { return nil }
        let isInbox = rest.first == MailboxName.inbox.components[0]
        switch style {
        case .petrel, .verbatim:
            return isInbox ? [inboxName] + rest.dropFirst() : Array(rest)
        case .maildirPlusPlus:
            return name == .inbox ? [] : Self.maildirPlusPlusDirectory(rest).map { [$0] }
        case .legacy:
            let top = isInbox ? inboxName : rest[0]
            return [top] + rest.dropFirst().map { [0x2E] + $0 }
        }
    }

    private static let maximumLength = 255
    private static let subdirectories = ["cur", "new", "tmp"].map { Array($0.utf8) }

    private static func isStorable(_ component: [UInt8], in style: Style) -> Bool {
        guard component.count < maximumLength, !component.contains(where: { $0 < 0x20 || $0 == 0x2F || $0 == 0x7F })
        else { return false }
        switch style {
        case .petrel: return true
        case .verbatim, .legacy: return component.first != 0x2E && !subdirectories.contains(component)
        case .maildirPlusPlus: return !component.contains(0x2E)
        }
    }

    /// Returns the mailbox that is stored under these components of the server's name; `nil` if they stand for none.
    func mailbox(_ components: [[UInt8]]) -> MailboxName? {
        guard let name = MailboxName(components.map { ModifiedUTF7.decode($0) ?? $0 }) else { return nil }
        if let alias = aliases.first(where: { $0.value == name }) { return alias.key }
        // The mailbox with this fixed name is stored elsewhere.
        return aliases[name] == nil ? name : nil
    }

    /// Returns the directory of a mailbox in Maildir++; `nil` if its name is too long or has no components below INBOX.
    static func maildirPlusPlusDirectory(_ components: ArraySlice<[UInt8]>) -> [UInt8]? {
        let isBelowInbox = components.first == MailboxName.inbox.components[0]
        let joined = Array(components.dropFirst(isBelowInbox ? 1 : 0).joined(separator: [0x2E]))
        guard !joined.isEmpty, joined.count < maximumLength - 2 else { return nil }
        return (isBelowInbox ? [0x2E, 0x2E] : [0x2E]) + joined
    }

    /// Returns the components that a directory of Maildir++ stands for: `.Lists.Swift` is Lists/Swift.
    static func components(ofMaildirPlusPlus directory: [UInt8]) -> [[UInt8]]? {
        guard directory.first == 0x2E, directory.count > 1 else { return nil }
        let isBelowInbox = directory[1] == 0x2E
        let parts = directory.dropFirst(isBelowInbox ? 2 : 1).split(separator: 0x2E, omittingEmptySubsequences: false)
        guard !parts.contains(where: \.isEmpty) else { return nil }
        return (isBelowInbox ? MailboxName.inbox.components : []) + parts.map { Array($0) }
    }
}
