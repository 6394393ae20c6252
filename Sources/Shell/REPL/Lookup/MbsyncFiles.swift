internal import Accounts
internal import Disk
internal import MailTypes
internal import MaildirStore

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
