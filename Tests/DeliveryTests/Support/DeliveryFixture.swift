import Accounts
import Disk
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import Outbox
import Platform
import SASL
import Synchronization
import Testing

/// An account with an outbox, a server that counts accepted messages, and a clock. Each delivery is that of a newly
/// started program.
struct DeliveryFixture: Sendable {
    let disk: any FileSystem
    let root: Path
    let server: ModelMTA
    let clock: SettableClock
    var account: AccountConfiguration

    /// Uses a disk in memory.
    init(
        _ disk: MemoryFileSystem = MemoryFileSystem(), at root: Path = Path("/"), name: String = "work",
        server: ModelMTA = ModelMTA(), clock: SettableClock = SettableClock()
    ) throws {
        try self.init(on: disk, at: root, name, server, clock)
    }

    init(
        on disk: any FileSystem, at root: Path, _ name: String = "work", _ server: ModelMTA = ModelMTA(),
        _ clock: SettableClock = SettableClock()
    ) throws {
        self.disk = disk
        self.root = root
        self.server = server
        self.clock = clock
        let identity = try #require(Identity(name: nil, address: EmailAddress("kim@example.net")))
        account = AccountConfiguration(try #require(AccountName(name)), identities: [identity])
        account.smtp = try ServerURL("smtps://mail.example.net", for: .smtp)
        account.sent = .append
    }

    // MARK: - Program

    var mail: MailTree {
        get throws {
            MailTree(
                try Directory.open(root, on: disk).makingDirectory(Array("mail".utf8))
                    .makingDirectory(Array(account.name.text.utf8)))
        }
    }

    /// Opens the store as a newly started program does.
    func store() throws -> DraftStore {
        let home = try Directory.open(root, on: disk)
        let states = try home.makingDirectory(Array("state".utf8))
        return DraftStore(
            mail: try mail, state: try states.makingDirectory(Array(account.name.text.utf8)),
            counters: DraftAndOutboxNumberAllocator(in: home, states: states))
    }

    /// Queues a complete message.
    @discardableResult
    func queue(_ subject: String, text: String = "Hello.") throws -> DraftID {
        try #require(
            try store().queue(TestLetter.letter(subject, text: text), from: nil, at: clock.now()) {
                $0.queuedMoment = moment
            }.draftID)
    }

    /// Creates a draft and queues its message.
    func queueDraft(_ subject: String) throws -> DraftID {
        let store = try store()
        let draft = try #require(try store.create(TestLetter.letter(subject), at: clock.now()).draftID)
        return try #require(
            try store.queue(TestLetter.letter(subject), from: draft, at: clock.now()) { $0.queuedMoment = moment }
                .draftID
        )
    }

    var moment: DateAndUptime { DateAndUptime(clock.now(), clock.uptime()) }

    func delivery(
        isSentFresh: Bool = false, clock other: (any Clock)? = nil,
        tell: @escaping @Sendable (DeliveryEvent) -> Void = { _ in }
    ) throws -> OutboxDelivery {
        OutboxDelivery(
            account, try store(), by: server.connections(disk as? MemoryFileSystem, clock),
            clock: other ?? clock, isSentFresh: isSentFresh,
            as: { _ throws(CredentialError) in try Self.credentials(.password) }, tell: tell)
    }

    @discardableResult
    func deliver(isSentFresh: Bool = false) async throws -> DeliveryReport {
        let report = try await delivery(isSentFresh: isSentFresh).run()
        if let failure = report.failure { throw failure }
        return report
    }

    static func credentials(
        _ kind: Credentials.Kind = .password
    ) throws(CredentialError) -> Credentials {
        guard let secret = Secret(Array("canary-5d1c".utf8)),
            let credentials = Credentials(user: Array("kim".utf8), secret, kind)
        else { throw CredentialError("There is no password.") }
        return credentials
    }

    /// Delivers with a token or a password. Returns, for each request for credentials, whether they were to be renewed.
    func deliverAs(isToken: Bool) async throws -> [Bool] {
        let asked = Mutex<[Bool]>([])
        let delivery = OutboxDelivery(
            account, try store(), by: server.connections(disk as? MemoryFileSystem, clock), clock: clock,
            as: { isRenewed throws(CredentialError) in
                asked.withLock { $0.append(isRenewed) }
                return try Self.credentials(isToken ? .token : .password)
            })
        #expect(await delivery.run().failure == nil)
        return asked.withLock { $0 }
    }

    /// Restarts the program repeatedly, each time later than any wait.
    func restart(times: Int = 3, after wait: Duration = .seconds(600)) async throws {
        for _ in 0..<times {
            (disk as? MemoryFileSystem)?.kill()
            clock.turn(by: wait)
            try await deliver()
        }
    }

    // MARK: - Results

    func outbox() throws -> [DraftItem] { try store().contents(at: clock.now()).outbox }

    func item(_ subject: String) throws -> DraftItem? {
        let store = try store()
        return try store.contents(at: clock.now()).outbox.first {
            try TestLetter.subject(store.message(of: $0, isInOutbox: true)) == subject
        }
    }

    func sidecar(_ subject: String) throws -> Sidecar? { try item(subject)?.sidecar }

    /// The complete messages in Sent.
    func sent() throws -> [[UInt8]] {
        guard let sent = try mail.maildir(.sent) else { return [] }
        return try sent.entries().map { entry in
            var entry = entry
            return try sent.contents(of: &entry)
        }
    }

    /// The unique names of the files in Sent.
    func sentNames() throws -> [[UInt8]] { try mail.maildir(.sent)?.entries().map(\.name.base) ?? [] }

    func sentSubjects() throws -> [String] { try sent().map(TestLetter.subject) }

    /// The subjects of all messages in any place.
    func texts() throws -> Set<String> {
        let store = try store()
        let contents = try store.contents(at: clock.now())
        var found = try contents.drafts.map { try store.message(of: $0, isInOutbox: false) }
        found += try contents.outbox.map { try store.message(of: $0, isInOutbox: true) }
        found += try store.versions().map { try store.message(of: $0) }
        return Set(try (found + sent()).map(TestLetter.subject))
    }
}

/// Test messages and their properties.
enum TestLetter {
    /// Returns a message to three recipients, one of them in Bcc.
    static func letter(_ subject: String, text: String = "Hello.", id: String? = nil) -> [UInt8] {
        Array(
            """
            From: Kim <kim@example.net>\r
            To: ana@example.org\r
            Cc: Ben <ben@example.org>\r
            Bcc: eve@example.org\r
            Subject: \(subject)\r
            Message-ID: <\(id ?? identifier(subject))@example.net>\r
            \r
            \(text)\r
            .\r
            the end\r

            """.utf8)
    }

    static let recipients = ["ana@example.org", "ben@example.org", "eve@example.org"]

    private static func identifier(_ subject: String) -> String {
        subject.replacing(" ", with: "-")
    }

    /// Returns the subject of a message, or an error text if the message is incomplete.
    static func subject(_ message: [UInt8]) -> String {
        let lines = String(decoding: message, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard lines.last == "the end", message.suffix(2).elementsEqual([0x0D, 0x0A]),
            let subject = lines.first(where: { $0.hasPrefix("Subject: ") })
        else { return "not whole: \(String(decoding: message, as: UTF8.self))" }
        return String(subject.dropFirst("Subject: ".count))
    }

    static func hasBcc(_ message: [UInt8]) -> Bool {
        let text = String(decoding: message, as: UTF8.self)
        return text.contains("Bcc") || text.contains("eve@")
    }
}
