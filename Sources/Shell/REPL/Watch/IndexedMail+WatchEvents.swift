internal import Accounts
internal import Disk
internal import MailEngine
internal import MailIndex
internal import MailTypes
internal import MaildirStore

extension IndexedMail {
    /// Returns what a sync of the account has changed, as events.
    func watchEvents(
        of report: SyncReport, _ account: MailAccount, at now: Instant
    ) throws(CommandFailure) -> [WatchEvent] {
        var lines = try arrivals(report.files).map { WatchEvent.new($0.message, path: $0.path, at: now) }
        if lines.isEmpty ? report.hasChanged || !report.notices.isEmpty : report.hasOtherChanges(than: lines.count) {
            let synced = AccountSyncResult(account: account, report: report, delivery: nil, indexProblem: nil)
            lines.append(.changed(synced, at: now))
        }
        return lines
    }

    /// The most messages that are reported one by one. A first sync may fetch a hundred thousand.
    private static let mostReported = 100

    /// Returns the new messages among those that a sync has fetched, oldest first: unread mail that is not a draft, the
    /// user's own, deleted or junk.
    private func arrivals(
        _ files: FilesChangedBySync
    ) throws(CommandFailure) -> [(message: Found, path: [UInt8])] {
        guard files.arrivalCount > 0, files.arrivalCount <= Self.mostReported, let opened = accounts.first else {
            return []
        }
        var wanted: [MailboxName: Set<[UInt8]>] = [:]
        for (mailbox, entries) in files.arrivals where !mailbox.isNotForNewMail {
            wanted[mailbox] = Set(entries.map(\.name.base))
        }
        let latest = try index { () throws(IndexDatabaseError) in
            // Usually nothing else was added to the index.
            let few = Self.among(wanted, try opened.index.latest(limit: files.arrivalCount))
            if few.count == wanted.values.reduce(0, { $0 + $1.count }) { return few }
            return Self.among(wanted, try opened.index.latest(limit: 2 * files.arrivalCount + Self.mostReported))
        }
        var found: [(message: Found, path: [UInt8])] = []
        for message in latest.reversed() where !message.flags.contains(.seen) {
            let one = Found(message: message, opened: opened)
            let place = message.file.place == .new ? Maildir.Place.new : .cur
            guard let directory = try one.maildir().subdirectory(place) else { continue }
            found.append((one, (directory.path / message.file.name).bytes))
        }
        return found
    }

    /// Returns those of the messages that have these names. Another program may have changed the flags in a name.
    private static func among(
        _ bases: [MailboxName: Set<[UInt8]>], _ messages: [IndexedMessage]
    ) -> [IndexedMessage] {
        messages.filter { bases[$0.mailbox]?.contains(MaildirFilename($0.file.name).base) ?? false }
    }
}

extension MailboxName {
    /// Whether what arrives in the mailbox is not new mail: drafts and sent mail of the user's other programs, and mail
    /// that was moved out of the way.
    var isNotForNewMail: Bool { [.drafts, .sent, .trash, .junk, .archive].contains(self) }
}

extension SyncReport {
    fileprivate func hasOtherChanges(than new: Int) -> Bool {
        let counts = mailboxes.reduce(into: (new: 0, others: 0)) { counts, mailbox in
            counts.new += mailbox.new
            counts.others += mailbox.changed + mailbox.removed + mailbox.uploaded
        }
        return counts.others > 0 || counts.new > new
    }
}
