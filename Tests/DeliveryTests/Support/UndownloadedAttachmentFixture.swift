import Accounts
import Disk
import InternetMessage
import MailClients
import MailEngine
import MailIndex
import MailTestSupport
import MailTypes
import MaildirStore
import ModelServer
import Outbox
import SASL
import Testing

/// A queued message whose attachment is on an IMAP server, and a server that accepts mail.
struct UndownloadedAttachmentFixture {
    var scene: DeliveryFixture
    let mailboxes: ModelIMAPServer
    /// Faults of the connections to the IMAP server.
    var faults: @Sendable (Int) -> ModelFaults = { _ in .none }
    /// If set, every connection to the IMAP server fails with this.
    var refusal: StreamFailure?

    static let subject = "forwarded"

    init(
        _ disk: MemoryFileSystem = MemoryFileSystem(), server: ModelMTA = ModelMTA(), content: [UInt8] = Self.content
    ) throws {
        scene = try DeliveryFixture(disk, server: server)
        scene.account.imap = try ServerURL("imaps://mail.example.net", for: .imap)
        mailboxes = ModelIMAPServer(.dovecot)
        mailboxes.create("Archive")
        mailboxes.deliver(Self.original(content))
    }

    /// Binary content that is longer than a line.
    static let content = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

    static func original(_ content: [UInt8]) -> [UInt8] {
        let part = MessageWriter.part(content)
        return Array(
            ("From: Ana <ana@example.org>\r\nTo: kim@example.net\r\nSubject: plans\r\nMessage-ID: <plans@example.org>\r\n"
                + "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nSee the file.\r\n--b\r\n")
                .utf8) + part + Array("\r\n--b--\r\n".utf8)
    }

    /// Returns the message as petrel creates it, with a pending attachment.
    static func forward(_ content: [UInt8] = content, at place: UndownloadedDraftAttachment.Place? = Self.place) throws
        -> [UInt8]
    {
        let whole = Message(original(content))
        let encoded = try #require(Array(whole.root.children).last).rawBody.count
        // As a sync stored it.
        let partial = Message(
            Array(
                ("X-Petrel-Partial: size=\(whole.bytes.count)\r\nMessage-ID: <plans@example.org>\r\n"
                    + "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nSee.\r\n--b\r\n"
                    + "Content-Type: message/external-body; access-type=URL; size=\(encoded);\r\n"
                    + " URL=\"imap://mail.example.net/INBOX;UIDVALIDITY=1/;UID=1/;SECTION=2\"\r\n\r\n"
                    + "Content-Type: application/pdf; name=plan.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n\r\n--b--\r\n")
                    .utf8))
        let part = try #require(Array(partial.root.children).last)
        let file = try #require(UndownloadedDraftAttachment(part, of: ContentHash(high: 3, low: 4), at: place))
        let message = OutgoingMessage(
            header: [
                .text("X-Petrel-Partial", "size=\(encoded)"),
                .addresses("From", [Address(email: EmailAddress("kim@example.net"))]),
                .addresses("To", [Address(email: EmailAddress("ana@example.org"))]),
                .text("Subject", subject), .messageIDs("Message-ID", [MessageID("forwarded@example.net")]),
            ],
            body: .multipart(
                subtype: "mixed", parameters: [],
                parts: [
                    .text(OutgoingText("For you.\n")),
                    .file(OutgoingFile(type: "application/pdf", filename: "plan.pdf", content: .undownloaded(file))),
                ]))
        return try MessageWriter(message, unique: "forward").octets()
    }

    /// Where the model server stores its first message.
    static let place = UIDValidity(rawValue: 1001).map { UndownloadedDraftAttachment.Place(.inbox, $0, .first) }

