public import MailTypes
public import MaildirStore

/// The message files that a sync created and removed, so that they can be told from changes by other programs.
public struct FilesChangedBySync: Sendable {
    /// The files of messages that were fetched, in order of arrival, for each mailbox. At most `mostArrivals` in all.
    public private(set) var arrivals: [MailboxName: [Maildir.Entry]] = [:]
    /// The number of fetched messages.
    public private(set) var arrivalCount = 0
    private var names: [MailboxName: Set<Name>] = [:]
    private var nameCount = 0

    /// A first sync may fetch any number of messages.
    private static let mostArrivals = 1000
    private static let mostNames = 20_000

    private struct Name: Hashable {
        let octets: [UInt8]

        func hash(into hasher: inout Hasher) { hasher.combine(bytes: octets) }
    }

    init() {}

    mutating func note(_ entry: Maildir.Entry, in mailbox: MailboxName) {
        guard nameCount < Self.mostNames else { return }
        if names[mailbox, default: []].insert(Name(octets: entry.name.octets)).inserted { nameCount += 1 }
    }

    mutating func noteArrival(_ entry: Maildir.Entry, in mailbox: MailboxName) {
        arrivalCount += 1
        if arrivalCount <= Self.mostArrivals { arrivals[mailbox, default: []].append(entry) }
    }

    /// Whether the sync created or removed a file of this name.
    func contains(_ name: [UInt8], in mailbox: MailboxName) -> Bool {
        names[mailbox]?.contains(Name(octets: name)) ?? false
    }
}
