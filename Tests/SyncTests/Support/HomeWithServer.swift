import IMAPProtocol
import MailEngine
import MailTypes
import Testing

/// A home and the server that it syncs with, whose mail another client changes. Mailboxes have their local names, with
/// "/" as the separator.
protocol HomeWithServer: HomeWithMail, AnyObject {
    /// The server's name for messages.
    var server: String { get }
    /// The letters of the flags that the server stores.
    var letters: String { get }
    /// Whether the server reports object IDs.
    var tellsOfObjects: Bool { get async }

    /// `mailboxes`: those to sync, or `nil` for all. `confirming` confirms questioned deletions.
    func sync(
        _ disturbance: SyncFault, of mailboxes: Set<MailboxName>?, confirming: Bool
    ) async throws -> SyncReport

    // Actions of another client. If several messages have the subject, one of them is used.

    func append(_ message: [UInt8], to mailbox: String, _ flags: [Flag]) async throws
    func mark(_ subject: String, _ change: StoreCommand.Change, _ flag: Flag, in mailbox: String) async throws
    func expunge(_ subject: String, in mailbox: String) async throws
    func copyThere(_ subject: String, from mailbox: String, to target: String) async throws
    func moveThere(_ subject: String, from mailbox: String, to target: String) async throws
    func create(_ mailbox: String) async throws
    func deleteMailbox(_ mailbox: String) async throws
    func renameMailbox(_ mailbox: String, to target: String) async throws
    /// Changes the UIDVALIDITY, if the server permits that.
    func renumber(_ mailbox: String) async throws
    /// Returns `nil` if the mailbox does not exist.
    func look(_ mailbox: String) async throws -> [TestMessage]?
}

extension HomeWithServer {
    /// Returns the message with only the flags that the server stores.
    func lasting(_ message: TestMessage) -> TestMessage {
        TestMessage(subject: message.subject, letters: message.letters.filter { letters.contains($0) })
    }

    @discardableResult
    func sync() async throws -> SyncReport { try await sync(.none, confirming: false) }

    @discardableResult
    func sync(_ disturbance: SyncFault) async throws -> SyncReport { try await sync(disturbance, confirming: false) }

    @discardableResult
    func sync(_ disturbance: SyncFault, confirming: Bool) async throws -> SyncReport {
        try await sync(disturbance, of: nil, confirming: confirming)
    }

    /// Syncs only these mailboxes.
    @discardableResult
    func sync(of mailboxes: String...) async throws -> SyncReport {
        try await sync(.none, of: Set(mailboxes.compactMap { MailboxName($0) }), confirming: false)
    }

    func there(_ mailbox: String) async throws -> [TestMessage] { try await look(mailbox) ?? [] }

    func deliver(
        _ subjects: [String], to mailbox: String = "INBOX", _ flags: [Flag] = [], size: Int = 400
    ) async throws {
        for subject in subjects {
            try await append(TestMessage.message(subject, size: size), to: mailbox, flags)
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
