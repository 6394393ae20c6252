internal import Accounts
internal import Disk
internal import MailEngine
internal import MailIndex
internal import MailSearch
internal import MailTypes
internal import MaildirStore

/// The mail of one or all accounts, according to the indexes.
struct IndexedMail {
    /// An account whose mail can be read.
    struct Opened {
        let account: MailAccount
        let mail: MailTree
        let index: MailIndex
        /// When the index was read.
        let time: Instant
    }

    /// A message and the account that it is in.
    struct Found {
        let message: IndexedMessage
        let opened: Opened

        var account: AccountName { opened.account.name }
    }

    let accounts: [Opened]
    /// Problems that do not prevent reading the mail.
    private(set) var problems: [String] = []
    /// Why the indexes could not be brought up to date, if nothing can be saved.
    let obstacle: CommandFailure?

    /// `refresh` brings the index of an account up to date. Unless it `learnsContacts`, the caller does that later.
    init(
        _ accounts: [MailAccount], at now: Instant, learnsContacts: Bool = true,
        _ refresh: (MailAccount) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        var opened: [Opened] = []
        var obstacle: CommandFailure?
        for account in accounts {
            guard let mail = try account.mail() else { continue }
            guard let index = try account.index(after: refresh, { obstacle = obstacle ?? $0 }) else { continue }
            opened.append(Opened(account: account, mail: mail, index: index, time: now))
        }
        self.accounts = opened
        self.obstacle = obstacle
        if learnsContacts, obstacle == nil { learnContacts(at: now) }
    }

    /// Adds the contacts of new mail.
    mutating func learnContacts(at now: Instant) {
        for opened in accounts {
            do throws(IndexFailure) {
                try opened.account.learnContacts(from: opened.index, at: now)
            } catch {
                problems.append("The contacts of \(opened.account.name) are not up to date. \(error)")
            }
        }
    }

    /// Returns the first messages that match a query, from all accounts.
    func messages(
        matching query: SearchQuery, order: SearchOrder = .date, limit: Int
    ) throws(CommandFailure) -> [Found] {
        var found: [Found] = []
        for opened in accounts {
            let messages = try index { () throws(IndexDatabaseError) in
                try opened.index.messages(matching: query, order: order, limit: limit)
            }
            found += messages.map { Found(message: $0, opened: opened) }
        }
        if accounts.count > 1 {
            found.sort { one, other in
                (one.message.relevance, one.message.content.date, one.message.id.value)
                    > (other.message.relevance, other.message.content.date, other.message.id.value)
            }
        }
        return Array(found.prefix(limit))
    }

    /// Returns the message that an operand names: by its id, or as `id:<Message-ID>` if that is in one mailbox only.
    func message(_ operand: [UInt8]) throws(CommandFailure) -> Found {
        try Self.one(of: all(operand), operand)
    }

    static func one(of found: [Found], _ operand: [UInt8]) throws(CommandFailure) -> Found {
        let text = String(decoding: operand, as: UTF8.self)
        guard let first = found.first else {
            throw CommandFailure(.noInput, "noSuchMessage", "There is no message \"\(text)\". Type: petrel list")
        }
        // If the same message is in two mailboxes, it is treated as one, preferably in the inbox.
        let contents = Set(found.map(\.message.content.hash))
        guard contents.count == 1 else {
            throw CommandFailure(
                .noInput, "ambiguousMessage", "\"\(text)\" is \(contents.count) messages. Use the id that list shows.")
        }
        return found.first { $0.message.mailbox == .inbox } ?? first
    }

    /// Returns all messages that an operand may name.
    func all(_ operand: [UInt8]) throws(CommandFailure) -> [Found] {
        let isPrefixed = operand.starts(with: "id:".utf8)
        if let id = IndexedMessageID(isPrefixed ? operand.dropFirst(3) : operand[...]) {
            for opened in accounts {
                let message = try index { () throws(IndexDatabaseError) in try opened.index.message(id) }
                if let message { return [Found(message: message, opened: opened)] }
            }
            // A Message-ID may look like an id.
            if !isPrefixed { return [] }
        }
        guard let id = Self.messageID(operand) else { return [] }
        var found: [Found] = []
        for opened in accounts {
            let messages = try index { () throws(IndexDatabaseError) in try opened.index.messages(withID: id) }
            found += messages.map { Found(message: $0, opened: opened) }
        }
        return found
    }

