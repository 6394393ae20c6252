internal import Database
internal import Digest
public import MailTypes

/// A row of the mailbox table.
public struct StoredMailbox: Hashable, Sendable {
    let row: Int64
    public let name: MailboxName
    /// The recorded state of its directories; empty if they must be read again.
    public let signature: [UInt8]
    /// The number of files in the mailbox.
    public let total: Int
}

extension StoredMailbox {
    /// Reads the columns id, name, signature and total.
    init(_ row: borrowing Row, _ database: Database) throws(IndexDatabaseError) {
        self.init(
            row: row.integer(0), name: try database.mailboxName(row.octets(1)), signature: row.octets(2),
            total: row.number(3))
    }
}

/// A row of the content table.
public struct StoredContent: Hashable, Sendable {
    let row: Int64
    let date: Int64
    let hash: ContentHash
}

/// A row of the file table.
public struct StoredFile: Hashable, Sendable {
    public let row: Int64
    let mailbox: Int64
    public internal(set) var file: IndexedFile
    let content: Int64
    /// Numbers the files with the same content in a mailbox, from 0.
    let ordinal: Int
    /// The bits of the `IndexedMessageID`.
    var id: Int64
    let date: Int64

    /// A checksum of the row, which detects damage by a failing disk.
    var sum: Int64 {
        var writer = RecordWriter()
        writer.number(UInt64(bitPattern: mailbox))
        writer.number(UInt64(file.place.rawValue))
        writer.octets(file.name)
        writer.number(file.flags.rawValue)
        writer.number(UInt64(bitPattern: content))
        writer.number(ordinal)
        writer.number(UInt64(bitPattern: id))
        writer.number(UInt64(bitPattern: date))
        return Int64(bitPattern: XXH3.hash64(writer.octets))
    }
}

extension StoredFile {
    init(
        row: Int64, mailbox: Int64, file: IndexedFile, content: Int64, ordinal: Int, id: UInt64, date: Int64
    ) {
        self.init(
            row: row, mailbox: mailbox, file: file, content: content, ordinal: ordinal, id: Int64(bitPattern: id),
            date: date)
    }

    /// Reads the columns id, mailbox, place, name, flags, content, ordinal, public, date and sum.
    init(_ row: borrowing Row, _ database: Database) throws(IndexDatabaseError) {
        guard let place = IndexedFile.Place(rawValue: UInt8(truncatingIfNeeded: row.integer(2))) else {
            throw .damaged(path: database.path)
        }
        let flags = MaildirFlags(rawValue: UInt64(bitPattern: row.integer(4)))
        self.init(
            row: row.integer(0), mailbox: row.integer(1),
            file: IndexedFile(place: place, name: row.octets(3), flags: flags), content: row.integer(5),
            ordinal: row.number(6), id: row.integer(7), date: row.integer(8))
        guard row.integer(9) == sum else { throw .damaged(path: database.path) }
    }
}
