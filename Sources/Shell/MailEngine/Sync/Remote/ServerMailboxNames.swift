internal import IMAPProtocol
public import MailTypes
internal import Reconciliation

/// The mailboxes of a server and their local names.
///
/// Drafts, Sent, Archive, Junk and Trash have fixed local names, whatever the server calls them, so that commands and
/// other programs can find them. If a server keeps all of the user's mailboxes below INBOX, the prefix is removed:
/// `INBOX.Lists` becomes `Lists` [RFC 2342].
struct ServerMailboxNames: Sendable {
    /// In order of their local names.
    private(set) var mailboxes: [MailboxListing]
    /// The index of each mailbox.
    private let indices: [MailboxName: Int]
    let uses: SpecialUseAssignment
    /// The server's names of mailboxes that have a fixed local name, if they differ.
    private(set) var aliases: [MailboxName: MailboxName] = [:]
    private let encoded: [MailboxName: EncodedMailboxName]
    private let separator: UInt8?
    /// The components of the prefix of the user's namespace.
    private let prefix: [[UInt8]]

    init(
        _ listed: [ListedMailbox], _ statuses: [MailboxStatus],
        in namespace: Namespaces.Namespace? = nil
    ) {
        let prefix = namespace.flatMap { Self.components(of: $0) } ?? []
        var numbers: [EncodedMailboxName: MailboxStatus] = [:]
        for status in statuses { if let name = status.name { numbers[name] = status } }
        var found: [MailboxListing] = []
        var names: [MailboxName: EncodedMailboxName] = [:]
        for mailbox in listed {
            guard let name = mailbox.name, let whole = name.name(separator: mailbox.separator) else { continue }
            let short = whole.without(prefix)
            let own = names[short] == nil ? short : whole
            guard names[own] == nil else { continue }
            names[own] = name
            found.append(
                MailboxListing(
                    own, use: mailbox.specialUses.min { $0.rawValue < $1.rawValue },
                    isSelectable: mailbox.isSelectable, status: numbers[name].flatMap { MailboxFingerprint($0) }))
        }
        let theirs = SpecialUseAssignment(found)
        var encoded: [MailboxName: EncodedMailboxName] = [:]
        var mailboxes: [MailboxListing] = []
        for mailbox in found {
            let use = theirs[mailbox.name]
            var name = mailbox.name
            if let own = use.flatMap(Self.ownName), names[own] == nil { name = own }
            encoded[name] = names[mailbox.name]
            if name != mailbox.name { aliases[name] = mailbox.name }
            mailboxes.append(
                MailboxListing(
                    name, use: use, isSelectable: mailbox.isSelectable, status: mailbox.status))
        }
        let sorted = mailboxes.sorted { $0.name < $1.name }
        self.mailboxes = sorted
        indices = Dictionary(sorted.indices.map { (sorted[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
        self.encoded = encoded
        uses = SpecialUseAssignment(mailboxes)
        separator = namespace?.separator ?? listed.lazy.compactMap(\.separator).first
        self.prefix = prefix
    }

    /// Returns the components of the namespace's prefix: `INBOX.` has the single component INBOX.
    private static func components(of namespace: Namespaces.Namespace) -> [[UInt8]]? {
        EncodedMailboxName(namespace.prefix)?.name(separator: namespace.separator)?.components
    }

    /// The local name of a mailbox with this special use; `nil` if it has no fixed name.
    private static func ownName(_ use: SpecialUse) -> MailboxName? {
        switch use {
        case .archive: .archive
        case .drafts: .drafts
        case .junk: .junk
        case .sent: .sent
        case .trash: .trash
        case .all, .flagged, .important: nil
        }
    }

    /// Returns the server's name of a mailbox, or the name that it would have. Returns `nil` if the server cannot have
    /// a mailbox with that name.
    func encoded(_ name: MailboxName) -> EncodedMailboxName? {
        if let known = encoded[name] { return known }
        let whole = name == .inbox ? name : MailboxName(prefix + name.components) ?? name
        return EncodedMailboxName(whole, separator: separator)
    }

    /// Treats mailboxes as names that only lead to others, so that they are not synced.
    mutating func leaveOut(_ names: Set<MailboxName>) {
        for index in mailboxes.indices where names.contains(mailboxes[index].name) {
            mailboxes[index].isSelectable = false
        }
    }

    func listed(_ name: MailboxName) -> MailboxListing? {
        indices[name].map { mailboxes[$0] }
    }

    /// Whether the server lists a mailbox with this name that can have messages.
    func selectable(_ name: MailboxName) -> Bool { listed(name)?.isSelectable ?? false }

    /// Returns how a plan treats a mailbox. If the server's archive is a view of all mail, it is not synced, and the
    /// local archive is separate from it.
    func kind(of name: MailboxName) -> ThreeWayMailboxState.Kind {
        if name == .archive, listed(name) == nil, let all = uses.mailbox(.all) { return .archive(server: all) }
        return uses.kind(of: name)
    }
}

extension MailboxFingerprint {
    /// Returns `nil` if the server did not report UIDVALIDITY or the number of messages.
    init?(_ status: MailboxStatus) {
        guard let validity = status.uidValidity, let messages = status.messages else { return nil }
        self.init(
            uidValidity: validity, uidNext: status.uidNext, messages: Int(messages),
            unseen: status.unseen.map { Int($0) }, highestModSequence: status.highestModSequence)
    }
}

extension MailboxName {
    /// Returns the name without the prefix. Returns the whole name if it does not have the prefix, or if the rest would
    /// be INBOX.
    fileprivate func without(_ prefix: [[UInt8]]) -> MailboxName {
        guard !prefix.isEmpty, components.starts(with: prefix),
            let rest = MailboxName(Array(components.dropFirst(prefix.count))), rest != .inbox
        else { return self }
        return rest
    }
}

extension MailboxName {
    /// Whether petrel needs the mailbox itself, so that it counts as there before it is made.
    public var hasSpecialUse: Bool { [.inbox, .drafts, .sent, .archive, .junk, .trash].contains(self) }
}
