private import Digest
internal import Disk
private import Dispatch
internal import MailIndex
internal import MailTypes
internal import MaildirStore
private import Synchronization
internal import Threads

/// Reads and parses messages on separate threads, and returns them in order while the caller writes earlier ones. Only
/// a few are in memory at a time.
final class ParsingPipeline<Files: RandomAccessCollection & Sendable>: Sendable
where Files.Element == IndexedFile, Files.Index == Int {
    typealias Result = Swift.Result<ParsedContent, FileError>

    /// The number of files that a thread processes at a time.
    private static var batchSize: Int { 16 }
    /// The maximum number of batches that are in progress or waiting to be handed over.
    private static var batchesInFlight: Int { 4 }

    private struct State {
        var nextToBegin = 0
        var done: [Int: [Result]] = [:]
        var isStopped = false
    }

    private let files: Files
    private let threads: Int
    private let parse: @Sendable (Int, IndexedFile) throws(FileError) -> ParsedContent
    private let state = Mutex(State())
    private let room = DispatchSemaphore(value: 0)
    private let finished = DispatchSemaphore(value: 0)

    /// `parse` parses a file, which is passed with its index in `files`. Without `threads`, that happens in `handOver`.
    init(
        _ files: Files, threads: Int,
        parse: @escaping @Sendable (Int, IndexedFile) throws(FileError) -> ParsedContent
    ) {
        self.files = files
        self.threads = threads
        self.parse = parse
        for _ in 0..<Self.batchesInFlight { room.signal() }
        for _ in 0..<threads { BackgroundThreads.run { self.work() } }
    }

    private func work() {
        while true {
            room.wait()
            let batch: Int? = state.withLock { state in
                guard !state.isStopped, state.nextToBegin * Self.batchSize < files.count else { return nil }
                defer { state.nextToBegin += 1 }
                return state.nextToBegin
            }
            guard let batch else {
                // Wake the next waiting thread, so that it ends too.
                room.signal()
                return
            }
            let start = batch * Self.batchSize
            let results = (start..<min(start + Self.batchSize, files.count)).map(result)
            state.withLock { $0.done[batch] = results }
            finished.signal()
        }
    }

    private func result(_ number: Int) -> Result {
        do throws(FileError) {
            return .success(try parse(number, files[number]))
        } catch {
            return .failure(error)
        }
    }

    /// Calls `body` with each file and its result, in order. Stops if `body` throws.
    func handOver<Failure: Error>(_ body: (IndexedFile, Result) throws(Failure) -> Void) throws(Failure) {
        if threads == 0 {
            for (number, file) in files.enumerated() { try body(file, result(number)) }
            return
        }
        defer {
            state.withLock { $0.isStopped = true }
            room.signal()
        }
        var batch = 0
        while batch * Self.batchSize < files.count {
            guard let results = state.withLock({ $0.done.removeValue(forKey: batch) }) else {
                finished.wait()
                continue
            }
            for (index, result) in results.enumerated() { try body(files[batch * Self.batchSize + index], result) }
            batch += 1
            room.signal()
        }
    }
}

extension Maildir {
    /// The number of bytes of a message that are parsed for the index, which takes twice as much memory.
    static let mostIndexedBytes = 32 << 20

    /// Reads and parses a file. Only the beginning of a file larger than `limit` is parsed.
    func parsedContent(
        of file: IndexedFile, atMost limit: Int = mostIndexedBytes
    ) throws(FileError) -> ParsedContent {
        guard let directory = subdirectory(file.place.ofMaildir) else {
            throw .missing(.read, file.place.ofMaildir.rawValue)
        }
        let octets = try directory.contents(of: file.name, limit: limit)
        let received = MaildirFilenameTimestamp.time(of: file.name)
        guard octets.count == limit else { return ParsedContent(octets, received: received) }
        var hasher = MessageHasher()
        var size = 0
        try directory.forEachPiece(of: file.name) { piece in
            hasher.update(piece.span)
            size += piece.count
        }
        return ParsedContent(beginning: octets, size: size, hash: hasher.finish(), received: received)
    }
}
