public import Disk
public import MailTypes

/// What petrel must know about a tree that mbsync syncs as well.
public struct MailTreeSharing: Sendable {
    /// Where mbsync keeps its records.
    public let place: MbsyncStateLocation
    private let base: MailTreeLayout
    private let memory: MbsyncLayoutFile

    init(_ use: MbsyncConfiguration.Use, _ memory: MbsyncLayoutFile) {
        place = use.place
        base = MailTreeLayout(use.style, inboxName: use.inboxName)
        self.memory = memory
    }

    public var layout: MailTreeLayout {
        var layout = base
        layout.aliases = memory.aliases
        return layout
    }

    /// Remembers that mbsync uses the tree, and the server's names of mailboxes that have a fixed name in petrel.
    public func remember(_ aliases: [MailboxName: MailboxName]) throws(FileError) {
        try memory.store(base, place, aliases)
    }

    public var isRemembered: Bool { memory.exists }

    /// Returns how mbsync used the tree when petrel last saw it.
    public static func remembered(in state: Directory) -> MbsyncConfiguration.Use? {
        MbsyncLayoutFile(state).use
    }

    /// Returns how mbsync uses a tree according to the files that it left there; `nil` if there are none.
    public static func traces(in root: Directory) throws(FileError) -> MbsyncConfiguration.Use? {
        var names: Set<[UInt8]> = []
        for place in [root, try? root.directory(MailboxName.inbox.components[0])] {
            for name in [LockedMbsyncState.stateName, LockedMbsyncState.counterName, LockedMbsyncState.databaseName]
            where try place?.status(of: name) != nil {
                names.insert(name)
            }
        }
        guard !names.isEmpty else { return nil }
        let hasRecord = names.contains(LockedMbsyncState.stateName)
        let dangers = [
            """
            mbsync has synced this Maildir, but petrel finds neither its configuration (~/.mbsyncrc) nor its records. If you \
            type mbsync -c FILE, put that file there: ln -s FILE ~/.mbsyncrc. If you no longer use mbsync, type: \
            find \(root.path) -name .uidvalidity -delete
            """
        ]
        return MbsyncConfiguration.Use(
            style: try MailTree.style(of: root), inboxName: nil, place: .mailbox, dangers: hasRecord ? [] : dangers)
    }
}
