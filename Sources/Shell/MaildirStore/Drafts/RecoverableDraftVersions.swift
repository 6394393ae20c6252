internal import Digest
public import Disk
internal import InternetMessage
internal import JSONText
public import MailTypes

/// Kept versions: messages that are no longer drafts because they lost a conflict, were discarded or were queued.
///
/// All metadata is in the filename, so it cannot be incomplete: `SECONDS.REASON.DRAFTID.REVISION.dNUMBER`.
public struct RecoverableDraftVersions: Sendable {
    public enum Reason: String, Sendable, CaseIterable {
        /// A higher revision exists.
        case superseded
        /// The user discarded the draft. Kept for 30 days.
        case discarded
        /// A message in the outbox was built from the draft.
        case queued
        /// The version of another device won.
        case conflict
    }

    /// A kept version.
    public struct Version: Hashable, Sendable {
        public let kept: Instant
        public let reason: Reason
        public let draftID: DraftID
        public let revision: Int
        /// The draft number; 0 if it had none.
        public let number: Int

        public init(kept: Instant, reason: Reason, draftID: DraftID, revision: Int, number: Int) {
            self.kept = kept
            self.reason = reason
            self.draftID = draftID
            self.revision = revision
            self.number = number
        }

        /// Until when the version is kept at least; `nil` if it is kept indefinitely.
        public var expires: Instant? {
            reason == .discarded ? Instant(seconds: kept.seconds + RecoverableDraftVersions.discardedLifetime) : nil
        }

        fileprivate var later: Version {
            Version(
                kept: Instant(seconds: kept.seconds + 1), reason: reason, draftID: draftID, revision: revision,
                number: number)
        }

        public var filename: [UInt8] {
            Array("\(kept.seconds).\(reason.rawValue).\(draftID).\(revision).d\(number)".utf8)
        }

        public init?(filename: [UInt8]) {
            let pieces = filename.split(separator: 0x2E, omittingEmptySubsequences: false)
                .map { String(decoding: $0, as: UTF8.self) }
            guard pieces.count == 5, let seconds = Int64(pieces[0]), let reason = Reason(rawValue: pieces[1]),
                let id = DraftID(pieces[2].utf8), let revision = Int(pieces[3]), revision >= 0,
                pieces[4].utf8.first == 0x64, let number = Int(pieces[4].utf8.dropFirst().map { UInt8($0) }.text),
                number >= 0
            else { return nil }
            self.init(
                kept: Instant(seconds: seconds), reason: reason, draftID: id, revision: revision, number: number)
            // Reject alternative spellings of the numbers, such as "+5" and "05".
            guard self.filename == filename else { return nil }
        }
    }

    static let directoryName = Array("versions".utf8)
    static let discardedLifetime: Int64 = 30 * 86400

    let directory: Directory
    private let temporary: Directory

    public init(in state: Directory) throws(FileError) {
        directory = try state.makingDirectory(Self.directoryName)
        temporary = try directory.makingDirectory(Array("tmp".utf8))
    }

    /// Returns all versions, newest last.
    public func all() throws(FileError) -> [Version] {
        try directory.unsortedNames().compactMap { Version(filename: $0) }.sorted {
            ($0.kept, $0.draftID.text, $0.revision) < ($1.kept, $1.draftID.text, $1.revision)
        }
    }

    public func contents(of version: Version) throws(FileError) -> [UInt8] {
        try directory.contents(of: version.filename)
    }

    /// Returns the SHA-256 of a version in hexadecimal digits.
    func digest(of version: Version) throws(FileError) -> String {
        var digest = SHA256()
        try directory.forEachPiece(of: version.filename) { digest.update($0.span) }
        return digest.digits()
    }

    /// Durably keeps a message, without removing it from the Maildir, and returns its version. The version has a later
    /// date if the name is taken.
    func keep(_ entry: Maildir.Entry, of maildir: Maildir, as version: Version) throws(FileError) -> Version? {
        if version.reason == .discarded { _ = readClock(version.kept) }
        guard let source = maildir.subdirectory(entry.place) else { return nil }
        var version = version
        while true {
            do throws(FileError) {
                try source.link(entry.name.octets, to: version.filename, in: directory)
                try directory.synchronize()
                return version
            } catch  where error.cannotLink {
                var entry = entry
                return try keepBeside(maildir.contents(of: &entry), as: version)
            } catch  where error.isTaken {
                // The name is taken by the same message, kept before a crash, or by a different one, which must not be
                // replaced.
                let kept = try directory.status(of: version.filename)
                if let kept, try maildir.status(of: entry)?.inode == kept.inode {
                    try directory.synchronize()
                    return version
                }
                version = version.later
            }
        }
    }

    func keep(_ message: [UInt8], as version: Version) throws(FileError) {
        try directory.write(
            message, as: version.filename, .replacing, through: temporary, named: UniqueName.next())
    }

    /// Keeps a copy of a message and returns its version. Unlike `keep`, this replaces no other version: it has a later date
    /// if the name is taken by another message.
    @discardableResult
    func keepBeside(_ message: [UInt8], as version: Version) throws(FileError) -> Version {
        var version = version
        while try directory.status(of: version.filename) != nil, (try? contents(of: version)) != message {
            version = version.later
        }
        try keep(message, as: version)
        return version
    }

    /// Durably keeps a draft that was deleted on the server.
    public func keepLost(_ entry: Maildir.Entry, of maildir: Maildir, at now: Instant) throws(FileError) {
        var entry = entry
        let header = DraftHeader(of: Message(try maildir.header(of: &entry)))
        let version = Version(
            kept: now, reason: .conflict, draftID: header?.id ?? .random(), revision: header?.revision ?? 0, number: 0)
        _ = try keep(entry, of: maildir, as: version)
    }

    func remove(_ version: Version) throws(FileError) {
        try directory.remove(version.filename)
    }

    func removeTemporaryFiles() throws(FileError) {
        for name in try temporary.unsortedNames() { _ = try? temporary.remove(name) }
    }

    /// Deletes versions that have been kept for 30 days since they were discarded.
    func expire(at now: Instant) throws(FileError) {
        let discarded = try all().filter { $0.reason == .discarded }
        guard !discarded.isEmpty, let clock = readClock(now) else { return }
        for version in discarded where clock.hasKept(since: version.kept, for: Self.discardedLifetime, at: now) {
            try remove(version)
        }
    }

    private static let clockName = Array("clock".utf8)
    private static let maximumClockSize = 1 << 10

    /// Stores that the clock was read, and returns how far it can be trusted; `nil` if that cannot be stored, as on a
    /// full disk. Nothing expires then, and a missing file is as if the clock had just been set.
    private func readClock(_ now: Instant) -> RetentionClock? {
        let former = storedClock
        let clock = RetentionClock.reading(now, after: former)
        if clock == former { return clock }
        let object = JSONObject([("since", .integer(clock.since.seconds)), ("last", .integer(clock.last.seconds))])
        do throws(FileError) {
            try directory.write(
                JSONValue.object(object).octets + [0x0A], as: Self.clockName, .replacing, through: temporary,
                named: UniqueName.next())
            return clock
        } catch {
            _ = try? directory.remove(Self.clockName)
            return nil
        }
    }

    private var storedClock: RetentionClock? {
        guard let content = try? directory.contents(of: Self.clockName, limit: Self.maximumClockSize),
            let object = (try? JSONReader.value(of: content))?.object, let since = object["since"]?.integer,
            let last = object["last"]?.integer
        else { return nil }
        return RetentionClock(since: Instant(seconds: since), last: Instant(seconds: last))
    }
}

extension [UInt8] {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
