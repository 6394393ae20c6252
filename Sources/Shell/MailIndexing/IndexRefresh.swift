public import Disk
public import MailIndex
public import MailTypes
public import MaildirStore

/// Updates the index of an account from its mail.
///
/// Unchanged directories are not read, and renamed files are not opened. Files that are not messages or cannot be read
/// are skipped and counted. A missing, damaged or outdated index is rebuilt. Only one process at a time refreshes the
/// index of an account. Another one waits, and then has little to do.
public struct IndexRefresh: Sendable {
    /// The number of messages indexed so far.
    public struct Progress: Hashable, Sendable {
        public var done: Int
        /// The number of new messages known so far.
        public var total: Int
    }

    /// The result of a refresh.
    public struct Outcome: Hashable, Sendable {
        /// Whether the index was built from scratch.
        public var isRebuilt = false
        public var mailboxes = 0
        /// Mailboxes whose directories were not read because they have not changed.
        public var unchanged = 0
        public var added = 0
        /// Messages whose files were renamed, mostly because of flag changes.
        public var renamed = 0
        public var removed = 0
        /// Names of links, directories, pipes and the like.
        public var notMessages = 0
        /// Files that could not be read, and the first reason. The next refresh tries them again.
        public var unreadable = 0
        public var firstProblem: FileError?

        public var hasChanged: Bool { isRebuilt || added + renamed + removed > 0 }
    }

    let mail: MailTree
    let location: IndexLocation
    private let verifies: Bool
    private let threads: Int
    let changes: [MailboxName: SyncedMailboxChange]
    private let arriving: ArrivalIndexer?

    /// If there are more new messages than this, and more than the index contains, rebuilding is faster.
    private static let manyMessages = 2000
    /// The number of orphaned rows of words that never causes a rebuild.
    private static let fewOrphans = 1000

    /// `verifies`: whether to verify the checksums of an index that another program may have changed, which takes some
    /// seconds for a million messages. `changes`: the changes of the last sync. `arriving`: the index of the messages
    /// that it fetched.
    public init(
        _ mail: MailTree, _ location: IndexLocation, verifies: Bool = true, threads: Int = 2,
        changes: [MailboxName: SyncedMailboxChange] = [:], arriving: ArrivalIndexer? = nil
    ) {
        self.changes = changes
        self.arriving = arriving
        self.mail = mail
        self.location = location
        self.verifies = verifies
        self.threads = threads
    }

    /// `now` must be read from the clock that the file system uses. `progress` is called on the calling thread.
    public func run(
        now: Instant, progress: (Progress) -> Void = { _ in }
    ) throws(IndexFailure) -> Outcome {
        let (outcome, end) = try runUntilReadable(now: now, progress: progress)
        end.run()
        return outcome
    }

    /// Like `run`, but returns as soon as readers see the changes. The caller must run the `End`.
    public func runUntilReadable(
        now: Instant, progress: (Progress) -> Void = { _ in }
    ) throws(IndexFailure) -> (outcome: Outcome, end: End) {
        let lock = try IndexFailure.file { () throws(FileError) in try location.lock(waiting: true) }
        return (try updateOrBuild(now, progress), End(location: location, lock: lock))
    }

    /// The end of a refresh, which waits for the disk.
    public struct End {
        fileprivate let location: IndexLocation
        fileprivate let lock: FileLock?

        public func run() {
            // If this fails, the next refresh verifies the checksums.
            try? location.recordClosedState()
            withExtendedLifetime(lock) {}
        }
    }

    private func updateOrBuild(_ now: Instant, _ progress: (Progress) -> Void) throws(IndexFailure) -> Outcome {
        if let outcome = complete(now, progress) { return outcome }
        do throws(IndexFailure) {
            if let outcome = try update(now, progress) { return outcome }
        } catch {
            guard error.isDamage else { throw error }
        }
        return try build(now, progress)
    }

    /// Completes the index that was built while messages arrived. Returns `nil` if there is none, or if it is unusable.
    private func complete(_ now: Instant, _ progress: (Progress) -> Void) -> Outcome? {
        guard let (writer, names) = arriving?.finish() else { return nil }
        do throws(IndexFailure) {
            var pass = try IndexRefreshPass(self, writer, arrived: names, now)
            try pass.run(threads, progress)
            try writer.finishBuilding()
            pass.outcome.isRebuilt = true
            return pass.outcome
        } catch {
            writer.abandonArriving()
            return nil
        }
    }

    /// Updates the existing index. Returns `nil` if it must be rebuilt.
    private func update(_ now: Instant, _ progress: (Progress) -> Void) throws(IndexFailure) -> Outcome? {
        let isUnchanged = try IndexFailure.file { () throws(FileError) in try location.isUnchangedSinceClose() }
        guard let writer = try IndexWriter.open(location) else { return nil }
        defer { writer.close() }
        if verifies, !isUnchanged { try IndexFailure.index { () throws(IndexDatabaseError) in try writer.verify() } }
        var pass = try IndexRefreshPass(self, writer, now)
        let (new, known) = pass.expected
        if new > Self.manyMessages, new > known { return nil }
        try pass.run(threads, progress)
        let rows = try IndexFailure.index { () throws(IndexDatabaseError) in try writer.forgetContents() }
        if let (orphans, contents) = rows, orphans > max(Self.fewOrphans, contents / 4) { return nil }
        return pass.outcome
    }

    private func build(_ now: Instant, _ progress: (Progress) -> Void) throws(IndexFailure) -> Outcome {
        let writer = try IndexWriter.build(location)
        var pass = try IndexRefreshPass(self, writer, now)
        try pass.run(threads, progress)
        try writer.finishBuilding()
        pass.outcome.isRebuilt = true
        return pass.outcome
    }
}