    @discardableResult
    func queue(_ content: [UInt8] = content, isDraft: Bool = true) throws -> DraftID {
        let message = try Self.forward(content)
        let store = try scene.store()
        let draft = isDraft ? try store.create(message, at: scene.clock.now()).draftID : nil
        return try #require(
            try store.queue(message, from: draft, at: scene.clock.now()) { $0.queuedMoment = scene.moment }.draftID)
    }

    func delivery(tell: @escaping @Sendable (DeliveryEvent) -> Void = { _ in }) throws -> OutboxDelivery {
        let home = try Directory.open(scene.root, on: scene.disk)
        let fetch = OutgoingAttachmentDownload(
            scene.account, by: connections,
            into: AttachmentCache(in: try home.makingDirectory(Array("attachments".utf8))), mail: try scene.mail,
            IndexLocation(try home.makingDirectory(Array("no-index".utf8)), account: Array("work".utf8)),
            clock: scene.clock)
        return OutboxDelivery(
            scene.account, try scene.store(),
            by: scene.server.connections(scene.disk as? MemoryFileSystem, scene.clock), clock: scene.clock,
            files: fetch,
            as: { _ throws(CredentialError) in
                guard let secret = Secret(Array("secret-kim".utf8)),
                    let credentials = Credentials(user: Array("kim".utf8), secret, .password)
                else { throw CredentialError("There is no password.") }
                return credentials
            }, tell: tell)
    }

    private var connections: NetworkAccess {
        let real = mailboxes.connections(faults)
        let refusal = refusal
        return NetworkAccess { endpoint, authorities throws(StreamFailure) in
            if let refusal { throw refusal }
            return try await real.connect(endpoint, authorities)
        }
    }

    @discardableResult
    func deliver() async throws -> DeliveryReport {
        let report = try await delivery().run()
        if let failure = report.failure { throw failure }
        return report
    }

    /// Restarts the program three times, each time later than any wait.
    func restart() async throws {
        for _ in 0..<3 {
            (scene.disk as? MemoryFileSystem)?.kill()
            scene.clock.turn(by: .seconds(600))
            try await deliver()
        }
    }

    // MARK: - Results

    func item() throws -> DraftItem? { try scene.outbox().first }
    func sidecar() throws -> Sidecar? { try item()?.sidecar }

    var accepted: [[UInt8]] {
        scene.server.accepted.map(\.message.content).filter { Self.subject(of: $0) == Self.subject }
    }

    static func subject(of message: [UInt8]) -> String { Message(message).header.subject ?? "" }

    /// Returns the faults of a message that was accepted or stored. It must contain the whole attachment and no field
    /// of petrel's.
    static func faults(of message: [UInt8], _ content: [UInt8] = content) -> [String] {
        let read = Message(message)
        var found: [String] = []
        if read.isPartial { found.append("not whole") }
        if read.root.attachments.map(\.decodedContent) != [content] { found.append("another file") }
        if read.root.attachments.map(\.filename) != ["plan.pdf"] { found.append("another name") }
        if String(decoding: message, as: UTF8.self).contains("X-Petrel") { found.append("a field of petrel's") }
        return found
    }

    /// Returns the faults of the message, wherever it is now.
    func faults(_ content: [UInt8] = content) throws -> [String] {
        var found = accepted.flatMap { Self.faults(of: $0, content) }
        if accepted.count > 1 { found.append("taken \(accepted.count) times") }
        let copies = try scene.sent().filter { Self.subject(of: $0) == Self.subject }
        found += copies.flatMap { Self.faults(of: $0, content) }
        if copies.count > 1 || copies.count > accepted.count { found.append("\(copies.count) in Sent") }
        let contents = try scene.store().contents(at: scene.clock.now())
        let places = contents.drafts.count + contents.outbox.count
        if places > 1 { found.append("\(places) of it here") }
        if places + copies.count == 0 { found.append("gone") }
        return found + scene.server.faults
    }
}

extension MessageWriter {
    /// A part with the type of the forwarded file.
    fileprivate static func part(_ content: [UInt8]) -> [UInt8] {
        let message = OutgoingMessage(
            header: [],
            body: .file(OutgoingFile(type: "application/pdf", filename: "plan.pdf", content: .octets(content))))
        let octets = (try? MessageWriter(message, unique: "x").octets()) ?? []
        return Array(octets.dropFirst("MIME-Version: 1.0\r\n".utf8.count).dropLast(2))
    }
}
