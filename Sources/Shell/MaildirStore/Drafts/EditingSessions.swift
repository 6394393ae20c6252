public import Disk
public import MailTypes

/// The sessions in which drafts of one account are written, and in which the order to send can be taken back.
///
/// A session is a lock that lasts as long as the program does, however that ends. Beside it stands a journal with every
/// line that was accepted since the draft was saved last.
public struct EditingSessions: Sendable {
    private let directory: Directory

    private static let directoryName = Array("sessions".utf8)
    private static let lockSuffix = Array(".lock".utf8)
    private static let journalSuffix = Array(".jsonl".utf8)
    /// No journal grows to this: the draft is saved long before.
    private static let maximumJournal = 64 << 20

    /// `state` is the account's directory for what only this program reads.
    public init(in state: Directory) throws(FileError) {
        directory = try state.makingDirectory(Self.directoryName)
    }

    /// A session of this process. It ends with the value, or with the process.
    public final class Session: Sendable {
        public let id: DraftID
        private let directory: Directory
        private let lock: FileLock

        fileprivate init(_ id: DraftID, _ directory: Directory, _ lock: FileLock) {
            self.id = id
            self.directory = directory
            self.lock = lock
        }

        /// Where the lines go that were accepted. It is made when it is first asked for.
        public func journal() throws(FileError) -> JournalFile {
            try JournalFile(EditingSessions.journalName(id), in: directory)
        }

        /// Removes the journal, whose draft is saved.
        public func removeJournal() throws(FileError) {
            try directory.remove(EditingSessions.journalName(id))
        }

        /// The lock's file goes while it is held: nobody can come to hold a lock on a file without a name.
        deinit {
            // A journal that is there has lines that somebody is to look after.
            guard (try? directory.status(of: EditingSessions.journalName(id))) == .none else { return }
            _ = try? directory.remove(EditingSessions.lockName(id))
        }
    }

    /// A new session.
    public func begin() throws(FileError) -> Session {
        while true {
            let id = DraftID.random()
            // Whoever looks for sessions that have ended may take this one for such, before it is locked.
            guard let lock = try directory.lock(Self.lockName(id), waiting: false),
                try lock.isHeld(of: Self.lockName(id), in: directory)
            else { continue }
            return Session(id, directory, lock)
        }
    }

    /// Whether the process that began the session is there.
    public func isAlive(_ id: DraftID) throws(FileError) -> Bool {
        guard try directory.status(of: Self.lockName(id)) != nil else { return false }
        return try directory.lock(Self.lockName(id), waiting: false) == nil
    }

    /// A session that has ended without saving all that was accepted.
    public struct Abandoned: Sendable {
        public let id: DraftID
        /// The octets of its journal.
        public let journal: [UInt8]
        /// Held as long as somebody looks after it.
        private let lock: FileLock

        fileprivate init(_ id: DraftID, _ journal: [UInt8], _ lock: FileLock) {
            self.id = id
            self.journal = journal
            self.lock = lock
        }
    }

    /// All such sessions, each of which is this process's until the value goes. What ended in order is cleared away.
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

    /// More lines for the journal of a session that has ended, and is this process's now.
    public func journal(of session: Abandoned) throws(FileError) -> JournalFile {
        try JournalFile(Self.journalName(session.id), in: directory)
    }

    /// Takes away what is left of a session whose lines are saved.
    public func clear(_ session: Abandoned) throws(FileError) {
        try directory.remove(Self.journalName(session.id))
        try directory.remove(Self.lockName(session.id))
    }

    private static func lockName(_ id: DraftID) -> [UInt8] { Array(id.text.utf8) + lockSuffix }
    private static func journalName(_ id: DraftID) -> [UInt8] { Array(id.text.utf8) + journalSuffix }

    /// The session that a file here belongs to.
    private static func id(ofFile name: [UInt8]) -> DraftID? {
        let suffix = name.dropFirst(36)
        guard suffix.elementsEqual(lockSuffix) || suffix.elementsEqual(journalSuffix) else { return nil }
        return DraftID(name.prefix(36))
    }
}
