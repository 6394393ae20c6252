internal import Accounts
internal import Disk
internal import MaildirStore

extension Console {
    /// Restricts what this process can change to the home and the mail of these accounts. Must be called before the process
    /// starts a thread. Does nothing at the prompt, which runs editors and writes files wherever the user wishes.
    func enterSandbox(for accounts: [MailAccount] = []) {
        guard let restrict, session == nil else { return }
        guard !accounts.isEmpty, let home = try? home() else { return restrict(Self.devices, nil) }
        // They must exist to be allowed.
        for place in [Home.Place.data, .index, .records, .runtime] { _ = try? home.makingDirectory(place) }
        // The mail of all accounts may be a link to another place, in which a new account has no directory yet.
        let own = [home.configuration, home.data, home.data / "mail", home.state, home.cache, home.runtime]
        restrict(Self.devices + own + accounts.flatMap(\.changedDirectories), home.path(of: .index))
    }

    /// What is used to start programs and to ask for a password.
    private static var devices: [Path] { ["/dev/null", "/dev/tty"].map { Path($0) } }
}

extension MailAccount {
    /// The directories outside of the home in which a sync of the account makes changes: the mail, if `maildir` or a symbolic
    /// link names another place, and the records of mbsync.
    var changedDirectories: [Path] {
        let mail = try? mail()
        let root = configuration.maildir ?? home.path(of: .mail(name))
        guard case .files(let prefix, _)? = mail?.sharing?.place, let slash = prefix.bytes.lastIndex(of: 0x2F) else {
            return [root]
        }
        return [root, Path(prefix.bytes[...slash])]
    }
}
