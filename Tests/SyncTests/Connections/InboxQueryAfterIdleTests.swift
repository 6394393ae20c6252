import Accounts
import InternetMessage
import MailTestSupport
import MailTypes
import ModelServer
import Platform
import Testing

@testable import MailEngine

@Suite("The inbox, queried in the flight that ends IDLE", .onOwnThreads, .timeLimit(.minutes(2)), .holds("Y10", "PY1"))
struct InboxQueryAfterIdleTests {
    /// Syncs, and waits in IDLE until the server has reported `change`. Returns the number of commands before the change.
    private func sceneAfterIdle(
        _ kind: ModelServerKind, _ attachments: AttachmentFetching = .all,
        _ change: @escaping @Sendable (ModelIMAPServer) async throws -> Void
    ) async throws -> (scene: HomeWithModelServer, commands: Int) {
        let scene = try HomeWithModelServer(kind.profile, attachments, clock: SystemClock())
        // Only a connection of this user is used again.
        scene.account.user = "kim"
        let cache = ConnectionAndLedgerCache()
        scene.cache = cache
        try await scene.sync()
        var session = try #require(await cache.take(for: scene.account, at: scene.clock.elapsed()))
        let before = scene.model.log.count
        let model = scene.model
        let changing = Task {
            while model.log.dropFirst(before).last?.verb != "IDLE" { try await Task.sleep(for: .milliseconds(1)) }
            try await change(model)
        }
        let signals = AccountWatchTriggers(clock: scene.clock)
        let end = try await session.idle(for: .seconds(60), until: signals, isCertain: true) {}
        try await changing.value
        #expect(end == .changed(isElsewhere: false))
        await cache.keep(session, at: scene.clock.elapsed())
        return (scene, before)
    }

    private static let kinds = ModelServerKind.all.prefix(3)

    @Test("Is not selected again by the sync that follows", arguments: kinds)
    func used(_ kind: ModelServerKind) async throws {
        let (scene, before) = try await sceneAfterIdle(kind) { model in
            model.deliver(TestMessage.message("x1"))
        }
        #expect(try await scene.sync().failure == nil)
        let verbs = scene.model.log.dropFirst(before).map(\.verb)
        #expect(verbs.count { $0 == "SELECT" } == (verbs.first == "SELECT" ? 2 : 1), "\(verbs)")
        #expect(scene.here == scene.there && scene.model.violations == [])
    }

