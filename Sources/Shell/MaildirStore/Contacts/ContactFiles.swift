public import Contacts
public import Disk
internal import JSONText
public import MailTypes
private import Synchronization
internal import Threads

/// The contact files of one account.
///
/// Each file is replaced atomically and records up to which message it has been counted, so counting a message again
/// after a crash has no effect. The most recent messages are not in the contact files yet. They are listed in
/// `counted.json`, which also records the overall progress.
public struct ContactFiles: Sendable {
    private let current: Directory
    private let temporary: Directory
    private let directory: Directory
    /// The number of address occurrences up to which recent messages are kept in `counted.json`.
    private let mostRecent: Int

    private static let name = Array("contacts".utf8)
    private static let lockName = Array("lock".utf8)
    private static let tallyName = Array("counted.json".utf8)
    private static let maximumSize = 1 << 24

    /// Creates the contact directory in `state`, the account's private state directory, if it does not exist.
    public init(in state: Directory) throws(FileError) {
        try self.init(in: state, mostRecent: RecentContactOccurrences.mostRecent)
    }

    init(in state: Directory, mostRecent: Int) throws(FileError) {
        self.mostRecent = mostRecent
        directory = try state.makingDirectory(Self.name)
        current = try directory.makingDirectory(Maildir.Place.cur.octets)
        temporary = try directory.makingDirectory(Array("tmp".utf8))
    }

    /// Returns `nil`, without creating anything, if no contacts have been collected yet.
    public init?(existingIn state: Directory) throws(FileError) {
        guard try state.status(of: Self.name)?.kind == .directory else { return nil }
        try self.init(in: state)
    }

    // MARK: - Reading

    /// Returns all contacts. Shards that are damaged or written by a newer version count as empty.
    public func contacts() throws(FileError) -> [Contact] {
        try contacts(in: 0..<ContactShard.count)
    }

    private func contacts(in shards: Range<Int>) throws(FileError) -> [Contact] {
        let tally = try tally()
        let recent = tally?.shards ?? []
        var contacts: [Contact] = []
        contacts.reserveCapacity(shards.count * Self.usualCount)
        for number in shards {
            if recent.contains(number) {
                let shard = try shard(number)
                var book = AccountContacts(shard?.contacts ?? [])
                for person in tally?.people(beside: shard, numbered: number) ?? [] {
                    book.record(person.sighting, at: person.date)
                }
                contacts += book.contacts
            } else if let file = try file(number) {
                ContactShard.append(file, to: &contacts)
            }
        }
        return contacts
    }

    /// The number of contacts to reserve space for per shard: a little more than a full book has.
    private static let usualCount = 48

    public func book() throws(FileError) -> AccountContacts {
        AccountContacts(try contacts())
    }

    /// Returns an index of the contacts of several accounts. Shards are read and prepared in parallel, because the user
    /// is waiting at the prompt.
    public static func index(of directories: [ContactFiles?]) throws(FileError) -> ContactIndex {
        typealias Loaded = Result<ContactIndexSegment, FileError>
        let pieces = Mutex<[Int: Loaded]>([:])
        BackgroundThreads.perform(directories.count * piecesOfAccount) { number in
            let (book, part) = number.quotientAndRemainder(dividingBy: piecesOfAccount)
            let size = ContactShard.count / piecesOfAccount
            let piece: Loaded
            do throws(FileError) {
                let contacts = try directories[book]?.contacts(in: part * size..<(part + 1) * size) ?? []
                piece = .success(ContactIndexSegment(contacts, book: book))
            } catch {
                piece = .failure(error)
            }
            pieces.withLock { $0[number] = piece }
        }
        var all: [ContactIndexSegment] = []
        for (_, piece) in pieces.withLock({ $0 }).sorted(by: { $0.key < $1.key }) { all.append(try piece.get()) }
        return ContactIndex(pieces: all)
    }

    /// Large enough pieces to be worth dispatching, and enough of them to keep all processors busy.
    private static let piecesOfAccount = 4

    private func file(_ number: Int) throws(FileError) -> [UInt8]? {
        do throws(FileError) {
            return try current.contents(of: ContactShard.filename(number), limit: Self.maximumSize)
        } catch  where error.isMissing {
            return nil
        }
    }