    /// Parses `id:a1b2@example.org`, with or without angle brackets.
    static func messageID(_ operand: [UInt8]) -> MessageID? {
        guard operand.starts(with: "id:".utf8) else { return nil }
        var octets = operand[3...]
        if octets.first == 0x3C, octets.last == 0x3E, octets.count > 1 { octets = octets.dropFirst().dropLast() }
        return octets.isEmpty ? nil : MessageID(String(decoding: octets, as: UTF8.self))
    }

    func index<Result>(_ body: () throws(IndexDatabaseError) -> Result) throws(CommandFailure) -> Result {
        do throws(IndexDatabaseError) {
            return try body()
        } catch {
            throw CommandFailure(indexError: error)
        }
    }
}

extension CommandFailure {
    fileprivate init(indexError error: IndexDatabaseError) {
        self.init(.inputOutput, "index", "\(error) Your mail is safe. Try again: petrel rebuilds the index.")
    }
}

extension IndexedMail.Found {
    func maildir() throws(CommandFailure) -> Maildir {
        let maildir = try opened.account.files { () throws(FileError) in try opened.mail.maildir(message.mailbox) }
        guard let maildir else {
            throw CommandFailure(
                .noInput, "noSuchMessage", "The mailbox \(message.mailbox) is gone. Type: petrel folders")
        }
        return maildir
    }

    var entry: Maildir.Entry {
        Maildir.Entry(
            place: message.file.place == .new ? .new : .cur, name: MaildirFilename(message.file.name))
    }

    /// Returns the whole message.
    func contents() throws(CommandFailure) -> [UInt8] {
        try reading { (maildir, entry) throws(FileError) in try maildir.contents(of: &entry) }
    }

    /// Returns the beginning of the message with its whole header, or as much of it as `Maildir.longestHeader`.
    func beginning() throws(CommandFailure) -> [UInt8] {
        try reading { (maildir, entry) throws(FileError) in try maildir.header(of: &entry) }
    }

    /// Passes the message to `body` in pieces, so that a large one need not be in memory.
    func forEachPiece(_ body: ([UInt8]) -> Void) throws(CommandFailure) {
        try reading { (maildir, entry) throws(FileError) in try maildir.forEachPiece(of: &entry, body) }
    }

    /// Returns the beginning of the message; `nil` if it was just moved or removed.
    func header() throws(CommandFailure) -> [UInt8]? {
        try ifThere { (maildir, entry) throws(FileError) in try maildir.header(of: &entry) }
    }

    /// Reads the file of the message, or the one that it has now.
    private func reading<Result>(
        _ read: (Maildir, inout Maildir.Entry) throws(FileError) -> Result
    ) throws(CommandFailure) -> Result {
        if let result = try ifThere(read) { return result }
        if let result = try withNewFile()?.ifThere(read) { return result }
        throw CommandFailure(
            .noInput, "noSuchMessage", "Another program just moved or removed that message. Type: petrel list")
    }

    private func ifThere<Result>(
        _ read: (Maildir, inout Maildir.Entry) throws(FileError) -> Result
    ) throws(CommandFailure) -> Result? {
        let maildir = try maildir()
        var entry = entry
        do throws(FileError) {
            return try read(maildir, &entry)
        } catch  where error.isMissing {
            return nil
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Returns the message with the file that it has now in its mailbox; `nil` if that is the same, or the message is
    /// gone. petrel itself gives the copy of a sent message another file when it is filed and uploaded.
    func withNewFile() throws(CommandFailure) -> IndexedMail.Found? {
        try opened.account.refreshIndex(at: opened.time) { _ in }
        guard let index = try opened.account.index() else { return nil }
        let current = IndexedMail.Opened(account: opened.account, mail: opened.mail, index: index, time: opened.time)
        let (base, hash) = (entry.name.base, message.content.hash)
        do throws(IndexDatabaseError) {
            let places = try index.messages(withContent: hash).filter { $0.mailbox == message.mailbox }
            guard places.count == 1, let place = places.first else { return nil }
            let found = IndexedMail.Found(message: place, opened: current)
            return found.entry.name.base == base ? nil : found
        } catch {
            throw CommandFailure(indexError: error)
        }
    }
}