    @Test("Is queried again if another sync has used the connection meanwhile", arguments: kinds)
    func outdated(_ kind: ModelServerKind) async throws {
        let (scene, _) = try await sceneAfterIdle(kind) { $0.expunge(UIDSet(.first), in: "INBOX") }
        try scene.addHere("y1", in: "Projects")
        var request = AccountSync.Request()
        request.mailboxes = [try #require(MailboxName("Projects"))]
        let other = try await scene.sync(by: scene.model.connections { _ in .none }, clock: scene.clock, request)
        #expect(other.failure == nil && other.mailboxes.contains { $0.uploaded == 1 })
        scene.deliver("x1")
        let before = scene.model.log.count
        #expect(try await scene.sync().failure == nil)
        #expect(scene.model.log.dropFirst(before).contains { $0.verb == "SELECT" })
        #expect(scene.here == scene.there && scene.model.violations == [])
    }

    // MARK: - New messages

    private static let dovecot = ModelServerKind.all[0]

    /// Syncs, and returns the FETCH commands since IDLE began that request content.
    private func fetchesOfSync(_ scene: HomeWithModelServer, _ before: Int) async throws -> [String] {
        #expect(try await scene.sync().failure == nil)
        #expect(scene.here == scene.there && scene.model.violations == [])
        return scene.model.log.dropFirst(before).map(\.line).filter { $0.contains("BODY.PEEK[]") }
    }

    @Test("A small new message is fetched with it", arguments: kinds)
    func small(_ kind: ModelServerKind) async throws {
        let (scene, before) = try await sceneAfterIdle(kind) {
            $0.deliver(TestMessage.message("x1"), flags: [.flagged])
        }
        let fetches = try await fetchesOfSync(scene, before)
        #expect(fetches.count == 1 && fetches[0].contains("BODY.PEEK[]<0.16384>"), "\(fetches)")
        #expect(try scene.octets("x1") == TestMessage.message("x1"))
    }

    @Test("A large new message is fetched whole by the sync that follows")
    func large() async throws {
        let message = TestMessage.message("x1", size: 40_000)
        let (scene, before) = try await sceneAfterIdle(Self.dovecot) { $0.deliver(message) }
        #expect(try await fetchesOfSync(scene, before).count == 2)
        #expect(try scene.octets("x1") == message)
    }

    @Test("Of many new messages, the others are fetched by the sync that follows")
    func many() async throws {
        let (scene, _) = try await sceneAfterIdle(Self.dovecot) { model in
            for number in 1...12 { model.deliver(TestMessage.message("x\(number)")) }
        }
        // Those that arrive while IDLE ends are left to the second sync.
        var new = 0
        for _ in 1...2 { new += try await scene.sync().mailboxes.reduce(0) { $0 + $1.new } }
        #expect(new == 12)
        #expect(scene.here == scene.there)
    }

    @Test("Without attachments, only messages that have none are fetched with it")
    func text() async throws {
        let plain = TestMessage.message("x1")
        for message in [plain, RandomMail.message("x1", files: [4000])] {
            let (scene, before) = try await sceneAfterIdle(Self.dovecot, .textOnly) { $0.deliver(message) }
            let fetches = try await fetchesOfSync(scene, before)
            #expect(fetches.count == (message == plain ? 1 : 2), "\(fetches)")
            #expect(fetches.first?.contains("BODYSTRUCTURE") ?? false, "\(fetches)")
            #expect(try Message(scene.octets("x1")).isPartial == (message != plain))
        }
    }

    @Test(
        "What has arrived is kept if the inbox cannot be selected for the rest",
        arguments: ["arrives at the same time": 0, "arrives after IDLE has ended": 3])
    func unselectable(_ rest: (String, milliseconds: Int)) async throws {
        let (scene, _) = try await sceneAfterIdle(Self.dovecot, .textOnly) { model in
            model.deliver(TestMessage.message("x1"))
            try await Task.sleep(for: .milliseconds(rest.milliseconds))
            model.deliver(TestMessage.message("x2", size: 40_000))
        }
        scene.model.refuse("SELECT", "NO [INUSE] not now")
        for _ in 1...3 { _ = try await scene.sync() }
        #expect(scene.here == scene.there)
    }

    @Test("The flags that a new message has when the mailbox is queried again are kept")
    func flags() async throws {
        let (scene, _) = try await sceneAfterIdle(Self.dovecot) { $0.deliver(TestMessage.message("x1")) }
        try scene.addHere("y1", in: "Projects")
        var request = AccountSync.Request()
        request.mailboxes = [try #require(MailboxName("Projects"))]
        _ = try await scene.sync(by: scene.model.connections { _ in .none }, clock: scene.clock, request)
        scene.model.setFlags(try scene.uid("x1"), in: "INBOX", adding: [.seen])
        for _ in 1...2 { #expect(try await scene.sync().failure == nil) }
        #expect(scene.here == scene.there)
    }

    @Test(
        "A new message is fetched again if the server refuses to send it", arguments: ["NO [INUSE] not now", "BAD no"])
    func refused(_ reply: String) async throws {
        let (scene, _) = try await sceneAfterIdle(Self.dovecot) { model in
            model.refuse("UID FETCH", reply)
            model.deliver(TestMessage.message("x1"))
        }
        for _ in 1...2 { _ = try await scene.sync() }
        #expect(scene.here == scene.there && scene.model.violations == [])
    }

    @Test("A mailbox that is renumbered meanwhile has each message once", arguments: kinds)
    func renumbered(_ kind: ModelServerKind) async throws {
        let (scene, _) = try await sceneAfterIdle(kind) { $0.deliver(TestMessage.message("x1")) }
        scene.model.renumber("INBOX")
        for _ in 1...2 { #expect(try await scene.sync().failure == nil) }
        #expect(scene.here == scene.there && scene.model.violations == [])
    }

    @Test("A dry run uses up nothing that the next sync needs", arguments: kinds)
    func dryRun(_ kind: ModelServerKind) async throws {
        let (scene, _) = try await sceneAfterIdle(kind) { $0.deliver(TestMessage.message("x1")) }
        var request = AccountSync.Request()
        request.isDryRun = true
        let connections = scene.model.connections { _ in .none }
        #expect(try await scene.sync(by: connections, clock: scene.clock, request).failure == nil)
        #expect(scene.here != scene.there)
        #expect(try await scene.sync().failure == nil)
        #expect(scene.here == scene.there && scene.model.violations == [])
    }
}