    private func shard(_ number: Int) throws(FileError) -> ContactShard? {
        try file(number).flatMap { ContactShard(reading: $0) }
    }

    /// Returns how far messages have been counted, or `nil` if all must be counted again.
    public func progress() throws(FileError) -> ContactProgress? {
        try tally()?.progress
    }

    private func tally() throws(FileError) -> RecentContactOccurrences? {
        do throws(FileError) {
            return RecentContactOccurrences(reading: try current.contents(of: Self.tallyName, limit: Self.maximumSize))
        } catch  where error.isMissing {
            return nil
        }
    }

    // MARK: - Writing

    /// Counts further messages of the same index, in the order of their content numbers.
    ///
    /// The result is durable when this returns. A crash before that leaves some files ahead of others, which the next
    /// count corrects.
    public func count(_ messages: [Sighting], upTo progress: ContactProgress) throws(FileError) {
        try changing { () throws(FileError) in
            let tally = try tally()
            let isSameIndex = tally?.progress.index == progress.index
            let counted = isSameIndex ? tally?.progress.content ?? .min : .min
            let new = messages.filter { $0.content > counted && !$0.sightings.isEmpty }
            if var tally, isSameIndex, tally.contacts != nil {
                tally.progress = progress
                tally.recent += new
                if tally.recent.reduce(0, { $0 + $1.sightings.count }) <= mostRecent {
                    return try write([tally.octets], as: [Self.tallyName])
                }
            }
            var whole = tally ?? RecentContactOccurrences(progress, contacts: nil)
            if !isSameIndex { whole.progress = progress }
            whole.recent = (isSameIndex ? whole.recent : []) + new
            let book = { (former: [Int: ContactShard]) in Self.book(former, whole) }
            if let count = try changeSome(whole.shards, whole.contacts, progress, book) {
                return try end(progress, count)
            }
            try end(progress, try changeAll(progress, book))
        }
    }

    /// Merges the contacts of all messages of a new index. Each contact keeps the higher of its two frequencies,
    /// because the old one includes messages that were deleted since. Idempotent.
    public func recount(_ book: AccountContacts, upTo progress: ContactProgress) throws(FileError) {
        try changing { () throws(FileError) in
            let tally = try tally()
            let count = try changeAll(progress) { former in
                var book = book
                for contact in Self.book(former, tally).contacts { book.remember(contact) }
                return book
            }
            try end(progress, count)
        }
    }

    /// Returns the contacts of some shards, including those of the recent messages.
    private static func book(_ shards: [Int: ContactShard], _ tally: RecentContactOccurrences?) -> AccountContacts {
        var book = AccountContacts(shards.sorted { $0.key < $1.key }.flatMap(\.value.contacts))
        for number in (tally?.shards ?? []).sorted() {
            for person in tally?.people(beside: shards[number], numbered: number) ?? [] {
                book.record(person.sighting, at: person.date)
            }
        }
        return book
    }

    private func changing<Result>(_ body: () throws(FileError) -> Result) throws(FileError) -> Result {
        let lock = try directory.lock(Self.lockName, waiting: true)
        defer { withExtendedLifetime(lock) {} }
        for name in try temporary.unsortedNames() { _ = try? temporary.remove(name) }
        return try body()
    }

    /// Writes `counted.json`. Must be called last, because its contents must hold for every shard.
    private func end(_ progress: ContactProgress, _ count: Int) throws(FileError) {
        try write([RecentContactOccurrences(progress, contacts: count).octets], as: [Self.tallyName])
    }

    /// Changes the shards in `concerned` and returns the new total number of contacts, given the `known` number before.
    /// Returns `nil` and changes nothing if that number is unknown or the total would exceed the capacity: choosing the
    /// contacts to drop requires all shards.
    private func changeSome(
        _ concerned: Set<Int>, _ known: Int?, _ progress: ContactProgress,
        _ body: ([Int: ContactShard]) -> AccountContacts
    ) throws(FileError) -> Int? {
        guard let known else { return nil }
        let former = try shards(concerned)
        let book = body(former)
        let count = known + book.count - former.values.reduce(0) { $0 + $1.contacts.count }
        if count > AccountContacts.capacity { return nil }
        try save(book, former, progress)
        return count
    }

