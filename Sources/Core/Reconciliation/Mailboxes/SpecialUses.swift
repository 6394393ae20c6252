public import MailTypes

/// Which mailbox of an account is which: its Drafts, Sent, Trash and so on. Each is one mailbox at most.
///
/// What the user says counts first, then what the server says, then the names.
public struct SpecialUses: Hashable, Sendable {
    public let uses: [MailboxName: SpecialUse]

    /// `chosen`: what the user set. A mailbox that is not listed is none.
    public init(_ listed: [ListedMailbox], chosen: [SpecialUse: MailboxName] = [:]) {
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
        for (use, names) in SpecialUseNames.names where !taken.contains(use) {
            // Earlier names are more usual; where two mailboxes have the same, the one higher up counts.
            let ranks = Dictionary(
                zip(names.map(SearchFold.folded), names.indices), uniquingKeysWith: { first, _ in first })
            let found = mailboxes.filter { $0.isSelectable && uses[$0.name] == nil }.compactMap { mailbox in
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

    /// The mailbox of that use.
    public func mailbox(_ use: SpecialUse) -> MailboxName? {
        uses.keys.filter { uses[$0] == use }.min()
    }

    /// What a mailbox is to a plan.
    public func kind(of name: MailboxName) -> MailboxMergeInput.Kind {
        switch uses[name] {
        case .trash: .trash
        case .flagged: .view(.flagged)
        case .all, .archive, .drafts, .important, .junk, .sent, nil: .mailbox
        }
    }

    /// A server that shows all mail twice is to have both left out.
    private static func isOneOnly(_ use: SpecialUse) -> Bool {
        switch use {
        case .all, .flagged, .important: false
        case .archive, .drafts, .junk, .sent, .trash: true
        }
    }

    /// The name by which a mailbox could be one of these, folded: at the top, or right below INBOX or below what is no
    /// mailbox of its own, such as `[Gmail]`.
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
