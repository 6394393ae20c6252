internal import Disk
package import MailIndex
internal import MailTypes
package import MaildirStore

/// One pass over the mailboxes of an account.
struct IndexRefreshPass {
    /// A mailbox whose directories have changed.
    private struct Changed {
        let maildir: Maildir
        let name: MailboxName
        /// The signature to store.
        let signature: [UInt8]
        let stored: StoredMailbox?
        /// The changes since the index was last updated, if all of them are known.
        let change: (came: Set<Maildir.Entry>, went: Set<Maildir.Entry>)?
    }

    private let writer: IndexWriter
    private var changed: [Changed] = []
    private var vanished: [StoredMailbox] = []
    /// The number of new messages, estimated from the numbers of files, and the number of messages in the index.
    private(set) var expected: (new: Int, known: Int) = (0, 0)
    var outcome = IndexRefresh.Outcome()

    /// The number of files between two progress reports.
    private static let reportEvery = 100
    private static let fewFiles = 2
    /// The maximum number of scans of a mailbox in which files vanish before they are read.
    private static let looks = 4

    /// The result of reading the new files of a mailbox.
    private struct Reading {
        /// `false` if a file that may be a message could not be read.
        var isComplete = true
        /// Whether a file was removed or renamed before it could be read.
        var hasVanished = false
    }

    /// Checks all directories, and counts the names in those that have changed. `arrived`: the names that were indexed
    /// while the messages arrived.
    init(
        _ refresh: IndexRefresh, _ writer: IndexWriter, arrived: [MailboxName: NameSum] = [:], _ now: Instant
    ) throws(IndexFailure) {
        self.writer = writer
        let stored = try IndexFailure.index { () throws(IndexDatabaseError) in try writer.mailboxes() }
        var known: [MailboxName: StoredMailbox] = [:]
        for mailbox in stored { known[mailbox.name] = mailbox }
        let tree = refresh.mail
        let mailboxes = try IndexFailure.file { () throws(FileError) in try tree.mailboxes() }
        var seen: Set<MailboxName> = []
        // The names of two directories may stand for the same mailbox. The first one is used.
        for mailbox in mailboxes where seen.insert(mailbox.name).inserted {
            try look(
                at: mailbox, in: tree, known[mailbox.name], refresh.changes[mailbox.name], arrived[mailbox.name], now)
        }
        vanished = stored.filter { !seen.contains($0.name) }
        outcome.mailboxes = seen.count
    }

    private mutating func look(
        at mailbox: MailTree.Mailbox, in tree: MailTree, _ stored: StoredMailbox?, _ change: SyncedMailboxChange?,
        _ arrived: NameSum?, _ now: Instant
    ) throws(IndexFailure) {
        let found: Changed
        var count = 0
        var isTakenIn = false
        do throws(FileError) {
            let directory = try tree.directory(of: mailbox)
            let signature = try MailboxModificationTimes(in: directory, now: now)
            let isCertain = change?.after == signature.facts
            let octets = isCertain ? signature.facts : signature.octets
            if let stored, stored.signature == signature.facts {
                expected.known += stored.total
                outcome.unchanged += 1
                return
            }
            guard let maildir = try Maildir(directory) else { return }
            if let stored, let change, isCertain, stored.signature == change.before, let came = change.came,
                let went = change.went
            {
                count = stored.total + came.count - went.count
                found = Changed(
                    maildir: maildir, name: mailbox.name, signature: octets, stored: stored, change: (came, went))
            } else {
                var names = NameSum()
                for place in IndexedFile.Place.allCases {
                    try maildir.subdirectory(place.ofMaildir)?.forEachName { name in
                        count += 1
                        if arrived != nil, name.first != 0x2E { names.add(name, in: place) }
                    }
                }
                isTakenIn = names == arrived
                found = Changed(
                    maildir: maildir, name: mailbox.name, signature: octets, stored: stored,
                    change: isTakenIn ? ([], []) : nil)
            }
        } catch {
            // If the directory cannot be read now, its rows stay in the index.
            note(error)
            return
        }
        expected.known += stored?.total ?? 0
        changed.append(found)
        if !isTakenIn { expected.new += max(0, count - (stored?.total ?? 0)) }
    }

