internal import AccountImport
internal import Accounts
internal import Disk
internal import MailTypes
internal import SASL

/// The accounts that `setup --adopt` would add, compared with those that petrel has.
struct AccountImportPlan {
    let source: ImportableConfigurationFiles
    private(set) var accounts: [ImportedAccount] = []
    /// The files with addresses that are not in the settings yet.
    private(set) var newAddressBooks: [String] = []

    init(_ source: ImportableConfigurationFiles, besides known: [AccountConfiguration], _ settings: Settings) {
        self.source = source
        var names = Set(known.map(\.name))
        for found in source.findings.accounts {
            let name = Self.name(for: found, besides: names)
            var imported = ImportedAccount(found, named: name)
            if let existing = known.first(where: { Self.isSame($0, imported.account) }) {
                imported.status = .exists(existing.name)
            } else if imported.status == .new {
                let others = known + accounts.filter { $0.status == .new }.map(\.account)
                if let other = others.first(where: { Self.sharesMail($0, imported.account) }) {
                    imported.leaveMail(of: other.name)
                }
                names.insert(name)
            }
            accounts.append(imported)
        }
        let configured = Set((settings[.addressBooks] ?? "").split(separator: ":").map { String($0) })
        newAddressBooks = source.findings.addressBooks.filter { path in
            !path.utf8.contains(0x3A) && !configured.contains(path) && !configured.contains(shown(path))
        }
    }

    var new: [ImportedAccount] { accounts.filter { $0.status == .new } }

    /// What the first incomplete account lacks.
    var incompleteness: String? {
        accounts.lazy.compactMap { if case .incomplete(let sentence) = $0.status { sentence } else { nil } }.first
    }

    /// Returns a path with `~` for the home directory.
    func shown(_ path: String) -> String {
        let home = source.context.home
        return path.utf8.starts(with: (home + "/").utf8) ? "~" + path.dropFirst(home.count) : path
    }

    /// The same, in a sentence about a line of a file.
    func shown(_ note: ImportNote) -> String {
        "\(shown(note.place.file)), line \(note.place.line): \(note.sentence)"
    }

    // MARK: - Comparing

    /// Whether both are one account: they share an address and, if both name a server for reading, its host.
    private static func isSame(_ one: AccountConfiguration, _ other: AccountConfiguration) -> Bool {
        let addresses = Set(one.identities.map(\.address))
        guard other.identities.contains(where: { addresses.contains($0.address) }) else { return false }
        let hosts = Set(one.imapServers.map(\.host))
        return hosts.isEmpty || other.imapServers.isEmpty || other.imapServers.contains { hosts.contains($0.host) }
    }

    private static func sharesMail(_ one: AccountConfiguration, _ other: AccountConfiguration) -> Bool {
        guard let path = one.maildir?.resolved.bytes, let theirs = other.maildir?.resolved.bytes else { return false }
        return (path + [0x2F]).starts(with: theirs + [0x2F]) || (theirs + [0x2F]).starts(with: path + [0x2F])
    }

    /// Returns a valid name that no account has.
    private static func name(for found: ConfiguredAccount, besides taken: Set<AccountName>) -> AccountName {
        let allowed = found.name.utf8.map { byte in
            AccountName([0x61, byte]) == nil ? 0x2D : byte
        }
        let start = Array(allowed.drop { $0 == 0x2D || $0 == 0x2E }.prefix(56))
        let base = AccountName(start) ?? AccountName("mail") ?? .local
        if base != .local, !taken.contains(base) { return base }
        let text = base == .local ? "mail" : base.text
        let numbered = (1...(taken.count + 2)).lazy.compactMap { AccountName($0 == 1 ? text : "\(text)-\($0)") }
        return numbered.first { !taken.contains($0) } ?? base
    }
}