    /// Changes all affected shards and returns the new total number of contacts.
    private func changeAll(
        _ progress: ContactProgress, _ body: ([Int: ContactShard]) -> AccountContacts
    ) throws(FileError) -> Int {
        let former = try shards(0..<ContactShard.count)
        var book = body(former)
        book.trim()
        try save(book, former, progress)
        return book.count
    }

    private func shards(_ numbers: some Sequence<Int>) throws(FileError) -> [Int: ContactShard] {
        var shards: [Int: ContactShard] = [:]
        for number in numbers { shards[number] = try shard(number) }
        return shards
    }

    private func save(
        _ book: AccountContacts, _ former: [Int: ContactShard], _ progress: ContactProgress
    ) throws(FileError) {
        var shards: [Int: [Contact]] = [:]
        for contact in book.contacts { shards[ContactShard.number(contact.address), default: []].append(contact) }
        var files: [[UInt8]] = []
        var names: [[UInt8]] = []
        for number in 0..<ContactShard.count {
            var shard = ContactShard()
            shard.contacts = shards[number] ?? []
            shard.progress = progress
            let known = former[number]
            if shard.contacts.isEmpty, known == nil { continue }
            // An unchanged shard does not need new progress: the messages counted since did not contain its addresses.
            if let known, known.progress?.index == progress.index, Set(known.contacts) == Set(shard.contacts) {
                continue
            }
            let object = try file(number).flatMap { ChecksummedJSON.isWhole($0) ? ChecksummedJSON.object(in: $0) : nil }
            files.append(shard.octets(keeping: object))
            names.append(ContactShard.filename(number))
        }
        try write(files, as: names)
    }

    private func write(_ files: [[UInt8]], as names: [[UInt8]]) throws(FileError) {
        let batch = DurableBatch()
        for (file, name) in zip(files, names) {
            try batch.add(file, as: name, in: current, .replacing, through: temporary, named: UniqueName.next())
        }
        try batch.commit()
    }

    /// Returns the paths of the damaged files. If `repairing`, moves them aside and has all messages counted again.
    func damage(repairing: Bool, in state: Directory) throws(FileError) -> [Path] {
        let lock = try directory.lock(Self.lockName, waiting: true)
        defer { withExtendedLifetime(lock) {} }
        var damaged: [[UInt8]] = []
        let names = Set((0..<ContactShard.count).map { ContactShard.filename($0) })
        for name in try current.names() {
            if name == Self.tallyName {
                if try progress() == nil { damaged.append(name) }
            } else if !names.contains(name) {
                damaged.append(name)
            } else if ContactShard(reading: try current.contents(of: name, limit: Self.maximumSize)) == nil {
                damaged.append(name)
            }
        }
        if repairing, !damaged.isEmpty {
            let lost = try state.makingDirectory(Array("lost".utf8))
            for name in damaged {
                try current.rename(name, to: UniqueName.next() + [0x2E] + name.prefix(128), in: lost)
            }
            try current.remove(Self.tallyName)
            try lost.synchronize()
            try current.synchronize()
        }
        return damaged.map { current.path / $0 }
    }

    /// Deletes everything known about an address except that it must not be offered again.
    public func forget(_ address: EmailAddress) throws(FileError) {
        try changing { () throws(FileError) in
            let number = ContactShard.number(address)
            var shard = try shard(number) ?? ContactShard()
            let tally = try tally()
            // A new shard has counted none of the recent messages, which may contain other addresses of this shard.
            shard.progress = shard.progress ?? tally.map { ContactProgress(index: $0.progress.index, content: 0) }
            var book = AccountContacts(shard.contacts)
            for person in tally?.people(beside: shard, numbered: number) ?? [] where person.sighting.address == address
            {
                book.record(person.sighting, at: person.date)
            }
            book.forget(address)
            shard.contacts = book.contacts
            let object = try file(number).flatMap {
                ChecksummedJSON.isWhole($0) ? ChecksummedJSON.object(in: $0) : nil
            }
            try write([shard.octets(keeping: object)], as: [ContactShard.filename(number)])
            guard var tally, tally.shards.contains(number) else { return }
            tally.forget(address)
            try write([tally.octets], as: [Self.tallyName])
        }
    }
}