    private mutating func note(_ error: FileError) {
        outcome.unreadable += 1
        if outcome.firstProblem == nil { outcome.firstProblem = error }
    }

    // MARK: - Changing the index

    mutating func run(_ threads: Int, _ progress: (IndexRefresh.Progress) -> Void) throws(IndexFailure) {
        if expected.new > 0 { progress(IndexRefresh.Progress(done: 0, total: expected.new)) }
        for mailbox in changed { try refresh(mailbox, threads, progress) }
        for mailbox in vanished {
            outcome.removed += mailbox.total
            try IndexFailure.index { () throws(IndexDatabaseError) in
                try writer.transaction { () throws(IndexDatabaseError) in try writer.removeMailbox(mailbox) }
            }
        }
    }

    private mutating func refresh(
        _ mailbox: Changed, _ threads: Int, _ progress: (IndexRefresh.Progress) -> Void
    ) throws(IndexFailure) {
        if let change = mailbox.change, let stored = mailbox.stored {
            if try refresh(mailbox, stored, change.came, change.went, threads, progress) { return }
        }
        let found: FileNames
        do throws(FileError) {
            found = try Self.files(of: mailbox.maildir)
        } catch {
            note(error)
            return
        }
        var pass = self
        try IndexFailure.index { () throws(IndexDatabaseError) in
            try writer.transaction { () throws(IndexDatabaseError) in
                let stored = if let known = mailbox.stored { known } else { try writer.addMailbox(mailbox.name) }
                var comparison = try pass.compare(found, with: stored)
                if !comparison.removed.isEmpty, let again = try? Self.files(of: mailbox.maildir) {
                    // A file that is renamed during a scan may be found under none of its names, but not twice. If it is
                    // really gone, it is removed now or by the next refresh.
                    let rows = Set(comparison.removed.map(\.row))
                    comparison = try pass.compare(again, with: stored)
                    comparison.limitRemoved(to: rows)
                }
                let (notMessages, unreadable) = (pass.outcome.notMessages, pass.outcome.unreadable)
                var reading = try pass.apply(comparison, to: stored, of: mailbox.maildir, threads, progress)
                for _ in 1..<Self.looks where reading.hasVanished {
                    guard let again = try? Self.files(of: mailbox.maildir) else { break }
                    // Only to find new names.
                    comparison = try pass.compare(again, with: stored)
                    comparison.limitRemoved(to: [])
                    (pass.outcome.notMessages, pass.outcome.unreadable) = (notMessages, unreadable)
                    reading = try pass.apply(comparison, to: stored, of: mailbox.maildir, threads, progress)
                }
                try writer.close(stored, signature: reading.isComplete ? mailbox.signature : [])
            }
        }
        self = pass
    }

    /// Applies known changes without reading the directories. Returns `false` if they do not match the index.
    private mutating func refresh(
        _ mailbox: Changed, _ stored: StoredMailbox, _ came: Set<Maildir.Entry>, _ went: Set<Maildir.Entry>,
        _ threads: Int, _ progress: (IndexRefresh.Progress) -> Void
    ) throws(IndexFailure) -> Bool {
        var pass = self
        let isKnown = try IndexFailure.index { () throws(IndexDatabaseError) in
            try writer.transaction { () throws(IndexDatabaseError) in
                let gone = Set(went.map { IndexedFile($0) })
                let known = try writer.files(in: stored, named: went.map(\.name.octets)).filter {
                    gone.contains($0.file)
                }
                guard known.count == went.count else { return false }
                var found = FileNames(came.map { IndexedFile($0) })
                found.sort()
                let comparison = MailboxIndexDiff(found: found, stored: known)
                let reading = try pass.apply(comparison, to: stored, of: mailbox.maildir, threads, progress)
                try writer.closeAdjustingCounts(stored, signature: reading.isComplete ? mailbox.signature : [])
                return true
            }
        }
        if isKnown { self = pass }
        return isKnown
    }

    private func compare(
        _ found: FileNames, with mailbox: StoredMailbox
    ) throws(IndexDatabaseError) -> MailboxIndexDiff {
        try MailboxIndexDiff(found: found) { body throws(IndexDatabaseError) in
            try writer.forEachFile(in: mailbox, body)
        }
    }

