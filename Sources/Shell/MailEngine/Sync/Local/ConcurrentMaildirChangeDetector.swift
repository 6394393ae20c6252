internal import Disk
internal import MailIndexing
internal import MailTypes
internal import MaildirStore

/// Watches the directories of mailboxes during a sync, to detect whether any other program changed them.
final class ConcurrentMaildirChangeDetector {
    private final class Mailbox {
        let maildir: Maildir
        let before: [UInt8]
        /// Changes by the sync for which no event has been received yet.
        var expected: [DirectoryWatch.Event: Int] = [:]
        var isDisturbed = false
        var came: Set<Maildir.Entry> = []
        var went: Set<Maildir.Entry> = []
        var isCounted = true

        init(_ maildir: Maildir, looking before: [UInt8]) {
            self.maildir = maildir
            self.before = before
        }

        func stopCountingIfMany() {
            guard came.count + went.count > ConcurrentMaildirChangeDetector.mostNames else { return }
            isCounted = false
            came = []
            went = []
        }
    }

    /// The maximum number of names to track per mailbox.
    private static let mostNames = 5000

    private let watch: DirectoryWatch
    private var mailboxes: [MailboxName: Mailbox] = [:]
    private var names: [Int32: MailboxName] = [:]
    private var keys: [MailboxName: [Maildir.Place: Int32]] = [:]

    /// Returns `nil` if directories cannot be watched.
    init?() {
        guard let watch = try? DirectoryWatch() else { return nil }
        self.watch = watch
    }

    /// Starts watching a mailbox. Must be called before it is scanned. Does nothing if its file system does not report
    /// all changes.
    func begin(_ name: MailboxName, _ maildir: Maildir) {
        var found: [Maildir.Place: Int32] = [:]
        for place in Maildir.Place.allCases {
            guard let directory = maildir.subdirectory(place), directory.isLocal, let key = try? watch.add(directory)
            else {
                return
            }
            found[place] = key
        }
        keys[name] = found
        for key in found.values { names[key] = name }
    }

    /// Records a reliable signature of the mailbox that was taken after `begin`.
    func found(_ name: MailboxName, _ maildir: Maildir, looking before: [UInt8]) {
        if keys[name] != nil { mailboxes[name] = Mailbox(maildir, looking: before) }
    }

    /// Records that the sync created a file.
    func made(_ entry: Maildir.Entry, in name: MailboxName) {
        guard let mailbox = mailboxes[name] else { return }
        expect(.came, entry, in: mailbox, name)
        guard mailbox.isCounted else { return }
        mailbox.came.insert(entry)
        mailbox.went.remove(entry)
        mailbox.stopCountingIfMany()
    }

    /// Records that the sync removed a file.
    func removed(_ entry: Maildir.Entry, in name: MailboxName) {
        guard let mailbox = mailboxes[name] else { return }
        expect(.went, entry, in: mailbox, name)
        guard mailbox.isCounted else { return }
        if mailbox.came.remove(entry) == nil { mailbox.went.insert(entry) }
        mailbox.stopCountingIfMany()
    }

    /// Records that the mailbox does not yet match the sync state, so that the next sync scans it.
    func disturb(_ name: MailboxName) {
        mailboxes[name]?.isDisturbed = true
    }

    /// Stops watching. The kernel frees watches in the background, and closing the watcher waits for that.
    func end() {
        for key in names.keys { watch.remove(key) }
        names = [:]
        keys = [:]
        mailboxes = [:]
    }

    private func expect(
        _ kind: DirectoryWatch.Event.Kind, _ entry: Maildir.Entry, in mailbox: Mailbox, _ name: MailboxName
    ) {
        guard let key = keys[name]?[entry.place] else { return }
        mailbox.expected[DirectoryWatch.Event(key: key, kind: kind, name: entry.name.octets), default: 0] += 1
    }

    /// Reads the pending events. Must be called often enough, because the kernel queues a limited number of them.
    func listen() {
        guard let events = try? watch.events() else {
            for mailbox in mailboxes.values { mailbox.isDisturbed = true }
            return
        }
        for event in events {
            guard let name = names[event.key], let mailbox = mailboxes[name] else { continue }
            guard let count = mailbox.expected[event] else {
                mailbox.isDisturbed = true
                continue
            }
            mailbox.expected[event] = count > 1 ? count - 1 : nil
        }
    }

    /// Returns the changes that the sync made in a mailbox, or `nil` if another program may have changed it too. The
    /// signature in the result is valid until the next change.
    func testify(_ name: MailboxName) -> SyncedMailboxChange? {
        listen()
        guard let mailbox = mailboxes[name], !mailbox.isDisturbed, mailbox.expected.isEmpty else { return nil }
        do throws(FileError) {
            let directories = Maildir.Place.allCases.map { mailbox.maildir.subdirectory($0) }
            for directory in directories { try directory?.stamp() }
            let after = try MailboxModificationTimes(directories, now: Instant(seconds: 0)).facts
            listen()
            guard !mailbox.isDisturbed else { return nil }
            return SyncedMailboxChange(
                before: mailbox.before, after: after, came: mailbox.isCounted ? mailbox.came : nil,
                went: mailbox.isCounted ? mailbox.went : nil)
        } catch {
            return nil
        }
    }
}
