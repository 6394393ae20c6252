internal import Contacts
internal import Disk
public import MailIndex
public import MailTypes
public import MaildirStore

/// Collects contacts from the mail that was indexed since the last run: only from From, To and Cc.
public struct ContactRefresh {
    private let index: MailIndex
    private let directory: ContactFiles
    private let own: Set<EmailAddress>

    /// The number of messages whose addresses are in memory at a time.
    private static let batchSize = 5000
    /// Mailboxes with messages that were neither received nor sent, or that are unwanted.
    private static let ignored = Set(["Drafts", "Junk", "Spam", "Trash"].compactMap { MailboxName($0) })

    /// `own`: the account's addresses, which do not become contacts.
    public init(_ index: MailIndex, _ directory: ContactFiles, except own: Set<EmailAddress>) {
        self.index = index
        self.directory = directory
        self.own = own
    }

    /// Dates are capped at `now`, so that a message dated in the future does not determine names forever.
    public func run(now: Instant) throws(IndexFailure) {
        let identity = try IndexFailure.index { () throws(IndexDatabaseError) in try index.identity() }
        let newest = try IndexFailure.index { () throws(IndexDatabaseError) in try index.lastContent() }
        let former = try IndexFailure.file { () throws(FileError) in try directory.progress() }
        guard let former, former.index == identity else {
            var book = AccountContacts()
            try forEachBatch(after: 0, upTo: newest, now) { messages, _ throws(IndexFailure) in
                for message in messages {
                    for sighting in message.sightings { book.record(sighting, at: message.date) }
                }
            }
            let progress = ContactProgress(index: identity, content: newest)
            return try IndexFailure.file { () throws(FileError) in try directory.recount(book, upTo: progress) }
        }
        try forEachBatch(after: former.content, upTo: newest, now) { messages, last throws(IndexFailure) in
            let progress = ContactProgress(index: identity, content: last)
            try IndexFailure.file { () throws(FileError) in try directory.count(messages, upTo: progress) }
        }
    }

    /// Calls `body` with batches of messages, ordered by number, and with the last number that the batch covers.
    private func forEachBatch(
        after first: Int64, upTo newest: Int64, _ now: Instant,
        _ body: ([ContactFiles.Sighting], Int64) throws(IndexFailure) -> Void
    ) throws(IndexFailure) {
        var last = first
        while last < newest {
            let contents = try IndexFailure.index { () throws(IndexDatabaseError) in
                try index.contents(after: last, limit: Self.batchSize, outside: Self.ignored)
            }
            last = contents.count < Self.batchSize ? newest : contents.last?.number ?? newest
            try body(contents.map { sighting($0.number, $0.content, now) }, last)
        }
    }

    private func sighting(_ number: Int64, _ content: IndexedContent, _ now: Instant) -> ContactFiles.Sighting {
        let sightings = ContactOccurrence.of(content.from + content.to + content.cc, except: own)
        return ContactFiles.Sighting(content: number, date: min(content.date, now), sightings: sightings)
    }
}
