public import Disk
public import MailIndex
public import MailTypes
internal import MaildirStore

/// Updates the index of an account from its mail.
///
/// Unchanged directories are not read, and renamed files are not opened. Files that are not messages or cannot be read
/// are skipped and counted. A missing, damaged or outdated index is rebuilt. One process at a time does this for an
/// account; a second one waits, and then has little to do.
public struct IndexRefresh: Sendable {
    /// How far it has come.
    public struct Progress: Hashable, Sendable {
        public var done: Int
        /// The number of new messages known so far.
        public var total: Int
    }

    /// The result.
    public struct Outcome: Hashable, Sendable {
        /// Whether the index was made from nothing.
        public var isRebuilt = false
        public var mailboxes = 0
        /// Mailboxes whose directories were not read, because they look as they did.
        public var unchanged = 0
        public var added = 0
        /// Messages whose files have other names by now: other flags, mostly.
        public var renamed = 0
        public var removed = 0
        /// Links, directories, pipes.
        public var notMessages = 0
        /// Files that could not be read, and the first reason. They are tried again with the next refresh.
        public var unreadable = 0
        public var firstProblem: FileError?

        public var hasChanged: Bool { isRebuilt || added + renamed + removed > 0 }
    }

    let mail: Directory
    let location: IndexLocation
    private let verifies: Bool
    private let threads: Int
    let changes: [MailboxName: MailboxChange]
    private let arriving: IncrementalIndexer?

    /// If there are more new messages than this, and than the index has, rebuilding is faster.
    private static let manyMessages = 2000
    /// Rows of words that may belong to no message.
    private static let fewOrphans = 1000

    /// `verifies`: whether the checksums of an index that another program may have changed are verified first, which
    /// takes some seconds for a million messages. `changes`: the changes of the last sync. `arriving`: the index of the
    /// messages that it fetched.
    public init(
        _ mail: Directory, _ location: IndexLocation, verifies: Bool = true, threads: Int = 2,
        changes: [MailboxName: MailboxChange] = [:], arriving: IncrementalIndexer? = nil
    ) {
        self.changes = changes
        self.arriving = arriving
        self.mail = mail
        self.location = location
        self.verifies = verifies
        self.threads = threads
    }

    /// `now` by the clock that the file system uses. `progress` is called on the thread that called this.
    public func run(
        now: Instant, progress: (Progress) -> Void = { _ in }
    ) throws(IndexFailure) -> Outcome {
        let lock = try IndexFailure.file { () throws(FileError) in try location.lock(waiting: true) }
        defer { withExtendedLifetime(lock) {} }
        let outcome = try updateOrBuild(now, progress)
        // Without it the rows are checked the next time, and that is all.
        try? location.seal()
        return outcome
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

    /// Completes the index that was made while mail came. `nil` where there is none, or something is wrong with it.
    private func complete(_ now: Instant, _ progress: (Progress) -> Void) -> Outcome? {
        guard let (writer, names) = arriving?.finish() else { return nil }
        do throws(IndexFailure) {
            var pass = try RefreshPass(self, writer, arrived: names, now)
            try pass.run(threads, progress)
            try writer.finishBuilding()
            pass.outcome.isRebuilt = true
            return pass.outcome
        } catch {
            writer.abandonArriving()
            return nil
        }
    }

    /// `nil` if the index must be rebuilt.
    private func update(_ now: Instant, _ progress: (Progress) -> Void) throws(IndexFailure) -> Outcome? {
        let isSealed = try IndexFailure.file { () throws(FileError) in try location.isSealed() }
        guard let writer = try IndexWriter.open(location) else { return nil }
        defer { writer.close() }
        if verifies, !isSealed { try IndexFailure.index { () throws(IndexError) in try writer.verify() } }
        var pass = try RefreshPass(self, writer, now)
        let (new, known) = pass.expected
        if new > Self.manyMessages, new > known { return nil }
        try pass.run(threads, progress)
        let rows = try IndexFailure.index { () throws(IndexError) in try writer.forgetContents() }
        if let (orphans, contents) = rows, orphans > max(Self.fewOrphans, contents / 4) { return nil }
        return pass.outcome
    }

    private func build(_ now: Instant, _ progress: (Progress) -> Void) throws(IndexFailure) -> Outcome {
        let writer = try IndexWriter.build(location)
        var pass = try RefreshPass(self, writer, now)
        try pass.run(threads, progress)
        try writer.finishBuilding()
        pass.outcome.isRebuilt = true
        return pass.outcome
    }
}
