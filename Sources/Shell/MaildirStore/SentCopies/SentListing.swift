public import Disk
internal import InternetMessage
public import MailTypes
internal import Outbox

/// What is in Sent at one time, so that the copies of several messages are searched with one look at the directory.
public struct SentListing: Sendable {
    /// A file that may be the copy of a message.
    struct Candidate: Sendable {
        let entry: Maildir.Entry
        /// The message on the server; `nil` for a file that no sync of petrel has seen there.
        let synced: SyncedFilename?
        /// When the file came or changed, in seconds since 1970.
        let changed: Int64
    }

    /// The newest messages of the server are examined whatever its clock says.
    private static let newest = 500

    /// `nil` if there is no Sent.
    let maildir: Maildir?
    /// The two highest UIDs.
    private var highest: [(uid: UInt32, entry: Maildir.Entry)] = []
    /// By Message-ID, which may be missing.
    private var candidates: [MessageID?: [Candidate]] = [:]
    /// The messages in the outbox by Message-ID.
    var outbox: [MessageID: Set<DraftID>] = [:]

    /// Reads the Message-IDs of the files that came here or changed since `change`, and that the server has not got before
    /// `arrival`, both in seconds since 1970. They are cached in `memory`.
    init(
        _ maildir: Maildir?, since change: Int64, arrivedSince arrival: Int64, _ memory: DraftStoreCache?,
        at now: Instant
    ) throws(FileError) {
        self.maildir = maildir
        guard let maildir else { return }
        let entries = try maildir.entries().map { (entry: $0, synced: SyncedFilename($0.name.base)) }
        let synced = entries.compactMap { entry, name in name.map { (uid: $0.uid.rawValue, entry: entry) } }
            .sorted { $0.uid > $1.uid }
        highest = Array(synced.prefix(2))
        let firstNew = synced.prefix(Self.newest).last?.uid ?? 0
        for (entry, name) in entries {
            var entry = entry
            // The name tells when the server got the message, so that old mail needs no system call.
            if let name, name.arrived.seconds < arrival, name.uid.rawValue < firstNew { continue }
            guard let status = try maildir.status(of: entry), status.kind == .file else { continue }
            let changed = max(status.modified, status.changed) / 1_000_000_000
            guard changed >= change else { continue }
            do throws(FileError) {
                let messageID = try Self.messageID(of: &entry, status, in: maildir, memory, at: now)
                candidates[messageID, default: []].append(Candidate(entry: entry, synced: name, changed: changed))
            } catch  where error.isMissing {
                continue
            }
        }
    }

    /// Returns the highest UID, except that of `other`; 0 if there is none.
    func highestUID(except other: Maildir.Entry?) -> UInt32 {
        highest.first { $0.entry != other }?.uid ?? 0
    }

    func candidates(_ messageID: MessageID?) -> [Candidate] { candidates[messageID] ?? [] }

    /// Reads the Message-ID of a file, unless it is cached.
    static func messageID(
        of entry: inout Maildir.Entry, _ status: FileStatus, in maildir: Maildir, _ memory: DraftStoreCache?,
        at now: Instant
    ) throws(FileError) -> MessageID? {
        if let known = memory?.messageIDsInSent.value(for: status) { return known }
        let value = Message(try maildir.header(of: &entry)).header.messageID
        memory?.messageIDsInSent.remember(value, for: status, at: now)
        return value
    }
}

extension DraftStore {
    /// Lists Sent and the outbox, in order to search the copies of these sent messages.
    public func listSent(for items: [DraftItem], at now: Instant) throws(FileError) -> SentListing {
        let sidecars = items.compactMap(\.sidecar)
        let start = sidecars.map { $0.searchStart(at: now).seconds }.min() ?? now.seconds
        let queued = sidecars.compactMap(\.queuedDate?.seconds).min() ?? start
        var listing = try SentListing(
            mail.maildir(.sent), since: start - SentCopy.leeway, arrivedSince: min(start, queued) - SentCopy.leeway,
            memory, at: now)
        // The Message-ID of a queued message never changes, so it may come from a sidecar that was read earlier.
        for sidecar in try SidecarMaildir.sidecars(.outbox, in: state, known: memory.outboxSidecar) {
            if let messageID = sidecar.envelope?.messageID {
                listing.outbox[messageID, default: []].insert(sidecar.draftID)
            }
        }
        return listing
    }
}

extension Sidecar {
    /// When the attempt to send the message began, after which the server may have stored a copy.
    func searchStart(at now: Instant) -> Instant {
        attempt.map { min($0.started, now) } ?? now
    }
}
