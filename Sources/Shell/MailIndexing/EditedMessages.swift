internal import Digest
public import Disk
public import MailIndex
public import MailTypes
public import MaildirStore

/// Messages whose files another program edited in place.
///
/// That changes neither the name of the file nor the times of its directory, so a refresh does not notice it: it would have
/// to ask for the size and time of every file. The index is corrected when such a message is opened or searched for here.
public struct EditedMessages {
    /// A message that was edited.
    public struct Location: Hashable, Sendable {
        public let mailbox: MailboxName
        public let file: IndexedFile
        public let path: Path
    }

    private let mail: MailTree
    private let location: IndexLocation

    /// The number of seconds that writing a new message may take. Later changes are suspicious.
    private static let writingTime: Int64 = 2

    public init(_ mail: MailTree, _ location: IndexLocation) {
        self.mail = mail
        self.location = location
    }

    // MARK: - Finding

    /// Finds the messages whose files have other contents than those in the index. Reads only files whose size or time is
    /// unexpected.
    public func find(in index: MailIndex) throws(IndexFailure) -> [Location] {
        var found: [Location] = []
        let mailboxes = try IndexFailure.index { () throws(IndexDatabaseError) in try index.mailboxes() }
        for mailbox in mailboxes.map(\.name) {
            guard let maildir = try? mail.maildir(mailbox) else { continue }
            let files = try IndexFailure.index { () throws(IndexDatabaseError) in try index.files(in: mailbox) }
            // What cannot be read cannot be compared.
            for (file, hash, size) in files where (try? Self.isEdited(file, in: maildir, hash, size)) ?? false {
                let entry = Maildir.Entry(place: file.place.ofMaildir, name: MaildirFilename(file.name))
                found.append(Location(mailbox: mailbox, file: file, path: maildir.path(of: entry)))
            }
        }
        return found
    }

    private static func isEdited(
        _ file: IndexedFile, in maildir: Maildir, _ indexed: ContentHash, _ size: Int
    ) throws(FileError) -> Bool {
        guard let directory = maildir.subdirectory(file.place.ofMaildir),
            let status = try directory.status(of: file.name), status.kind == .file
        else { return false }
        let arrival = MaildirFilenameTimestamp.time(of: file.name).seconds
        let isExpected = status.size == size && status.modified / 1_000_000_000 <= arrival + writingTime
        if isExpected { return false }
        var hasher = MessageHasher()
        try directory.forEachPiece(of: file.name) { hasher.update($0.span) }
        return hasher.finish() != indexed
    }

    // MARK: - Indexing again

    /// Indexes the present content of a file. The message keeps its ID. Returns whether the index has changed.
    public func indexAgain(_ file: IndexedFile, in mailbox: MailboxName) throws(IndexFailure) -> Bool {
        let lock = try IndexFailure.file { () throws(FileError) in try location.lock(waiting: true) }
        defer { withExtendedLifetime(lock) {} }
        guard let writer = try IndexWriter.open(location) else { return false }
        let isChanged = try update(writer, file, mailbox)
        // If this fails, the next refresh verifies the checksums.
        try? location.recordClosedState()
        return isChanged
    }

    private func update(
        _ writer: IndexWriter, _ file: IndexedFile, _ name: MailboxName
    ) throws(IndexFailure) -> Bool {
        defer { writer.close() }
        let parsed = try IndexFailure.file { () throws(FileError) in
            try mail.maildir(name).map { (maildir) throws(FileError) in try maildir.parsedContent(of: file) }
        }
        guard let parsed else { return false }
        return try IndexFailure.index { () throws(IndexDatabaseError) -> Bool in
            let isChanged = try writer.transaction { () throws(IndexDatabaseError) -> Bool in
                guard let mailbox = try writer.mailboxes().first(where: { $0.name == name }) else { return false }
                let known = try writer.files(in: mailbox, named: [file.name])
                guard let stored = known.first(where: { $0.file.place == file.place }),
                    try writer.replaceContent(of: stored, by: parsed, in: mailbox)
                else { return false }
                try writer.closeAdjustingCounts(mailbox, signature: mailbox.signature)
                return true
            }
            if isChanged { _ = try writer.forgetContents() }
            return isChanged
        }
    }
}
