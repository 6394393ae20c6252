import Disk
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import Outbox
import Testing

@Suite(
    "Outbox files that come back after their message was sent", .onOwnThreads, .timeLimit(.minutes(5)),
    .holds("E06", "PS1"))
struct RestoredOutboxFilesTests {
    /// Hard links to the files of a message in the outbox, which keep the time at which the files were created.
    private struct Snapshot {
        private static let places = [
            ["mail", "work", "Outbox", "cur"], ["state", "work", "sidecars", "Outbox", "cur"],
        ]

        private let names: [[[UInt8]]]

        init(of scene: DeliveryFixture) throws {
            names = try Self.places.enumerated().map { number, place in
                let (directory, links) = (try Self.directory(place, of: scene), try Self.links(number, of: scene))
                let names = try directory.names()
                for name in names { try directory.link(name, to: name, in: links) }
                return names
            }
        }

        private static func directory(_ path: [String], of scene: DeliveryFixture) throws -> Directory {
            try path.reduce(Directory.open(scene.root, on: scene.disk)) { try $0.directory(Array($1.utf8)) }
        }

        private static func links(_ number: Int, of scene: DeliveryFixture) throws -> Directory {
            try Directory.open(scene.root, on: scene.disk).makingDirectory(Array("snapshot\(number)".utf8))
        }

        func restore(to scene: DeliveryFixture) throws {
            for (number, place) in Self.places.enumerated() {
                let (directory, links) = (try Self.directory(place, of: scene), try Self.links(number, of: scene))
                for name in names[number] { try links.link(name, to: name, in: directory) }
            }
        }
    }

    /// Queues a message, takes a snapshot when the server has deferred it, and sends it.
    private func scene(_ snapshot: inout Snapshot?, deferring: Bool = true) async throws -> DeliveryFixture {
        let disk = MemoryFileSystem()
        let scene = try DeliveryFixture(disk)
        try scene.queue("once")
        if deferring {
            scene.server.set { $0.answers[.sender] = "451 4.3.0 later\r\n" }
            try await scene.deliver()
            scene.server.set { $0.answers = [:] }
        }
        snapshot = try Snapshot(of: scene)
        scene.clock.turn(by: .seconds(600))
        // The copy in Sent is newer than the order to send.
        disk.advance(nanoseconds: 700_000_000_000)
        try await scene.deliver()
        #expect(scene.server.subjects() == ["once"])
        #expect(try scene.outbox().isEmpty && scene.sent().count == 1)
        return scene
    }

    /// Gives the copy in Sent the name that a sync gives it.
    private func nameAfterSync(_ scene: DeliveryFixture) throws {
        let sent = try #require(try scene.mail.maildir(.sent))
        let entry = try #require(try sent.entries().first)
        _ = try sent.rename(entry, to: Array("1791892800.M1P2.host".utf8), { $0 })
    }

    @Test(
        "The message is not sent again, and the user is asked",
        arguments: [true, false], [true, false])
    func held(isTried: Bool, isSynced: Bool) async throws {
        var snapshot: Snapshot?
        let scene = try await scene(&snapshot, deferring: isTried)
        if isSynced { try nameAfterSync(scene) }
        try snapshot?.restore(to: scene)
        let report = try await scene.deliver()
        #expect(scene.server.subjects() == ["once"])
        let sidecar = try #require(try scene.sidecar("once"))
        #expect(sidecar.isOutcomeUnknown)
        #expect(
            sidecar.lastError == """
                Sent has a copy of it, so it was probably sent before. It may have arrived, so it is not sent again by \
                itself. If it arrived, type: outbox sent o1  To send it again: outbox retry o1
                """)
        #expect(report.events.contains { if case .unknown(let message, _) = $0 { message.isInSent } else { false } })
        try await scene.restart()
        #expect(scene.server.subjects() == ["once"])
    }

    @Test("The user can send it again nevertheless")
    func retried() async throws {
        var snapshot: Snapshot?
        let scene = try await scene(&snapshot)
        try nameAfterSync(scene)
        try snapshot?.restore(to: scene)
        try await scene.deliver()
        let id = try #require(try scene.item("once")?.draftID)
        _ = try scene.store().advance(id, at: scene.clock.now()) { $0.requeue(at: scene.moment) }
        scene.clock.turn(by: .seconds(120))
        try await scene.deliver()
        #expect(scene.server.subjects() == ["once", "once"])
        #expect(try scene.outbox().isEmpty)
    }

    @Test("If the user says that it was sent, it leaves the outbox, and Sent keeps one copy")
    func confirmed() async throws {
        var snapshot: Snapshot?
        let scene = try await scene(&snapshot)
        try nameAfterSync(scene)
        scene.clock.turn(by: .seconds(3 * 3600))
        try snapshot?.restore(to: scene)
        try await scene.deliver()
        let id = try #require(try scene.item("once")?.draftID)
        _ = try scene.store().advance(id, at: scene.clock.now()) { $0.confirm(at: scene.clock.now()) }
        try await scene.deliver()
        #expect(scene.server.subjects() == ["once"])
        #expect(try scene.outbox().isEmpty && scene.sent().count == 1)
    }

    @Test("The same message that is queued again later is sent, although Sent has the first one")
    func sameMessage() async throws {
        var snapshot: Snapshot?
        let scene = try await scene(&snapshot)
        try nameAfterSync(scene)
        scene.clock.turn(by: .seconds(120))
        try scene.queue("once")
        scene.clock.turn(by: .seconds(120))
        try await scene.deliver()
        #expect(scene.server.subjects() == ["once", "once"])
    }

    @Test("Recipients that did not accept the message yet get it, although Sent has a copy")
    func pendingRecipients() async throws {
        let scene = try DeliveryFixture()
        let id = try scene.queue("once")
        _ = try scene.store().advance(id, at: scene.clock.now()) { sidecar in
            sidecar.claim(at: scene.moment) && sidecar.commit(for: ["ana@example.org"])
                && sidecar.end(
                    .unreachable(after: 0), accepted: ["ana@example.org"], because: nil, at: scene.clock.now())
        }
        _ = try scene.mail.makingMaildir(.sent).add(TestLetter.letter("once"), flags: [.seen])
        scene.clock.turn(by: .seconds(600))
        try await scene.deliver()
        #expect(scene.server.subjects() == ["once"])
    }

    @Test("A message that the user released although it may have been sent is sent")
    func released() async throws {
        var snapshot: Snapshot?
        let scene = try await scene(&snapshot)
        try nameAfterSync(scene)
        try snapshot?.restore(to: scene)
        let item = try #require(try scene.item("once"))
        let id = try #require(item.draftID)
        _ = try scene.store().update(id, at: scene.clock.now()) { sidecar in
            sidecar.sendState = .none
            sidecar.hold = .copied
        }
        _ = try scene.store().update(id, at: scene.clock.now()) { sidecar in
            let isReleased = sidecar.release(at: scene.moment, nil)
            #expect(isReleased)
        }
        scene.clock.turn(by: .seconds(120))
        try await scene.deliver()
        #expect(scene.server.subjects() == ["once", "once"])
    }
}
