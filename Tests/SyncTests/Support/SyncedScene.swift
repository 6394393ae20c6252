import IMAPProtocol
import MailEngine
import MailTypes
import Testing

/// A home and a server that it syncs with, whose mail another client changes. Mailboxes are called as they are here, with
/// "/" between the components of a name.
protocol SyncedScene: HomeWithMail, AnyObject {
    /// What it is, for messages.
    var server: String { get }
    /// The letters of the flags that outlive a session there.
    var letters: String { get }
    /// Whether the server says which messages have one content.
    var tellsOfObjects: Bool { get async }

    /// `confirming`: whether deletions that are asked about were meant.
    func sync(_ trouble: Trouble, confirming: Bool) async throws -> SyncReport

    // What another client does. Where several messages have the subject, it is done with one.

    func append(_ message: [UInt8], to mailbox: String, _ flags: [Flag]) async throws
    func mark(_ subject: String, _ change: StoreCommand.Change, _ flag: Flag, in mailbox: String) async throws
    func expunge(_ subject: String, in mailbox: String) async throws
    func copyThere(_ subject: String, from mailbox: String, to target: String) async throws
    func moveThere(_ subject: String, from mailbox: String, to target: String) async throws
    func create(_ mailbox: String) async throws
    func deleteMailbox(_ mailbox: String) async throws
    func renameMailbox(_ mailbox: String, to target: String) async throws
    /// Another UIDVALIDITY, where that can be done to the server.
    func renumber(_ mailbox: String) async throws
    /// `nil` where there is no such mailbox.
    func look(_ mailbox: String) async throws -> [SeenMessage]?
}

/// What goes wrong with a sync.
enum Trouble: Hashable, Sendable {
    case none
    /// The connection ends behind so many octets of the server.
    case said(Int)
    /// The connection ends behind so many octets of the client.
    case heard(Int)
    /// The process stops before that change on the disk, counted from 1.
    case stop(Int)
    /// The command of that number, counted from 0, is not done.
    case refusal(Int)
    /// The command of that number is done, and the connection ends without a word about it.
    case lostAnswer(Int)
}

extension SyncedScene {
    /// With the letters alone that the server has flags for.
    func lasting(_ message: SeenMessage) -> SeenMessage {
        SeenMessage(subject: message.subject, letters: message.letters.filter { letters.contains($0) })
    }

    @discardableResult
    func sync() async throws -> SyncReport { try await sync(.none, confirming: false) }

    @discardableResult
    func sync(_ trouble: Trouble) async throws -> SyncReport { try await sync(trouble, confirming: false) }

    func there(_ mailbox: String) async throws -> [SeenMessage] { try await look(mailbox) ?? [] }

    func deliver(
        _ subjects: [String], to mailbox: String = "INBOX", _ flags: [Flag] = [], size: Int = 400
    ) async throws {
        for subject in subjects {
            try await append(SeenMessage.message(subject, size: size), to: mailbox, flags)
        }
    }

    func mark(_ subject: String, _ change: StoreCommand.Change, _ flag: Flag) async throws {
        try await mark(subject, change, flag, in: "INBOX")
    }

    func expunge(_ subject: String) async throws { try await expunge(subject, in: "INBOX") }

    func moveThere(_ subject: String, to target: String) async throws {
        try await moveThere(subject, from: "INBOX", to: target)
    }
}
