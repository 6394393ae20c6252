import Accounts
import Disk
import MailTestSupport
import MailTypes
import MaildirStore
import Outbox
import Testing

@Suite("Copies in Sent", .onOwnThreads, .timeLimit(.minutes(10)), .holds("PS5", "Y15", "PY7"))
struct SentCopyTests {
    @Test("Changes that another program makes in Sent never cause a second copy", arguments: Meddling.allCases)
    func meddling(_ meddling: Meddling) async throws {
        let disk = MemoryFileSystem()
        try DeliveryScene(disk).queue("once")
        disk.kill()
        for repeated in [false, true] {
            var number = 1
            var isOver = false
            while !isOver {
                let copy = disk.copy()
                let (server, clock) = (ModelMTA(), SettableClock())
                let other = try DeliveryScene(copy, server: server, clock: clock)
                let at = number
                let system = TamperingFileSystem(copy) { change in
                    guard repeated ? change >= at : change == at else { return }
                    do { try meddling.act(on: other) } catch { Issue.record("\(error)") }
                }
                let scene = try DeliveryScene(on: system, at: Path("/"), "work", server, clock)
                do {
                    try await scene.deliver()
                } catch {
                    // A copy that cannot be saved now is saved later.
                    #expect(meddling == .cleansSent, "\(error)")
                }
                isOver = system.changeCount < number
                let message = DeliveryInvariants(scene: other, subject: "once")
                let found = try message.faults() + (try await message.settle())
                #expect(found.isEmpty, "\(meddling) at change \(number), again and again: \(repeated): \(found)")
                number += 1
            }
            #expect(number > 20)
        }
    }

    @Test("If each copy is deleted, the message stays in the outbox and is not sent again")
    func clearedAway() async throws {
        let disk = MemoryFileSystem()
        let (server, clock) = (ModelMTA(), SettableClock())
        let other = try DeliveryScene(disk, server: server, clock: clock)
        try other.queue("once")
        let system = TamperingFileSystem(
            disk,
            beforeMove: {
                do { try Meddling.cleansSent.act(on: other) } catch { Issue.record("\(error)") }
            })
        let scene = try DeliveryScene(on: system, at: Path("/"), "work", server, clock)
        for _ in 0..<3 {
            await #expect(throws: DraftError.self) { try await scene.deliver() }
            #expect(try other.sidecar("once")?.submission == .sent)
        }
        #expect(try await DeliveryInvariants(scene: other, subject: "once").settle() == [])
    }

    @Test("Setting the clock back does not hide a copy that the server saved", .holds("PS7"))
    func clockSetBack() async throws {
        var scene = try DeliveryScene()
        scene.account.sent = .probe
        scene.clock.set(by: 30 * 3600)
        try scene.queue("once")
        try await scene.deliver()
        scene.clock.set(by: -30 * 3600)
        try bring("once", to: scene)
        try await scene.deliver(isSentFresh: true)
        #expect(try scene.outbox().isEmpty && scene.sentSubjects() == ["once"])
    }

    @Test("A message without a Message-ID is also saved once")
    func withoutIdentifier() async throws {
        let disk = MemoryFileSystem()
        let scene = try DeliveryScene(disk)
        let text = String(decoding: MailText.letter("once"), as: UTF8.self)
        let message = text.replacing("Message-ID: <once@example.net>\r\n", with: "")
        _ = try scene.store().queue(Array(message.utf8), from: nil, at: scene.clock.now())
        disk.settle()
        disk.kill()
        try await DeliveryScene(disk.copy()).deliver()
        let count = disk.callCount(.changes)
        for last in 1...(count + 60) {
            let copy = disk.copy()
            let scene = try DeliveryScene(copy)
            copy.fail(MemoryFault(number: last, code: 5, lasts: true))
            do { try await scene.deliver() } catch {}
            copy.fail(nil)
            copy.kill()
            try Meddling.syncsSent.act(on: scene)
            let found = try await DeliveryInvariants(scene: scene, subject: "once").settle()
            #expect(found.isEmpty, "killed at change \(last): \(found)")
        }
    }

    /// Adds the copy that the server saved, as a sync does.
    private func bring(_ subject: String, to scene: DeliveryScene) throws {
        let sent = try scene.mail.makingMaildir(.sent)
        _ = try sent.add(MailText.letter(subject), flags: [.seen])
    }

