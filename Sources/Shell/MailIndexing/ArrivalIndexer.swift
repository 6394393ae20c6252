private import Digest
internal import Disk
private import Dispatch
public import MailIndex
package import MailTypes
package import MaildirStore
internal import Platform
private import Synchronization
internal import Threads

/// Indexes messages while they arrive, on separate threads, so that they need not be read from disk afterwards.
///
/// Its result is provisional until an `IndexRefresh` compares it with the mail and makes it the current index. A
/// failure before that costs only the time it would have saved. Used by the process that syncs the account.
public final class ArrivalIndexer: Sendable {
    /// A file that has arrived. If `content` is `nil`, it is read from disk.
    package struct Message: Sendable {
        let file: IndexedFile
        package let content: [UInt8]?

        package init(file: IndexedFile, content: [UInt8]?) {
            self.file = file
            self.content = content
        }
    }

    private struct State {
        /// `nil` until many messages are expected, and after an error.
        var writer: IndexWriter?
        var mailboxes: [MailboxName: Arrived] = [:]
        /// The number of messages since free memory was last returned to the system.
        var count = 0
    }

    /// The messages that arrived in a mailbox.
    private struct Arrived {
        let stored: StoredMailbox
        var names = NameSum()
    }

    /// The number of messages after which free memory is returned to the system. Memory that is allocated on one thread
    /// and freed on another leaves holes.
    private static let manyMessages = 3000

    private let location: IndexLocation
    private let fewest: Int
    /// Locked while messages are indexed.
    private let state = Mutex(State())
    private let hasBegun = Atomic(false)
    private let queue = SerialQueue()
    /// Limits memory use: the caller waits with the next batch until the previous one is indexed.
    private let room = DispatchSemaphore(value: 1)

    /// `fewest`: for this many messages or fewer, nothing is indexed, because reading them from disk later is as fast.
    public init(_ location: IndexLocation, for fewest: Int = 500) {
        self.location = location
        self.fewest = fewest
    }

    deinit {
        state.withLock { $0.writer.take()?.abandonArriving() }
    }

    /// Starts indexing if enough messages are expected. Until then, or if the current index already has as many
    /// messages, `take` does nothing.
    package func begin(expecting count: Int) {
        // Prepared while the messages are fetched, so that indexing the first one does not have to wait.
        if count > 0 { BackgroundThreads.run { SearchFold.prepare() } }
        guard !isOpen else { return }
        // Remove the leftovers of a killed sync.
        try? location.removeArriving()
        guard count > fewest else { return }
        let known = (try? MailIndex.open(location)?.count()) ?? 0
        guard count > known else { return }
        state.withLock { state in
            guard state.writer == nil, let writer = try? IndexWriter.buildArriving(location) else { return }
            state.writer = writer
            hasBegun.store(true, ordering: .relaxed)
        }
    }

    /// Whether it accepts messages.
    package var isOpen: Bool { hasBegun.load(ordering: .relaxed) }

    /// Indexes messages that have arrived in a mailbox. Waits for the previous batch, but not for this one.
    package func take(_ messages: [Message], in name: MailboxName, _ maildir: Maildir) {
        guard !messages.isEmpty, isOpen else { return }
        room.wait()
        queue.async {
            self.state.withLock { state in
                do throws(IndexDatabaseError) {
                    try Self.add(messages, in: name, maildir, to: &state)
                } catch {
                    self.hasBegun.store(false, ordering: .relaxed)
                    state.writer.take()?.abandonArriving()
                }
            }
            self.room.signal()
        }
    }

    private static func add(
        _ messages: [Message], in name: MailboxName, _ maildir: Maildir, to state: inout State
    ) throws(IndexDatabaseError) {
        guard let writer = state.writer else { return }
        var arrived: Arrived
        if let begun = state.mailboxes[name] {
            arrived = begun
        } else {
            arrived = Arrived(stored: try writer.addMailbox(name))
        }
        let parsing = ParsingPipeline(messages.map(\.file), threads: 1) { (number, file) throws(FileError) in
            guard let content = messages[number].content else { return try maildir.parsedContent(of: file) }
            return ParsedContent(content, received: MaildirFilenameTimestamp.time(of: file.name))
        }
        try parsing.handOver { (file, result) throws(IndexDatabaseError) in
            // A file that cannot be read is left to the refresh, which notices that its name is missing.
            guard case .success(let parsed) = result else { return }
            try writer.add(file, writer.add(parsed), to: arrived.stored)
            arrived.names.add(file.name, in: file.place)
        }
        state.mailboxes[name] = arrived
        state.count += messages.count
        if state.count >= Self.manyMessages {
            state.count = 0
            MallocHeaps.trim()
        }
    }

    /// Ends the indexing. Returns the writer, which must be closed, and the digests of the indexed names. Returns `nil`
    /// if indexing did not start or failed, and for all but the first call.
    func finish() -> sending (writer: IndexWriter, names: [MailboxName: NameSum])? {
        queue.sync {}
        let ended = state.withLock { state in
            let ended = state
            state = State()
            return ended
        }
        guard let writer = ended.writer else { return nil }
        return (writer, ended.mailboxes.mapValues(\.names))
    }
}

/// A digest of the file names in a mailbox: equal digests mean equal names.
struct NameSum: Hashable, Sendable {
    private var count = 0
    private var sum: UInt64 = 0

    mutating func add(_ name: [UInt8], in place: IndexedFile.Place) {
        count += 1
        sum &+= XXH3.hash64(name + [place.rawValue])
    }
}
