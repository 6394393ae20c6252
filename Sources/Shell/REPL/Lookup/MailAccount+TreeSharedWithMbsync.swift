internal import Accounts
internal import Disk
internal import MailTypes
internal import MaildirStore

/// Mail that mbsync syncs as well.
extension MailAccount {
    /// Returns the tree in its layout. If mbsync has begun to sync it, its outbox is moved out of it first.
    func tree(in root: Directory) throws(FileError) -> MailTree {
        // Mail can be read although petrel's own directory cannot. Syncing and sending need it.
        let existing = (try? home.directory(.state(name))) ?? nil
        let use = try useByMbsync(of: root, existing)
        // Reading mail creates nothing.
        guard let state = try use == nil ? existing : home.makingDirectory(.state(name)) else { return MailTree(root) }
        let outbox = OutboxPlace(in: try home.makingDirectory(.data), [Array("outbox".utf8), Array(name.text.utf8)])
        let tree = MailTree(root, usedAs: use, outbox: outbox, state: state)
        try tree.adopt(state: state)
        return tree
    }

    /// Returns how mbsync uses the tree: by its configuration, by what petrel remembers, or by the files that it left.
    private func useByMbsync(of root: Directory, _ state: Directory?) throws(FileError) -> MbsyncConfiguration.Use? {
        if let use = try MbsyncFiles(home)?.use(of: root) { return use }
        if let use = state.flatMap({ MailTreeSharing.remembered(in: $0) }) { return use }
        return try MailTreeSharing.traces(in: root)
    }
}
