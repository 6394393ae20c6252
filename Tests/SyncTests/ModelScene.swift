import Accounts
import Disk
import Foundation
import MailClients
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import ModelServer
import SASL
import Surroundings
import Testing

/// A model server and a home that syncs with it, on connections that fail where a test says.
final class ModelScene: HomeWithMail {
    let server: ModelIMAPServer
    let home: URL
    let account: AccountConfiguration

    static let mailboxes = ["INBOX", "Projects", "Archive", "Trash"]

    init(_ profile: ModelProfile, _ attachments: AttachmentFetching = .all) throws {
        server = ModelIMAPServer(profile)
        home = FileManager.default.temporaryDirectory.appending(path: "petrel-model-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let name = try #require(AccountName("work"))
        let identity = try #require(Identity(name: nil, address: EmailAddress("kim@example.net")))
        var account = AccountConfiguration(name, identities: [identity])
        account.imap = try ServerURL("imaps://mail.example.net", for: .imap)
        account.window = .all
        account.attachments = attachments
        self.account = account
        for mailbox in ["Projects", "Archive", "Trash"] where server.mailbox(mailbox) == nil { server.create(mailbox) }
        for number in 1...6 { deliver("m\(number)", number == 1 ? [.seen] : []) }
        server.deliver(String(decoding: SeenMessage.message("t1"), as: UTF8.self), to: "Trash", flags: [.seen])
    }

    deinit {
        try? FileManager.default.removeItem(at: home)
    }

    func deliver(_ subject: String, _ flags: [Flag] = []) {
        server.deliver(String(decoding: SeenMessage.message(subject), as: UTF8.self), flags: flags)
    }

    func uid(_ subject: String, in mailbox: String = "INBOX") throws -> UID {
        let wanted = SeenMessage.message(subject)
        return try #require(server.snapshot[mailbox]?.first { $0.content == wanted }?.uid)
    }

    @discardableResult
    func sync(_ faults: @escaping @Sendable (Int) -> ModelFaults = { _ in .none }) async throws -> SyncReport {
        try await sync(by: server.connections(faults), clock: LaterClock())
    }

    func sync(by connections: Connections, clock: any Clock) async throws -> SyncReport {
        let directory = try Directory.open(Path(home.path), on: POSIXFileSystem.shared)
        let secret = try #require(Secret(Array("secret-kim".utf8)))
        let credentials = try #require(Credentials(user: Array("kim".utf8), secret, .password))
        let sync = AccountSync(
            account, as: credentials, by: connections,
            mail: MailTree(try directory.makingDirectory(Array("mail".utf8))), drafts: try drafts(),
            state: try directory.makingDirectory(Array("state".utf8)), clock: clock)
        return await sync.run()
    }

    /// Something on either side, of every kind that a sync carries over.
    func change() throws {
        deliver("x1")
        deliver("x2", [.seen, .flagged])
        server.setFlags(try uid("m1"), in: "INBOX", adding: [.answered])
        server.expunge(UIDSet(try uid("m2")), in: "INBOX")
        try rename("m3", letters: "F")
        try moveHere("m4", to: "Projects")
        try removeHere("m5")
        try copyHere("m6", to: "Archive")
        try addHere("y1")
        try removeHere("t1", in: "Trash")
        try addHere("y2", in: "Trash")
    }

    var there: [String: [SeenMessage]] {
        var found: [String: [SeenMessage]] = [:]
        for (mailbox, messages) in server.snapshot where Self.mailboxes.contains(mailbox) {
            found[mailbox] = messages.map { message in
                let text = String(decoding: message.content, as: UTF8.self)
                let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("Subject: ") }
                return SeenMessage(
                    subject: line.map { String($0.dropFirst("Subject: ".count)) } ?? "",
                    letters: String(decoding: message.flags.messageFlags.letters, as: UTF8.self))
            }.sorted()
        }
        return found
    }

    var here: [String: [SeenMessage]] {
        var found: [String: [SeenMessage]] = [:]
        for mailbox in Self.mailboxes { found[mailbox] = here(mailbox) }
        return found
    }
}
