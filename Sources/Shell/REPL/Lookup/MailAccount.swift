internal import Accounts
internal import Disk
internal import MailEngine
internal import MailIndex
internal import MailIndexing
internal import MailTypes
internal import MaildirStore
internal import Platform

/// An account's mail, open for one command.
struct MailAccount {
    let configuration: AccountConfiguration
    let home: Home
    /// The changes of the last sync, so that the index need not search for them.
    var changes: [MailboxName: SyncedMailboxChange] = [:]
    /// An index of the messages that the sync fetched.
    var arriving: ArrivalIndexer?
    /// The mail, if it is open already.
    var openedMail: MailTree?
    /// The index, if it is being opened in the background.
    var opening: BackgroundIndexOpener?

    var name: AccountName { configuration.name }

    /// Returns the mail, if there is any yet.
    func mail() throws(CommandFailure) -> MailTree? {
        if let openedMail { return openedMail }
        return try files { () throws(FileError) in
            try root().map { (root) throws(FileError) in try tree(in: root) }
        }
    }

    /// Returns the directory of the mail, if it exists.
    private func root() throws(FileError) -> Directory? {
        if let path = configuration.maildir { return try Directory.open(path, on: home.system) }
        return try home.directory(.mail(name))
    }

    func makingMail() throws(CommandFailure) -> MailTree {
        if let mail = try mail() { return mail }
        return try files { () throws(FileError) in try tree(in: home.makingDirectory(.mail(name))) }
    }

    /// Returns the account's state directory. Creates it if it does not exist.
    func makingState() throws(CommandFailure) -> Directory {
        try files { () throws(FileError) in try home.makingDirectory(.state(name)) }
    }

    /// Returns the drafts and outbox. Creates them if they do not exist.
    func drafts() throws(CommandFailure) -> DraftStore {
        // First, so that the mail knows where the account remembers mbsync.
        _ = try makingState()
        let mail = try makingMail()
        return try files { () throws(FileError) in
            let data = try home.makingDirectory(.data)
            return DraftStore(
                mail: mail, state: try home.makingDirectory(.state(name)),
                counters: DraftAndOutboxNumberAllocator(in: data, states: try home.makingDirectory(.states)))
        }
    }

    /// Returns the drafts and outbox, if there is any mail.
    func existingDrafts() throws(CommandFailure) -> DraftStore? {
        try files { () throws(FileError) in try root() } == nil ? nil : drafts()
    }

    /// Returns the number of messages in the outbox, without reading any of them.
    func queuedCount() throws(CommandFailure) -> Int {
        guard let mail = try mail(), try files({ () throws(FileError) in try mail.queuedCount() }) > 0 else { return 0 }
        let store = try drafts()
        return try files { () throws(FileError) in try store.waitingCount() }
    }

    /// Updates the index, if there is any mail.
    func refreshIndex(at now: Instant, progress: (IndexRefresh.Progress) -> Void) throws(CommandFailure) {
        try refreshIndexUntilReadable(at: now, progress: progress)?.run()
    }

    /// Updates the index, if there is any mail. Returns as soon as it can be read; the caller must run what is returned.
    func refreshIndexUntilReadable(
        at now: Instant, progress: (IndexRefresh.Progress) -> Void
    ) throws(CommandFailure) -> IndexRefresh.End? {
        guard let mail = try mail() else { return nil }
        let location = try indexLocation()
        do throws(IndexFailure) {
            return try IndexRefresh(mail, location, changes: changes, arriving: arriving)
                .runUntilReadable(now: now, progress: progress).end
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Prepares the account for a sync: opens the index in the background, and indexes messages as they arrive.
    func openingIndex() -> MailAccount {
        var account = self
        let location = try? indexLocation()
        account.opening = location.map { BackgroundIndexOpener($0) }
        account.arriving = location.map { ArrivalIndexer($0) }
        return account
    }

    /// Returns the index after `refresh` has updated it; `nil` if there is none. If nothing can be saved, returns the
    /// index as it is and calls `tell` with the reason.
    func index(
        after refresh: (MailAccount) throws(CommandFailure) -> Void, _ tell: (CommandFailure) -> Void
    ) throws(CommandFailure) -> MailIndex? {
        // If it is opened before the refresh, the refresh need not read the log, and it still sees the refresh's
        // changes.
        let opened = opening?.take() ?? (try? index())
        do throws(CommandFailure) {
            try refresh(self)
        } catch {
            guard error.preventsSaving, let opened else { throw error }
            tell(error)
            return opened
        }
        if let opened, (try? opened.isReplaced()) == false { return opened }
        return try index()
    }

    /// Returns the index as the last refresh left it; `nil` if there is none.
    func index() throws(CommandFailure) -> MailIndex? {
        let location = try indexLocation()
        do throws(IndexFailure) { return try MailIndex.open(location) } catch { throw CommandFailure(error) }
    }

    func indexLocation() throws(CommandFailure) -> IndexLocation {
        try files { () throws(FileError) in
            IndexLocation(try home.makingDirectory(.index), account: Array(name.text.utf8))
        }
    }

    /// Adds contacts from mail that has been indexed since the last time.
    func learnContacts(from index: MailIndex, at now: Instant) throws(IndexFailure) {
        let directory = try IndexFailure.file { () throws(FileError) in
            try ContactFiles(in: home.makingDirectory(.state(name)))
        }
        let own = Set(configuration.identities.map(\.address))
        try ContactRefresh(index, directory, except: own).run(now: now)
    }

    func files<Result>(_ body: () throws(FileError) -> Result) throws(CommandFailure) -> Result {
        do throws(FileError) { return try body() } catch { throw CommandFailure(error) }
    }
}

extension Invocation {
    /// Returns the value of an option that is a number from 1.
    func number(_ option: String) throws(CommandFailure) -> Int? {
        guard let text = try text(option) else { return nil }
        guard let number = Int(text), number > 0, text.utf8.first != 0x2B else {
            throw .usage("--\(option) needs a number from 1; \"\(text)\" is not one.")
        }
        return number
    }
}
