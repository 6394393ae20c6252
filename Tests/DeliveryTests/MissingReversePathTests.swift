import InternetMessage
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import Outbox
import Synchronization
import Testing

@Suite(
    "Mail queued without a sender", .onOwnThreads, .timeLimit(.minutes(5)), .holds("PS6", "K03"))
struct MissingReversePathTests {
    private func queue(_ header: String, in scene: DeliveryFixture) throws {
        let message = Array("\(header)To: ana@example.org\r\nSubject: early\r\n\r\nHello.\r\nthe end\r\n".utf8)
        _ = try scene.store().queue(message, from: nil, at: scene.clock.now()) {
            $0.queuedMoment = scene.moment
            $0.envelope = Sidecar.Envelope(sender: nil, of: Message(message))
        }
    }

    @Test("The sending account becomes the envelope sender and the author")
    func signed() async throws {
        let scene = try DeliveryFixture()
        try queue("", in: scene)
        #expect(try scene.sidecar("early").map { $0.envelope?.sender == nil && $0.envelope != nil } ?? false)
        let report = try await scene.deliver()
        #expect(report.sentCount == 1, "\(report.events)")
        let message = try #require(scene.server.accepted.first?.message)
        #expect(message.sender == "kim@example.net" && message.recipients == ["ana@example.org"])
        #expect(Message(message.content).header.addresses(.from).compactMap(\.email?.text) == ["kim@example.net"])
        #expect(try scene.sent().count == 1 && scene.outbox().isEmpty)
    }

    @Test("An existing author is kept, and the account is the envelope sender")
    func authored() async throws {
        let scene = try DeliveryFixture()
        try queue("From: root@machine.example\r\n", in: scene)
        try await scene.deliver()
        let message = try #require(scene.server.accepted.first?.message)
        #expect(message.sender == "kim@example.net")
        #expect(Message(message.content).header.addresses(.from).compactMap(\.email?.text) == ["root@machine.example"])
    }

    @Test("Killed at any disk change, it is sent at most once and not lost")
    func killed() async throws {
        let disk = MemoryFileSystem()
        try queue("", in: DeliveryFixture(disk))
        disk.settle()
        disk.kill()
        try await DeliveryFixture(disk.copy()).deliver()
        for last in stride(from: 1, through: disk.callCount(.changes) + 40, by: 1) {
            let copy = disk.copy()
            let scene = try DeliveryFixture(copy)
            copy.fail(MemoryDiskFault(number: last, code: 5, lasts: true))
            do { try await scene.deliver() } catch {}
            copy.fail(nil)
            try await scene.restart()
            let accepted = scene.server.accepted.map(\.message)
            #expect(accepted.count <= 1, "killed at change \(last)")
            let isThere = try !scene.outbox().isEmpty || scene.sent().count == 1
            #expect(isThere && accepted.allSatisfy { $0.sender == "kim@example.net" }, "killed at change \(last)")
        }
    }
}
