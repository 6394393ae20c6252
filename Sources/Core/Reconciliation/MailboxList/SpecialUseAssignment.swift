public import MailTypes

/// Determines which mailbox of an account is its Drafts, Sent, Trash and so on.
///
/// The user's choice takes precedence, then the server's attributes, then the mailbox names.
public struct SpecialUseAssignment: Hashable, Sendable {
    public let uses: [MailboxName: SpecialUse]

    /// `chosen`: the user's settings. A mailbox that is not listed is ignored.
    public init(_ listed: [MailboxListing], chosen: [SpecialUse: MailboxName] = [:]) {
        var uses: [MailboxName: SpecialUse] = [:]
        var taken: Set<SpecialUse> = []
        let mailboxes = listed.sorted { $0.name < $1.name }
        for use in SpecialUse.allCases {
            guard let name = chosen[use], uses[name] == nil, mailboxes.contains(where: { $0.name == name }) else {
                continue
            }
            uses[name] = use
            taken.insert(use)
        }
        for mailbox in mailboxes where mailbox.isSelectable {
            guard let use = mailbox.use, uses[mailbox.name] == nil, mailbox.name != .inbox else { continue }
            guard !taken.contains(use) || !Self.isOneOnly(use) else { continue }
            uses[mailbox.name] = use
            taken.insert(use)
        }
        // Folding the well-known names takes milliseconds, and on most servers there is nothing to find by them.
        let isComplete = SpecialUseNames.names.allSatisfy { taken.contains($0.use) }
        let others = isComplete ? [] : mailboxes.filter { $0.isSelectable && uses[$0.name] == nil && $0.name != .inbox }
        for (use, ranks) in others.isEmpty ? [] : SpecialUseNames.ranks where !taken.contains(use) {
            // Earlier names are more common. If several mailboxes match, the one nearest to the top level wins.
            let found = others.filter { uses[$0.name] == nil }.compactMap { mailbox in
                Self.ownName(mailbox.name).flatMap { ranks[$0] }.map { (rank: $0, mailbox: mailbox) }
            }
            let best = found.min {
                ($0.mailbox.name.components.count, $0.rank) < ($1.mailbox.name.components.count, $1.rank)
            }
            if let best { uses[best.mailbox.name] = use }
        }
        self.uses = uses
    }

    public subscript(_ name: MailboxName) -> SpecialUse? { uses[name] }

    /// Returns the mailbox with this use.
    public func mailbox(_ use: SpecialUse) -> MailboxName? {
        uses.keys.filter { uses[$0] == use }.min()
    }

    /// Returns how a sync plan treats a mailbox.
    public func kind(of name: MailboxName) -> ThreeWayMailboxState.Kind {
        switch uses[name] {
        case .trash: .trash
        case .flagged: .view(.flagged)
        case .all, .archive, .drafts, .important, .junk, .sent, nil: .mailbox
        }
    }

    /// Whether only one mailbox may have this use. If the server shows all mail in two mailboxes, neither is synced.
    private static func isOneOnly(_ use: SpecialUse) -> Bool {
        switch use {
        case .all, .flagged, .important: false
        case .archive, .drafts, .junk, .sent, .trash: true
        }
    }

    /// Returns the name to compare with the well-known names, folded: for a mailbox at the top level, or directly below
    /// INBOX or a container such as `[Gmail]`.
    private static func ownName(_ name: MailboxName) -> [UInt8]? {
        let components = name.components
        switch components.count {
        case 1:
            return SearchFold.folded(String(decoding: components[0], as: UTF8.self))
        case 2 where isContainer(components[0]):
            return SearchFold.folded(String(decoding: components[1], as: UTF8.self))
        default:
            return nil
        }
    }

    private static func isContainer(_ component: [UInt8]) -> Bool {
        component.elementsEqual("INBOX".utf8) || component.first == 0x5B && component.last == 0x5D
    }
}
