public import Disk
public import MailTypes

/// Checks an account's store for problems and optionally repairs them.
///
/// Files that petrel does not recognize are not deleted by a repair, but moved to the directory `lost` in the account's
/// state directory.
public struct StoreCheck {
    let drafts: DraftStore
    let now: Instant
    let repairs: Bool
    private(set) var problems: [StoreProblem] = []

    public init(_ drafts: DraftStore, at now: Instant, repairs: Bool) {
        self.drafts = drafts
        self.now = now
        self.repairs = repairs
    }

    /// Returns all problems in the order found: mailboxes first, then drafts and outbox, then counters and contacts.
    public static func run(_ drafts: DraftStore, at now: Instant, repairs: Bool) throws(FileError) -> [StoreProblem] {
        var check = StoreCheck(drafts, at: now, repairs: repairs)
        try check.mailboxes()
        try check.draftsAndOutbox()
        try check.countersAndContacts()
        return check.problems
    }

    mutating func report(
        _ code: StoreProblem.Code, _ path: Path, _ sentence: String, isRepaired: Bool? = nil
    ) {
        problems.append(StoreProblem(code, path, sentence, isRepaired: isRepaired ?? repairs))
    }

    // MARK: - Mailboxes

    private mutating func mailboxes() throws(FileError) {
        for mailbox in try drafts.mail.mailboxes() {
            do throws(FileError) {
                guard let maildir = try drafts.mail.maildir(mailbox) else { continue }
                try checkUse(of: maildir, as: mailbox.name)
                // Drafts are read as a whole later.
                try check(maildir, reads: mailbox.name != .drafts)
            } catch {
                report(.unreadable, Path(error.subject), "\(error) Its mail is not visible.", isRepaired: false)
            }
        }
        if try drafts.mail.hasOutbox() { try check(drafts.mail.outbox(), reads: false) }
    }

    /// Reports a directory of which petrel sees nothing, because it uses another one for the same mailbox: for example
    /// `Inbox` beside `INBOX`.
    private mutating func checkUse(of maildir: Maildir, as name: MailboxName) throws(FileError) {
        let own = try maildir.directory.status()
        guard let used = try drafts.mail.maildir(name)?.directory, let status = try? used.status(),
            status.device != own.device || status.inode != own.inode
        else { return }
        report(
            .unusedMaildir, maildir.directory.path,
            "petrel uses \(used.path) for the folder \(name). It neither lists nor syncs the mail here. Rename this "
                + "directory, and it becomes another folder.", isRepaired: false)
    }

    /// With `reads`, the first byte of each message is read.
    private mutating func check(_ maildir: Maildir, reads: Bool) throws(FileError) {
        for name in ["cur", "new", "tmp"] where try maildir.directory.status(of: Array(name.utf8)) == nil {
            let path = maildir.directory.path / Array(name.utf8)
            if repairs { _ = try maildir.directory.makingDirectory(Array(name.utf8)) }
            report(.incompleteMaildir, path, "The directory is missing. Other mail programs need it.")
        }
        for name in ["cur", "new", "tmp"] {
            guard let status = try maildir.directory.status(of: Array(name.utf8)), status.kind != .directory else {
                continue
            }
            report(
                .incompleteMaildir, maildir.directory.path / Array(name.utf8),
                "This is not a directory, so the folder is not synced. Move it away, and put the directory back.",
                isRepaired: false)
        }
        var bases: [[UInt8]: Maildir.Entry] = [:]
        for entry in try maildir.entries() {
            guard let status = try maildir.status(of: entry) else { continue }
            let path = maildir.path(of: entry)
            guard status.kind == .file else {
                report(
                    .notAMessage, path, "This is not a file. petrel ignores it.",
                    isRepaired: false)
                continue
            }
            if status.size == 0 {
                report(
                    .emptyMessage, path, "This message is empty. Delete it if you do not need it.",
                    isRepaired: false)
            }
            do throws(FileError) {
                if reads { _ = try maildir.subdirectory(entry.place)?.contents(of: entry.name.octets, limit: 1) }
            } catch  where !error.isMissing {
                report(
                    .unreadable, path, "\(error) petrel can neither show nor search this message.", isRepaired: false)
            }
            if let other = bases.updateValue(entry, forKey: entry.name.base) {
                try doubled(entry, other, in: maildir)
            }
        }
        try leftovers(in: maildir)
    }

    private mutating func doubled(
        _ entry: Maildir.Entry, _ other: Maildir.Entry, in maildir: Maildir
    ) throws(FileError) {
        // A message that is being renamed may have been listed under both names.
        guard let one = try content(of: entry, in: maildir), let two = try content(of: other, in: maildir) else {
            return
        }
        // Equal content means an interrupted rename or a duplicate. Removing one of the two files loses nothing.
        let isSame = one == two
        // Some programs rename by linking the new name and then unlinking the old one, and may be between the two
        // steps.
        if isSame, try isRecent(entry, in: maildir) { return }
        let isRepaired = repairs && isSame ? try maildir.removeDouble(other, holding: two) : false
        report(
            .doubledName, maildir.path(of: entry),
            isSame ? "The same message is here twice." : "Another message has the same name. Both are kept.",
            isRepaired: isRepaired)
    }

    /// The number of seconds after which a rename by another program is considered finished.
    private static let settlingTime: Int64 = 2

    private func isRecent(_ entry: Maildir.Entry, in maildir: Maildir) throws(FileError) -> Bool {
        guard let changed = try maildir.status(of: entry)?.changed else { return true }
        return now.seconds - changed / 1_000_000_000 < Self.settlingTime
    }

    /// Returns the content of the file with exactly this name, or `nil` if there is no such file.
    private func content(of entry: Maildir.Entry, in maildir: Maildir) throws(FileError) -> [UInt8]? {
        guard let directory = maildir.subdirectory(entry.place) else { return nil }
        do throws(FileError) {
            guard try directory.status(of: entry.name.octets)?.kind == .file else { return nil }
            return try directory.contents(of: entry.name.octets)
        } catch  where error.isMissing {
            return nil
        }
    }

    /// The age in seconds from which a temporary file counts as abandoned [https://cr.yp.to/proto/maildir.html].
    private static let leftoverAge: Int64 = 36 * 3600

    private mutating func leftovers(in maildir: Maildir) throws(FileError) {
        let name = Array("tmp".utf8)
        guard try maildir.directory.status(of: name)?.kind == .directory else { return }
        let temporary = try maildir.directory.directory(name)
        for file in try temporary.names() {
            guard let status = try temporary.status(of: file), status.kind == .file,
                now.seconds - max(status.changed, status.modified) / 1_000_000_000 > Self.leftoverAge
            else { continue }
            if repairs { try temporary.remove(file) }
            report(.leftover, temporary.path / file, "A program did not finish writing this message.")
        }
    }
}
