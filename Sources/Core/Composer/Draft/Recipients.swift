internal import InternetMessage
public import MailTypes

/// The recipients of a draft, by field.
public struct Recipients: Hashable, Sendable {
    /// A header field that contains addresses.
    public enum Field: String, CaseIterable, Sendable {
        case to, cc, bcc
        /// The addresses to which replies are sent.
        case replyTo
    }

    public var to: [Address] = [] { didSet { to = Self.carried(to) } }
    public var cc: [Address] = [] { didSet { cc = Self.carried(cc) } }
    public var bcc: [Address] = [] { didSet { bcc = Self.carried(bcc) } }
    public var replyTo: [Address] = [] { didSet { replyTo = Self.carried(replyTo) } }

    public init() {}

    public subscript(field: Field) -> [Address] {
        get {
            switch field {
            case .to: to
            case .cc: cc
            case .bcc: bcc
            case .replyTo: replyTo
            }
        }
        set {
            switch field {
            case .to: to = newValue
            case .cc: cc = newValue
            case .bcc: bcc = newValue
            case .replyTo: replyTo = newValue
            }
        }
    }

    /// All addresses that receive the message, in the order of the fields.
    public var all: [Address] { to + cc + bcc }

    public var isEmpty: Bool { to.isEmpty && cc.isEmpty && bcc.isEmpty && replyTo.isEmpty }

    /// Sanitizes the entries of a field. Duplicates of entries without a valid address are removed, and so are empty
    /// groups that also have members.
    private static func carried(_ addresses: [Address]) -> [Address] {
        let entries = addresses.compactMap(\.carried)
        let groups = Set(entries.filter { $0.email != nil }.compactMap(\.group))
        var told: Set<Address> = []
        return entries.filter { entry in
            if entry.isDeliverable { return true }
            if entry.isEmptyGroup, let group = entry.group, groups.contains(group) { return false }
            return told.insert(entry).inserted
        }
    }
}
