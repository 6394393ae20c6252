public import Disk
public import MailTypes

/// The sessions in which drafts of an account are edited and sending can be undone.
///
/// A session is a lock that lasts until the process ends, for whatever reason. It may have a journal with all lines
/// accepted since the draft was last saved.
public struct EditingSessionsAndJournals: Sendable {
    private let directory: Directory
    private let state: Directory

    private static let directoryName = Array("sessions".utf8)
    private static let lockSuffix = Array(".lock".utf8)
    private static let journalSuffix = Array(".jsonl".utf8)
    /// Larger than any journal, because the draft is saved much earlier.
    private static let maximumJournal = 64 << 20

    /// `state` is the account's private state directory.
    public init(in state: Directory) throws(FileError) {
        self.state = state
        directory = try state.makingDirectory(Self.directoryName)
    }

    /// A session of this process. It ends with this object or the process.
    public final class Session: Sendable {
        public let id: DraftID
        private let directory: Directory
        private let lock: FileLock

        fileprivate init(_ id: DraftID, _ directory: Directory, _ lock: FileLock) {
            self.id = id
            self.directory = directory
            self.lock = lock
        }

        /// Returns the journal for accepted lines, creating it if necessary.
        public func journal() throws(FileError) -> JournalFile {
            try JournalFile(EditingSessionsAndJournals.journalName(id), in: directory)
        }

        /// Removes the journal after the draft has been saved.
        public func removeJournal() throws(FileError) {
            try directory.remove(EditingSessionsAndJournals.journalName(id))
        }

        /// Removes the lock file while the lock is held, so that no process can hold a lock on a deleted file.
        deinit {
            // A journal has unsaved lines, which another process must recover.
            guard (try? directory.status(of: EditingSessionsAndJournals.journalName(id))) == .none else { return }
            _ = try? directory.remove(EditingSessionsAndJournals.lockName(id))
        }
    }

    /// Begins a new session.
    public func begin() throws(FileError) -> Session {
        while true {
            let id = DraftID.random()
            // A process looking for ended sessions may lock and remove the new file before it is locked here.
            guard let lock = try directory.lock(Self.lockName(id), waiting: false),
                try lock.isHeld(of: Self.lockName(id), in: directory)
            else { continue }
            return Session(id, directory, lock)
        }
    }

    /// Returns whether the process that began the session is still running.
    public func isAlive(_ id: DraftID) throws(FileError) -> Bool {
        guard try directory.status(of: Self.lockName(id)) != nil else { return false }
        return try directory.lock(Self.lockName(id), waiting: false) == nil
    }

    /// A session that ended with unsaved lines.
    public struct Abandoned: Sendable {
        public let id: DraftID
        /// The contents of its journal.
        public let journal: [UInt8]
        /// Held during recovery.
        private let lock: FileLock

        fileprivate init(_ id: DraftID, _ journal: [UInt8], _ lock: FileLock) {
            self.id = id
            self.journal = journal
            self.lock = lock
        }
    }

    /// Returns all abandoned sessions, locked for this process as long as the values exist. Removes sessions without
    /// unsaved lines.
    public func abandoned() throws(FileError) -> [Abandoned] {
        var found: [Abandoned] = []
        for id in Set(try directory.unsortedNames().compactMap(Self.id(ofFile:))).sorted(by: { $0.text < $1.text }) {
            guard let lock = try directory.lock(Self.lockName(id), waiting: false) else { continue }
            if try directory.status(of: Self.journalName(id)) == nil {
                try directory.remove(Self.lockName(id))
                continue
            }
            let journal = try directory.contents(of: Self.journalName(id), limit: Self.maximumJournal)
            found.append(Abandoned(id, journal, lock))
        }
        return found
    }

    /// Returns the journal of an abandoned session, for appending lines.
    public func journal(of session: Abandoned) throws(FileError) -> JournalFile {
        try JournalFile(Self.journalName(session.id), in: directory)
    }

    /// Removes an abandoned session after its lines have been saved.
    public func clear(_ session: Abandoned) throws(FileError) {
        try directory.remove(Self.journalName(session.id))
        try directory.remove(Self.lockName(session.id))
    }

    public func path(of session: Abandoned) -> Path { directory.path / Self.journalName(session.id) }

    /// Ends an abandoned session whose journal is damaged. The file is kept in `lost`; returns its path.
    public func setAside(_ session: Abandoned) throws(FileError) -> Path {
        let lost = try state.makingDirectory(Array("lost".utf8))
        let name = Self.journalName(session.id)
        try directory.rename(name, to: name, in: lost)
        try lost.synchronize()
        try directory.synchronize()
        try directory.remove(Self.lockName(session.id))
        return lost.path / name
    }

    private static func lockName(_ id: DraftID) -> [UInt8] { Array(id.text.utf8) + lockSuffix }
    private static func journalName(_ id: DraftID) -> [UInt8] { Array(id.text.utf8) + journalSuffix }

    /// Returns the session that a file in this directory belongs to.
    private static func id(ofFile name: [UInt8]) -> DraftID? {
        let suffix = name.dropFirst(36)
        guard suffix.elementsEqual(lockSuffix) || suffix.elementsEqual(journalSuffix) else { return nil }
        return DraftID(name.prefix(36))
    }
}
