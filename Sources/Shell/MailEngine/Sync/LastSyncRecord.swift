public import Disk
public import MailTypes
internal import SyncLedger

/// When the mail of an account was last synced, and why the last sync failed.
///
/// Stored as lines of text in the account's state directory. A lost file means that the account counts as never synced,
/// which is only used to show and to order.
public struct LastSyncRecord: Sendable {
    public struct Failure: Hashable, Sendable {
        public let time: Instant
        /// May contain the server's words, which must be sanitized before they are shown.
        public let sentence: String
        /// Whether the credentials were rejected, or there were none. `false` if they were in a locked keyring.
        public let isOfCredentials: Bool
    }

    /// The end of the last complete sync, to the minute.
    public private(set) var completed: Instant?
    /// Why the last sync failed; `nil` if it was complete.
    public private(set) var failure: Failure?

    private static let name = Array("last-sync".utf8)
    private static let maximumSize = 16_384
    private static let maximumSentence = 4_000
    /// A watched account may be synced many times per second. Its file is written at this interval in seconds.
    private static let interval: Int64 = 60

    /// Reads the record in an account's state directory.
    public init(in state: Directory) {
        let content = (try? state.contents(of: Self.name, limit: Self.maximumSize)) ?? []
        for line in content.split(separator: 0x0A) {
            let words = line.split(separator: 0x20, maxSplits: 2)
            guard words.count >= 2, let seconds = Int64(String(decoding: words[1], as: UTF8.self)) else { continue }
            let time = Instant(seconds: seconds)
            if words[0].elementsEqual("completed".utf8) { completed = time }
            let isRefused = words[0].elementsEqual("refused".utf8)
            if isRefused || words[0].elementsEqual("failed".utf8), words.count == 3 {
                failure = Failure(
                    time: time, sentence: String(decoding: words[2], as: UTF8.self), isOfCredentials: isRefused)
            }
        }
    }

    /// Whether the account with this state directory was never synced.
    public static func isFirstSync(in state: Directory) -> Bool {
        LastSyncRecord(in: state).completed == nil && !SyncLedger.exists(in: state)
    }

    /// Forgets when the account was synced.
    static func remove(in state: Directory) throws(FileError) {
        if try state.status(of: name) != nil { try state.remove(name) }
    }

    /// Records the end of a sync. `problem`: why it failed.
    static func note(_ problem: SyncFailure?, at now: Instant, in state: Directory) {
        var record = LastSyncRecord(in: state)
        if let problem {
            let sentence = problem.sentence.utf8.prefix(maximumSentence).map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }
            record.failure = Failure(
                time: now, sentence: String(decoding: sentence, as: UTF8.self),
                isOfCredentials: (problem.isOfSecret || problem.isWithoutCredentials) && !problem.isOfKeyring)
        } else {
            let age = record.completed.map { now.seconds - $0.seconds } ?? .max
            if record.failure == nil, age >= 0, age < interval { return }
            record.completed = now
            record.failure = nil
        }
        var content = ""
        if let completed = record.completed { content += "completed \(completed.seconds)\n" }
        if let failure = record.failure {
            let word = failure.isOfCredentials ? "refused" : "failed"
            content += "\(word) \(failure.time.seconds) \(failure.sentence)\n"
        }
        // If this fails, the former record stays.
        try? state.write(
            Array(content.utf8), as: name, .replacing, through: state, named: name + Array(".".utf8) + UniqueName.next()
        )
    }
}
