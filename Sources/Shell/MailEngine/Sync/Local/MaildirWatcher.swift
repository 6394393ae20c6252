internal import Disk
internal import MailTypes
internal import MaildirStore

/// Sees each name that comes into the directories of mailboxes or goes from them while a sync works, and so knows whether
/// it was alone there.
final class MaildirWatcher {
    private struct Mailbox {
        let maildir: Maildir
        let before: [UInt8]
        /// What the sync has done and was not heard of yet.
        var expected: [DirectoryWatch.Event: Int] = [:]
        var isDisturbed = false
        var came: Set<Maildir.Entry> = []
        var went: Set<Maildir.Entry> = []
        var isCounted = true
    }

    /// More names than this are not kept in mind.
    private static let mostNames = 5000

    private let watch: DirectoryWatch
    private var mailboxes: [MailboxName: Mailbox] = [:]
    private var names: [Int32: MailboxName] = [:]
    private var keys: [MailboxName: [Maildir.Place: Int32]] = [:]

    /// `nil` where the system watches nothing.
    init?() {
        guard let watch = try? DirectoryWatch() else { return nil }
        self.watch = watch
    }

    /// Begins to watch a mailbox, before it is looked at; nothing where its file system does not tell of all changes.
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

    /// How the mailbox looked, and was to be trusted to look, at a moment after `begin`.
    func found(_ name: MailboxName, _ maildir: Maildir, looking before: [UInt8]) {
        if keys[name] != nil { mailboxes[name] = Mailbox(maildir: maildir, before: before) }
    }

    /// The sync has made a file.
    func made(_ entry: Maildir.Entry, in name: MailboxName) {
        expect(.came, entry, in: name)
        guard mailboxes[name]?.isCounted ?? false else { return }
        mailboxes[name]?.came.insert(entry)
        mailboxes[name]?.went.remove(entry)
        count(name)
    }

    /// The sync has removed a file.
    func removed(_ entry: Maildir.Entry, in name: MailboxName) {
        expect(.went, entry, in: name)
        guard mailboxes[name]?.isCounted ?? false else { return }
        if mailboxes[name]?.came.remove(entry) == nil { mailboxes[name]?.went.insert(entry) }
        count(name)
    }

    /// What stands in the mailbox is not yet what both sides agree on.
    func disturb(_ name: MailboxName) {
        mailboxes[name]?.isDisturbed = true
    }

    private func expect(_ kind: DirectoryWatch.Event.Kind, _ entry: Maildir.Entry, in name: MailboxName) {
        guard let key = keys[name]?[entry.place] else { return }
        mailboxes[name]?.expected[DirectoryWatch.Event(key: key, kind: kind, name: entry.name.octets), default: 0] += 1
    }

    private func count(_ name: MailboxName) {
        guard let mailbox = mailboxes[name], mailbox.came.count + mailbox.went.count > Self.mostNames else { return }
        mailboxes[name]?.isCounted = false
        mailboxes[name]?.came = []
        mailboxes[name]?.went = []
    }

    /// Hears of what was done by now. The system remembers a limited number of changes for somebody who does not ask.
    func listen() {
        guard let events = try? watch.events() else {
            for name in mailboxes.keys { mailboxes[name]?.isDisturbed = true }
            return
        }
        for event in events {
            guard let name = names[event.key] else { continue }
            guard let count = mailboxes[name]?.expected[event] else {
                mailboxes[name]?.isDisturbed = true
                continue
            }
            mailboxes[name]?.expected[event] = count > 1 ? count - 1 : nil
        }
    }

    /// What the sync has changed in a mailbox, if it was alone there; it then looks as the change says until somebody
    /// changes something.
    func testify(_ name: MailboxName) -> MailboxChange? {
        listen()
        guard let mailbox = mailboxes[name], !mailbox.isDisturbed, mailbox.expected.isEmpty else { return nil }
        do throws(FileError) {
            let directories = Maildir.Place.allCases.map { mailbox.maildir.subdirectory($0) }
            for directory in directories { try directory?.stamp() }
            let after = try MailboxSignature(directories, now: Instant(seconds: 0)).facts
            listen()
            guard let mailbox = mailboxes[name], !mailbox.isDisturbed else { return nil }
            return MailboxChange(
                before: mailbox.before, after: after, came: mailbox.isCounted ? mailbox.came : nil,
                went: mailbox.isCounted ? mailbox.went : nil)
        } catch {
            return nil
        }
    }
}
