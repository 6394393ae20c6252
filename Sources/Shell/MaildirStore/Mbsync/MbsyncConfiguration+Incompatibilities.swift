public import Disk
internal import MailTypes

/// Why mbsync and petrel cannot both sync a tree. Each reason is a sentence with the line of the configuration, which says
/// what to change.
extension MbsyncConfiguration {
    /// `stores`: all that have the tree.
    func dangers(of stores: [Store], in tree: Path, hasSeveralPlaces: Bool) -> [String] {
        var dangers: [String] = []
        for (option, line) in globalHindrances + stores.flatMap(\.hindrances) {
            dangers.append("\(place(line)): mbsync uses \(option) for this Maildir, which petrel cannot. Remove it.")
        }
        for store in stores {
            if let name = inboxName(of: store, in: tree), name.isEmpty || name.contains(0x2F) {
                dangers.append(
                    "\(place(store.line)): mbsync has the INBOX outside this Maildir. Set Inbox to \(tree)/INBOX.")
            }
        }
        if let first = stores.first, stores.contains(where: { isUnlike($0, first, in: tree) }) {
            dangers.append(
                "\(place(stores[1].line)): mbsync has a second MaildirStore for this Maildir, with another layout. Remove it."
            )
        }
        let channels = channels(with: stores)
        for channel in channels { dangers += self.dangers(of: channel, stores) }
        if Set(channels.map(\.far.store)).count > 1 {
            dangers.append(
                "\(place(channels[1].line)): mbsync syncs this Maildir with more than one account. Give each its own.")
        }
        if hasSeveralPlaces {
            let line = stores.count > 1 ? stores[1].line : channels.count > 1 ? channels[1].line : 1
            dangers.append(
                "\(place(line)): mbsync keeps records of this Maildir in two places, and would double its mail. "
                    + "Use one MaildirStore and one SyncState for it.")
        }
        return dangers
    }

    private func place(_ line: Int) -> String { "\(file) line \(line)" }

    private func isUnlike(_ one: Store, _ other: Store, in tree: Path) -> Bool {
        Self.lowercased(one.layout) != Self.lowercased(other.layout)
            || inboxName(of: one, in: tree) != inboxName(of: other, in: tree)
    }

    private func dangers(of channel: Channel, _ used: [Store]) -> [String] {
        let name = String(decoding: channel.name, as: UTF8.self)
        var dangers: [String] = []
        if channel.far.mailbox != channel.near.mailbox {
            dangers.append(
                "\(place(channel.line)): mbsync's channel \(name) gives a mailbox another name here. Use the server's name on "
                    + "both sides.")
        }
        if used.contains(where: { $0.name == channel.far.store }) {
            dangers.append("\(place(channel.line)): mbsync's channel \(name) has this Maildir as Far. Let it be Near.")
        }
        // A limit of the channel replaces those of both stores.
        let ends = stores.filter { $0.name == channel.far.store || $0.name == channel.near.store }
        let sizes =
            channel.sizeLimit.map { [$0] } ?? (ends.compactMap(\.sizeLimit) + [global.sizeLimit].compactMap(\.self))
        if let limit = sizes.first(where: \.isLimit) {
            dangers.append(
                "\(place(limit.line)): with MaxSize, mbsync stores placeholders in place of large messages, and petrel would "
                    + "take them for mail. Remove it.")
        }
        if let limit = channel.countLimit ?? global.countLimit, limit.isLimit {
            dangers.append(
                "\(place(limit.line)): with MaxMessages, mbsync removes old messages here, and petrel would take them for "
                    + "deleted ones. Remove it.")
        }
        let expunge = channel.expunge ?? global.expunge
        let expunged = Set((expunge?.words ?? []).map(Self.lowercased))
        let transfers = ((channel.sync ?? global.sync)?.words ?? []).map(Self.lowercased)
        let onlyPulls = !transfers.isEmpty && transfers.allSatisfy { $0.hasPrefix("pull") }
        if !onlyPulls, expunged.isDisjoint(with: ["both", "far", "master"]) {
            dangers.append(
                "\(place(expunge?.line ?? channel.line)): mbsync's channel \(name) leaves deleted and moved mail on the "
                    + "server, and petrel would move it to Trash again. Write Expunge Both into the channel.")
        }
        return dangers
    }
}

extension MbsyncConfiguration.Use {
    /// Returns the use with a danger added if the tree already has another layout.
    public func checked(against root: Directory) throws(FileError) -> MbsyncConfiguration.Use {
        let wanted: String
        switch style {
        case .petrel, .verbatim: return self
        case .maildirPlusPlus:
            guard try Maildir(root) == nil, let inbox = try? root.directory(MailboxName.inbox.components[0]),
                try Maildir(inbox) != nil
            else { return self }
            wanted = "Maildir++"
        case .legacy:
            let own = try MailTree(root).mailboxes().contains { $0.directories.count > 1 }
            guard own, try MailTree.style(of: root) != .legacy else { return self }
            wanted = "Legacy"
        }
        let danger =
            "\(source): mbsync has SubFolders \(wanted), but this Maildir is laid out as Verbatim. Set SubFolders Verbatim."
        return adding(danger)
    }

    public func adding(_ danger: String) -> MbsyncConfiguration.Use {
        MbsyncConfiguration.Use(
            style: style, inboxName: inboxName, place: place, dangers: dangers + [danger], source: source)
    }

    /// Whether both lay out the tree in the same way, with the same records.
    public func agrees(with other: MbsyncConfiguration.Use) -> Bool {
        style == other.style && inboxName == other.inboxName && place == other.place && dangers == other.dangers
    }
}
