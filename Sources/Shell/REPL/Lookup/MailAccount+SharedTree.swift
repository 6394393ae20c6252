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

/// The files of mbsync outside Maildirs. mbsync 1.5 looks for them in the XDG directories first; earlier versions know only
/// the home directory.
struct MbsyncFiles {
    private let user: Path
    private let configurations: [Path]
    private let states: Path

    /// Returns `nil` if there is no home directory.
    init?(_ home: Home) {
        guard let user = home.userDirectory, let configuration = home.userConfiguration, let state = home.userState
        else { return nil }
        self.user = user
        configurations = [configuration / "isyncrc", user / ".mbsyncrc"]
        let modern = state / "isync"
        let exists = (try? Directory.open(modern, on: home.system)) != nil
        states = exists ? modern : user / ".mbsync"
    }

    /// Returns how mbsync uses the tree by its configuration; `nil` if it does not.
    func use(of root: Directory) throws(FileError) -> MbsyncConfiguration.Use? {
        var found: [(file: String, use: MbsyncConfiguration.Use)] = []
        for path in configurations {
            guard let content = try? FileReading.contents(of: path, onlyRegular: true) else { continue }
            let name = shown(path)
            if let use = MbsyncConfiguration(content, user: user, states: states, file: name).use(of: root.path) {
                found.append((name, try use.checked(against: root)))
            }
        }
        guard let first = found.first else { return nil }
        if found.count > 1, !first.use.agrees(with: found[1].use) {
            return first.use.adding(
                "\(first.file) and \(found[1].file) both have this Maildir, in different ways, and each version of mbsync "
                    + "reads another one. Keep one of them.")
        }
        return first.use
    }

    private func shown(_ path: Path) -> String {
        let prefix = user.bytes + [0x2F]
        guard path.bytes.starts(with: prefix) else { return path.description }
        return "~/" + Path(path.bytes.dropFirst(prefix.count)).description
    }
}
