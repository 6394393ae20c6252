public import Disk
public import MailIndex
public import MailTypes
internal import MaildirStore

/// Brings the index of an account up to date with its mail.
///
/// Directories that look as they did are not read, files that were renamed not opened. Whatever stands among the mail
/// and is none, or cannot be read, is left out and counted. An index that is missing, damaged or of another version is
/// made anew. One process at a time does this for an account; a second one waits, and then has little to do.
public struct IndexRefresh: Sendable {
    /// How far it has come.
    public struct Progress: Hashable, Sendable {
        public var done: Int
        /// New messages, as far as they are known by now.
        public var total: Int
    }

    /// What it did.
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

    /// More new messages than this, and than the index has, are reason to make it anew, which is faster a message.
    private static let manyMessages = 2000
    /// Rows of words that may belong to no message.
    private static let fewOrphans = 1000

    /// `verifies`: whether the rows of an index that does not look as it was left are compared with their checksums
    /// first, which takes some seconds for a million messages. `changes`: what a sync has just changed. `arriving`: what it
    /// made of mail that came.
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

    /// `nil` where the index is to be made anew.
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