    @Test("If the server saves sent mail, petrel saves no copy and waits for the server's")
    func filedByServer() async throws {
        var scene = try DeliveryScene()
        scene.account.provider = "gmail"
        scene.account.sent = .automatic
        try scene.queue("once")
        try await scene.deliver()
        #expect(try scene.sidecar("once")?.submission == .sent && scene.sent().isEmpty)
        try await scene.restart()
        #expect(try scene.sidecar("once")?.submission == .sent && scene.sent().isEmpty)
        try bring("once", to: scene)
        try await scene.deliver()
        #expect(try scene.outbox().isEmpty && scene.sentSubjects() == ["once"])
        #expect(scene.server.subjects() == ["once"])
    }

    @Test("Saves a copy after a sync that did not bring the one expected from the server")
    func notFiledByServer() async throws {
        for (policy, patience) in [(SentCopy.automatic, 20 * 60), (.probe, 30)] {
            var scene = try DeliveryScene()
            scene.account.provider = "gmail"
            scene.account.sent = policy
            try scene.queue("once")
            try await scene.deliver()
            scene.clock.turn(by: .seconds(patience - 1))
            try await scene.deliver(isSentFresh: true)
            #expect(try scene.sent().isEmpty && scene.sidecar("once")?.submission == .sent)
            scene.clock.turn(by: .seconds(1))
            try await scene.deliver()
            #expect(try scene.sent().isEmpty, "nobody has looked at the server")
            try await scene.deliver(isSentFresh: true)
            #expect(try scene.outbox().isEmpty && scene.sentSubjects() == ["once"])
            #expect(scene.server.subjects() == ["once"])
        }
    }

    @Test("Two messages teach petrel whether an unknown server saves sent mail")
    func experience() async throws {
        var scene = try DeliveryScene()
        scene.account.sent = .probe
        func miss(_ subject: String, after wait: Int) async throws {
            try scene.queue(subject)
            try await scene.deliver()
            #expect(try scene.sidecar(subject)?.submission == .sent, "\(subject) is waited for")
            scene.clock.turn(by: .seconds(wait))
            try await scene.deliver(isSentFresh: true)
            #expect(try scene.outbox().isEmpty)
        }
        func find(_ subject: String) async throws {
            try scene.queue(subject)
            try await scene.deliver()
            try bring(subject, to: scene)
            try await scene.deliver(isSentFresh: true)
            #expect(try scene.outbox().isEmpty)
        }
        try await miss("one", after: 30)
        try await find("two")
        try await miss("three", after: 30)
        try await miss("four", after: 30)
        try scene.queue("five")
        try await scene.deliver()
        #expect(try scene.outbox().isEmpty && scene.sentSubjects().contains("five"), "nothing is waited for")
        // Another server has a separate history.
        scene.account.smtp = try ServerURL("smtps://other.example.net", for: .smtp)
        try await find("six")
        try await find("seven")
        try scene.queue("eight")
        try await scene.deliver()
        scene.clock.turn(by: .seconds(40))
        try await scene.deliver(isSentFresh: true)
        #expect(try scene.sidecar("eight")?.submission == .sent, "it was filed by the server each time")
        scene.clock.turn(by: .seconds(20 * 60))
        try await scene.deliver(isSentFresh: true)
        #expect(try scene.outbox().isEmpty && scene.sentSubjects().contains("eight"))
        try await miss("nine", after: 30)
        let all = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
        #expect(try scene.sentSubjects().sorted() == all.sorted())
    }

    @Test("A sent message that waits for its copy is not sent again")
    func waiting() async throws {
        var scene = try DeliveryScene()
        scene.account.sent = .probe
        try scene.queue("once")
        try await scene.deliver()
        let id = try #require(try scene.sidecar("once")?.draftID)
        let (now, moment) = (scene.clock.now(), scene.moment)
        #expect(try scene.store().advance(id, at: now) { $0.requeue(at: moment) } == nil)
        let refusal = #expect(throws: DraftError.self) { try scene.store().takeBack(id, at: now) }
        guard case .beingSent(id)? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        try await scene.restart()
        #expect(scene.server.subjects() == ["once"])
    }

    @Test("Two messages with the same Message-ID have two copies")
    func sameIdentifier() async throws {
        let scene = try DeliveryScene()
        for text in ["Hello.", "Hello again."] {
            _ = try scene.store().queue(
                MailText.letter(text, id: "same"), from: nil, at: scene.clock.now())
        }
        try await scene.deliver()
        #expect(try Set(scene.sentSubjects()) == ["Hello.", "Hello again."] && scene.outbox().isEmpty)
    }
}