    /// Returns the files of a mailbox, sorted by name and thus mostly by time of arrival.
    private static func files(of maildir: Maildir) throws(FileError) -> FileNames {
        var found = FileNames()
        for place in IndexedFile.Place.allCases {
            try maildir.subdirectory(place.ofMaildir)?.forEachName { name in
                if name.first != 0x2E { found.append(name, in: place) }
            }
        }
        found.sort()
        found.remove(try formerNames(among: found, in: maildir))
        return found
    }

    /// Returns the indices of former names. A file that is renamed while its directory is read may be found under both
    /// names, which are adjacent after sorting.
    private static func formerNames(among files: FileNames, in maildir: Maildir) throws(FileError) -> Set<Int> {
        var former: Set<Int> = []
        for index in 1..<max(1, files.count) {
            // A cheap check first: most neighbors differ before the flags.
            let (first, second) = (files.name(index - 1), files.name(index))
            let base = first.firstIndex(of: 0x3A).map { first[..<$0] } ?? first
            guard second.starts(with: base), MaildirFilename(Array(first)).base == MaildirFilename(Array(second)).base
            else { continue }
            for index in [index - 1, index] {
                let file = files[index]
                let status = try maildir.subdirectory(file.place.ofMaildir)?.status(of: file.name)
                if status == nil { former.insert(index) }
            }
        }
        return former
    }

    private mutating func apply(
        _ comparison: MailboxIndexDiff, to stored: StoredMailbox, of maildir: Maildir, _ threads: Int,
        _ progress: (IndexRefresh.Progress) -> Void
    ) throws(IndexDatabaseError) -> Reading {
        for file in comparison.removed { try writer.remove(file) }
        for change in comparison.renamed { try writer.rename(change.stored, to: change.file) }
        outcome.removed += comparison.removed.count
        outcome.renamed += comparison.renamed.count
        return try add(comparison.added, of: maildir, to: stored, threads, progress)
    }

    private mutating func add(
        _ files: MailboxIndexDiff.Added, of maildir: Maildir, to mailbox: StoredMailbox, _ threads: Int,
        _ progress: (IndexRefresh.Progress) -> Void
    ) throws(IndexDatabaseError) -> Reading {
        var reading = Reading()
        var pass = self
        let parsing = ParsingPipeline(files, threads: Self.threads(for: files.count, atMost: threads)) {
            (_, file) throws(FileError) in try maildir.parsedContent(of: file)
        }
        try parsing.handOver { (file, result) throws(IndexDatabaseError) in
            switch result {
            case .success(let parsed):
                try writer.add(file, writer.add(parsed), to: mailbox)
                pass.outcome.added += 1
                if pass.outcome.added % Self.reportEvery == 0 {
                    let total = max(pass.expected.new, pass.outcome.added)
                    progress(IndexRefresh.Progress(done: pass.outcome.added, total: total))
                }
            case .failure(let error): pass.leaveOut(file, of: maildir, error, &reading)
            }
        }
        self = pass
        return reading
    }

    /// For a few files, starting a thread takes longer than it saves.
    private static func threads(for count: Int, atMost most: Int) -> Int {
        switch count {
        case ...fewFiles: 0
        case ...reportEvery: 1
        default: most
        }
    }

    private mutating func leaveOut(
        _ file: IndexedFile, of maildir: Maildir, _ error: FileError, _ reading: inout Reading
    ) {
        do throws(FileError) {
            guard let status = try maildir.subdirectory(file.place.ofMaildir)?.status(of: file.name) else {
                reading.hasVanished = true
                return
            }
            if status.kind != .file {
                outcome.notMessages += 1
                return
            }
        } catch {
            note(error)
            reading.isComplete = false
            return
        }
        note(error)
        reading.isComplete = false
    }
}

extension IndexedFile {
    package init(_ entry: Maildir.Entry) {
        self.init(place: entry.place == .new ? .new : .cur, name: entry.name.octets, flags: entry.name.flags)
    }
}

extension IndexedFile.Place {
    var ofMaildir: Maildir.Place {
        switch self {
        case .new: .new
        case .cur: .cur
        }
    }
}
