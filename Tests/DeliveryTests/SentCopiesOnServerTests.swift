import Accounts
import Disk
import Foundation
import MailClients
import MailTestSupport
import MailTypes
import MaildirStore
import ModelServer
import Platform
import SASL
import Synchronization
import Testing

@testable import MailEngine

@Suite("Copies in Sent on the server", .onOwnThreads, .timeLimit(.minutes(5)), .holds("PS5", "Y15"))
final class SentCopiesOnServerTests {
    private let home: URL
    var imap = ModelIMAPServer(.dovecot)
    var scene: DeliveryFixture
    let syncs = Mutex(0)

    init() throws {
        home = FileManager.default.temporaryDirectory.appending(path: "sent-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        scene = try DeliveryFixture(on: POSIXFileSystem.shared, at: Path(home.path))
        scene.clock.set(to: SystemClock().now().seconds)
        scene.account.sent = .probe
        scene.account.imap = try ServerURL("imaps://mail.example.net", for: .imap)
        scene.account.window = .all
    }

    deinit { try? FileManager.default.removeItem(at: home) }

    func sync(_ request: AccountSync.Request = AccountSync.Request()) async throws -> SyncReport {
        let secret = try #require(Secret(Array("secret-kim".utf8)))
        let credentials = try #require(Credentials(user: Array("kim".utf8), secret, .password))
        let state = try Directory.open(scene.root, on: scene.disk).makingDirectory(Array("state".utf8))
            .makingDirectory(Array("work".utf8))
        return await AccountSync(
            scene.account, as: { _ throws(CredentialError) in credentials }, by: imap.connections(),
            mail: try scene.mail, drafts: try scene.store(), state: state, clock: SystemClock(), request
        ).run()
    }

    /// Sends the outbox. A second passes with each sync of Sent; `onSync` is called before it with its number from 1.
    func deliver(_ onSync: @escaping @Sendable (Int) -> Void = { _ in }) async throws {
        syncs.withLock { $0 = 0 }
        let (clock, suite) = (scene.clock, Unchecked(self))
        let report = try await scene.delivery().syncingSentAndDrafts(
            by: SentAndDraftsSync { request in
                let number = suite.value.syncs.withLock { count in
                    count += 1
                    return count
                }
                onSync(number)
                clock.turn(by: .seconds(1))
                do { return try await suite.value.sync(request) } catch {
                    Issue.record("\(error)")
                    return SyncReport()
                }
            }
        ).run()
        if let failure = report.failure { throw failure }
    }

    private struct Unchecked: @unchecked Sendable {
        let value: SentCopiesOnServerTests
        init(_ value: SentCopiesOnServerTests) { self.value = value }
    }

    var answer: SentCopyPolicyRecord.Answer? {
        get throws { try scene.store().sentFiling(with: scene.account.sentFilingKey).answer }
    }

    /// The subjects in Sent on the server.
    var there: [String] { imap.snapshot["Sent"]?.map { TestLetter.subject($0.content) } ?? [] }

    /// The server stores a copy by itself, with a field of its own.
    static func file(_ subject: String, in imap: ModelIMAPServer) {
        imap.deliver(
            Array("Received: by mail.example.net\r\n".utf8) + TestLetter.letter(subject), to: "Sent", flags: [.seen])
    }

    @Test("The copy is on the server when sending ends, for the first message and all others")
    func uploaded() async throws {
        try scene.queue("one")
        try await deliver()
        #expect(try there == ["one"] && scene.outbox().isEmpty && scene.sentSubjects() == ["one"])
        #expect(try answer == .trial && syncs.withLock { $0 } == 3, "two syncs to ask, one to upload")
        try scene.queue("two")
        try await deliver()
        #expect(try there == ["one", "two"] && scene.outbox().isEmpty)
        #expect(syncs.withLock { $0 } == 1, "the question is not asked again")
        #expect(try await sync().failure == nil)
        #expect(try there == ["one", "two"] && scene.sentSubjects().sorted() == ["one", "two"])
    }

    @Test("The copy of the server is taken when it comes while petrel asks")
    func filedByServer() async throws {
        try scene.queue("one")
        try await deliver { [imap] number in if number == 1 { Self.file("one", in: imap) } }
        #expect(try there == ["one"] && scene.outbox().isEmpty && scene.sentSubjects() == ["one"])
        #expect(try answer == .server)
        try scene.queue("two")
        try await deliver()
        #expect(try there == ["one"] && scene.sentSubjects().sorted() == ["one", "two"], "it is shown, not uploaded")
        #expect(try await sync().failure == nil)
        #expect(there == ["one"])
        Self.file("two", in: imap)
        #expect(try await sync().failure == nil)
        try await scene.deliver(isSentFresh: true)
        #expect(try there == ["one", "two"] && scene.sentSubjects().sorted() == ["one", "two"])
        #expect(try scene.outbox().isEmpty)
    }

    @Test("If the server stores a copy after petrel has uploaded its own, only the server's stays")
    func filedLate() async throws {
        try scene.queue("one")
        try await deliver()
        Self.file("one", in: imap)
        #expect(there == ["one", "one"])
        let report = try await sync()
        #expect(report.failure == nil)
        #expect(try there == ["one"] && scene.sentSubjects() == ["one"] && answer == .server)
        let left = try #require(imap.snapshot["Sent"]?.first)
        #expect(left.content.starts(with: Array("Received:".utf8)))
    }

    @Test("A copy of which the server stored no other in time stays")
    func confirmed() async throws {
        try scene.queue("one")
        try await deliver()
        let key = scene.account.sentFilingKey
        let store = try scene.store()
        let copy = try #require(store.sentFiling(with: key).copies.first)
        try store.updateSentFiling(with: key) { record in
            var old = copy
            old.filed = Instant(seconds: SystemClock().now().seconds - 1300)
            record.expect(old)
        }
        imap.deliver(TestLetter.letter("other"), to: "Sent")
        #expect(try await sync().failure == nil)
        #expect(try answer == .client && store.sentFiling(with: key).copies.isEmpty && there == ["one", "other"])
    }
}
