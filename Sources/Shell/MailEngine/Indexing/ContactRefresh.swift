internal import Contacts
internal import Disk
public import MailIndex
public import MailTypes
public import MaildirStore

/// Learns contacts from the mail that the index has found since the last time: from sender, To and Cc, and from nowhere
/// else.
public struct ContactRefresh {
    private let index: MailIndex
    private let directory: ContactDirectory
    private let own: Set<EmailAddress>

    /// Messages whose senders and recipients are in memory at a time.
    private static let batchSize = 5000
    /// Mailboxes whose messages were neither received nor sent, or are unwanted.
    private static let ignored = Set(["Drafts", "Junk", "Spam", "Trash"].compactMap { MailboxName($0) })

    /// `own`: the account's addresses, which do not become contacts.
    public init(_ index: MailIndex, _ directory: ContactDirectory, except own: Set<EmailAddress>) {
        self.index = index
        self.directory = directory
        self.own = own
    }

    /// `now` bounds dates, so that a message from the future does not keep its names for ever.
    public func run(now: Instant) throws(IndexFailure) {
        let identity = try IndexFailure.index { () throws(IndexError) in try index.identity() }
        let newest = try IndexFailure.index { () throws(IndexError) in try index.lastContent() }
        let former = try IndexFailure.file { () throws(FileError) in try directory.progress() }
        guard let former, former.index == identity else {
            var book = ContactBook()
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

    /// Messages in the order of their numbers, some at a time, with the number up to which they reach.
    private func forEachBatch(
        after first: Int64, upTo newest: Int64, _ now: Instant,
        _ body: ([ContactDirectory.Sighting], Int64) throws(IndexFailure) -> Void
    ) throws(IndexFailure) {
        var last = first
        while last < newest {
            let contents = try IndexFailure.index { () throws(IndexError) in
                try index.contents(after: last, limit: Self.batchSize, outside: Self.ignored)
            }
            last = contents.count < Self.batchSize ? newest : contents.last?.number ?? newest
            try body(contents.map { sighting($0.number, $0.content, now) }, last)
        }
    }

    private func sighting(_ number: Int64, _ content: IndexedContent, _ now: Instant) -> ContactDirectory.Sighting {
        let sightings = ContactOccurrence.of(content.from + content.to + content.cc, except: own)
        return ContactDirectory.Sighting(content: number, date: min(content.date, now), sightings: sightings)
    }
}
