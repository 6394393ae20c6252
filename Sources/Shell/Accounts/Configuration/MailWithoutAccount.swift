public import Disk

/// Mail in the home that belongs to no account, because the account's file was renamed or removed.
public struct MailWithoutAccount: Hashable, Sendable {
    /// The name that the account had.
    public let name: AccountName
    public let path: Path
    /// The number of messages in Drafts, and of those in the outbox.
    public let drafts: Int
    public let queued: Int

    public var hasUnsentMail: Bool { drafts > 0 || queued > 0 }
}

extension AccountConfigurationFiles {
    /// Returns the mail that belongs to no account, sorted by name. The account `local` needs no file.
    public func mailWithoutAccount() throws(FileError) -> [MailWithoutAccount] {
        let places = [home.data / "mail", home.data / "outbox"]
        var names: Set<AccountName> = []
        for place in places {
            guard let directory = try Directory.openIfPresent(place, on: home.system) else { continue }
            for name in try directory.unsortedNames() where try directory.status(of: name)?.kind == .directory {
                if let name = AccountName(name), name != .local, try !isConfigured(name) { names.insert(name) }
            }
        }
        if names.isEmpty { return [] }
        let used = try listing().accounts.map { DirectoryOverlap(mailPath(of: $0), on: home.system) }
        var found: [MailWithoutAccount] = []
        for name in names.sorted() {
            let path = home.path(of: .mail(name))
            let place = DirectoryOverlap(path, on: home.system)
            if used.contains(where: { $0.overlaps(place) }) { continue }
            let (drafts, queued) = try unsentMail(in: path, outboxes: places[1], of: name)
            found.append(MailWithoutAccount(name: name, path: path, drafts: drafts, queued: queued))
        }
        return found
    }

    /// Whether the account has a file, or is being removed.
    private func isConfigured(_ name: AccountName) throws(FileError) -> Bool {
        if try has(name) { return true }
        return try home.directory(.accounts)?.status(of: name.octets + Self.removing) != nil
    }

    private func unsentMail(
        in path: Path, outboxes: Path, of name: AccountName
    ) throws(FileError) -> (drafts: Int, queued: Int) {
        var (drafts, queued) = (0, 0)
        // The outbox is here if mbsync syncs the mail.
        if let outboxes = try Directory.openIfPresent(outboxes, on: home.system) {
            queued += try Self.count(in: outboxes, name.octets) { _ in true }
        }
        if let mail = try Directory.openIfPresent(path, on: home.system) {
            queued += try Self.count(in: mail, Array("Outbox".utf8)) { _ in true }
            drafts += try Self.count(in: mail, Array("Drafts".utf8)) { _ in true }
        }
        return (drafts, queued)
    }
}
