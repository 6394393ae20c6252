import Accounts
import Disk
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import Outbox
import Testing

@Suite("Copies in Sent", .onOwnThreads, .timeLimit(.minutes(10)), .holds("PS5", "Y15", "PY7"))
struct SentCopyTests {
    @Test("Changes that another program makes in Sent never cause a second copy", arguments: SentMailboxChange.allCases)
    func meddling(_ meddling: SentMailboxChange) async throws {
        let disk = MemoryFileSystem()
        try DeliveryFixture(disk).queue("once")
        disk.kill()
        for repeated in [false, true] {
            var number = 1
            var isOver = false
            while !isOver {
                let copy = disk.copy()
                let (server, clock) = (ModelMTA(), SettableClock())
                let other = try DeliveryFixture(copy, server: server, clock: clock)
                let at = number
                let system = TamperingFileSystem(copy) { change in
                    guard repeated ? change >= at : change == at else { return }
                    do { try meddling.act(on: other) } catch { Issue.record("\(error)") }
                }
                let scene = try DeliveryFixture(on: system, at: Path("/"), "work", server, clock)
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
        let other = try DeliveryFixture(disk, server: server, clock: clock)
        try other.queue("once")
        let system = TamperingFileSystem(
            disk,
            beforeMove: {
                do { try SentMailboxChange.cleansSent.act(on: other) } catch { Issue.record("\(error)") }
            })
        let scene = try DeliveryFixture(on: system, at: Path("/"), "work", server, clock)
        for _ in 0..<3 {
            await #expect(throws: DraftError.self) { try await scene.deliver() }
            #expect(try other.sidecar("once")?.submission == .sent)
        }
        #expect(try await DeliveryInvariants(scene: other, subject: "once").settle() == [])
    }

    @Test("Setting the clock back does not hide a copy that the server saved", .holds("PS7"))
    func clockSetBack() async throws {
        var scene = try DeliveryFixture()
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
        let scene = try DeliveryFixture(disk)
        let text = String(decoding: TestLetter.letter("once"), as: UTF8.self)
        let message = text.replacing("Message-ID: <once@example.net>\r\n", with: "")
        _ = try scene.store().queue(Array(message.utf8), from: nil, at: scene.clock.now())
        disk.settle()
        disk.kill()
        try await DeliveryFixture(disk.copy()).deliver()
        let count = disk.callCount(.changes)
        for last in 1...(count + 60) {
            let copy = disk.copy()
            let scene = try DeliveryFixture(copy)
            copy.fail(MemoryDiskFault(number: last, code: 5, lasts: true))
            do { try await scene.deliver() } catch {}
            copy.fail(nil)
            copy.kill()
            try SentMailboxChange.syncsSent.act(on: scene)
            let found = try await DeliveryInvariants(scene: scene, subject: "once").settle()
            #expect(found.isEmpty, "killed at change \(last): \(found)")
        }
    }

    /// Adds the copy that the server saved, as a sync does.
    private func bring(_ subject: String, to scene: DeliveryFixture) throws {
        let sent = try scene.mail.makingMaildir(.sent)
        let uid = try #require(UID(rawValue: UInt32(try sent.entries().count + 1)))
        let validity = try #require(UIDValidity(rawValue: 7))
        let name = SyncedFilename(uid, validity, in: .sent, arrived: scene.clock.now(), size: 400)
        _ = try sent.add(TestLetter.letter(subject), flags: [.seen], base: name.octets)
    }

    @Test("While the server's copy is awaited, petrel's own is in Sent, and the server's replaces it")
    func filedByServer() async throws {
        var scene = try DeliveryFixture()
        scene.account.provider = "gmail"
        scene.account.sent = .automatic
        try scene.queue("once")
        try await scene.deliver()
        #expect(try scene.sidecar("once")?.submission == .sent && scene.sentSubjects() == ["once"])
        try await scene.restart()
        #expect(try scene.sidecar("once")?.submission == .sent && scene.sentSubjects() == ["once"])
        #expect(try scene.store().awaitedSentCopies() == Set(scene.sentNames()))
        try bring("once", to: scene)
        try await scene.deliver()
        #expect(try scene.outbox().isEmpty && scene.sentSubjects() == ["once"])
        #expect(try !scene.sentNames().contains(where: DraftStore.isAwaitedSentCopy))
        #expect(scene.server.subjects() == ["once"])
    }

    @Test("Saves a copy after a sync that did not bring the one expected from the server")
    func notFiledByServer() async throws {
        for (policy, patience) in [(SentCopy.automatic, 20 * 60), (.probe, 2)] {
            var scene = try DeliveryFixture()
            scene.account.provider = "gmail"
            scene.account.sent = policy
            try scene.queue("once")
            try await scene.deliver()
            scene.clock.turn(by: .seconds(patience - 1))
            try await scene.deliver(isSentFresh: true)
            #expect(try scene.sidecar("once")?.submission == .sent)
            scene.clock.turn(by: .seconds(1))
            try await scene.deliver()
            #expect(try scene.sidecar("once")?.submission == .sent, "the server was not asked")
            try await scene.deliver(isSentFresh: true)
            #expect(try scene.outbox().isEmpty && scene.sentSubjects() == ["once"])
            #expect(try !scene.sentNames().contains(where: DraftStore.isAwaitedSentCopy))
            #expect(scene.server.subjects() == ["once"])
        }
    }

    @Test("Whether an unknown server saves sent mail is asked once")
    func askedOnce() async throws {
        var scene = try DeliveryFixture()
        scene.account.sent = .probe
        func answer() throws -> SentCopyPolicyRecord.Answer? {
            try scene.store().sentFiling(with: scene.account.smtp.map { "\($0)" } ?? "").answer
        }
        try scene.queue("one")
        try await scene.deliver()
        #expect(try scene.sidecar("one")?.submission == .sent && answer() == nil)
        scene.clock.turn(by: .seconds(2))
        try await scene.deliver(isSentFresh: true)
        #expect(try scene.outbox().isEmpty && answer() == .trial)
        try scene.queue("two")
        try await scene.deliver()
        #expect(try scene.outbox().isEmpty && scene.sentSubjects().contains("two"), "nothing is waited for")
        // Another server has a separate answer.
        scene.account.smtp = try ServerURL("smtps://other.example.net", for: .smtp)
        try scene.queue("three")
        try await scene.deliver()
        try bring("three", to: scene)
        try await scene.deliver(isSentFresh: true)
        #expect(try scene.outbox().isEmpty && answer() == .server)
        try scene.queue("four")
        try await scene.deliver()
        scene.clock.turn(by: .seconds(60))
        try await scene.deliver(isSentFresh: true)
        #expect(try scene.sidecar("four")?.submission == .sent, "the server saves sent mail")
        scene.clock.turn(by: .seconds(20 * 60))
        try await scene.deliver(isSentFresh: true)
        #expect(try scene.outbox().isEmpty && answer() == .trial)
        #expect(try scene.sentSubjects().sorted() == ["four", "one", "three", "two"])
    }

    @Test("An answer that an earlier version stored is used", arguments: [("0 2", "client"), ("9 0", "server")])
    func earlierAnswer(_ stored: String, _ answer: String) throws {
        let scene = try DeliveryFixture()
        let store = try scene.store()
        let state = try Directory.open(scene.root, on: scene.disk).directory(Array("state".utf8))
            .directory(Array("work".utf8))
        try state.write(
            Array("smtps://mail.example.net \(stored)\n".utf8), as: Array("filing".utf8), .replacing, through: state,
            named: Array("filing.1".utf8))
        #expect(store.sentFiling(with: "smtps://mail.example.net").answer?.rawValue == answer)
        #expect(store.sentFiling(with: "smtps://other.example.net").answer == nil)
    }

    @Test("In a directory that mbsync syncs, nothing is shown before it is certain")
    func besideMbsync() async throws {
        var scene = try DeliveryFixture()
        scene.account.sent = .probe
        let sent = try scene.mail.makingMaildir(.sent).directory
        try sent.write(
            Array("1\n".utf8), as: Array(".uidvalidity".utf8), .replacing, through: sent, named: Array("x".utf8))
        try scene.queue("once")
        try await scene.deliver()
        #expect(try scene.sent().isEmpty && scene.sidecar("once")?.submission == .sent)
        scene.clock.turn(by: .seconds(2))
        try await scene.deliver(isSentFresh: true)
        #expect(try scene.sentSubjects() == ["once"] && scene.outbox().isEmpty)
    }

    @Test(
        "Killed at any change while the server's copy is awaited, the message is in Sent once",
        arguments: [true, false])
    func killedWhileAwaiting(isFiledByServer: Bool) async throws {
        func run(_ disk: MemoryFileSystem, killedAt last: Int?) async throws -> [String] {
            var scene = try DeliveryFixture(disk)
            scene.account.sent = .probe
            if let last { disk.fail(MemoryDiskFault(number: last, code: 5, lasts: true)) }
            func attempt() async throws {
                try await scene.deliver()
                if isFiledByServer, !scene.server.accepted.isEmpty { try bringOnce("once", to: scene) }
                scene.clock.turn(by: .seconds(3))
                try await scene.deliver(isSentFresh: true)
            }
            if last == nil { try await attempt() } else { try? await attempt() }
            disk.fail(nil)
            disk.kill()
            for _ in 0..<2 {
                scene.clock.turn(by: .seconds(40))
                try await attempt()
            }
            // Only the user knows whether it arrived.
            if try scene.sidecar("once")?.submission == .unknown { return [] }
            var faults = try DeliveryInvariants(scene: scene, subject: "once").faults().filter {
                $0 != "no Bcc in Sent"
            }
            if try !scene.outbox().isEmpty { faults.append("still in the outbox") }
            if try scene.sentNames().contains(where: DraftStore.isAwaitedSentCopy) { faults.append("still awaited") }
            return faults
        }
        let disk = MemoryFileSystem()
        try DeliveryFixture(disk).queue("once")
        disk.settle()
        disk.kill()
        let whole = disk.copy()
        #expect(try await run(whole, killedAt: nil).isEmpty)
        let count = whole.callCount(.changes)
        #expect(count > 40)
        for last in 1...count {
            let found = try await run(disk.copy(), killedAt: last)
            #expect(found.isEmpty, "killed at change \(last) of \(count): \(found)")
        }
        TestEffort.report(count, "kills while a copy is awaited")
    }

    /// Adds the copy of the server unless it is there.
    private func bringOnce(_ subject: String, to scene: DeliveryFixture) throws {
        let own = try scene.sentNames().filter { !DraftStore.isSentCopy($0) }
        if own.isEmpty { try bring(subject, to: scene) }
    }

    @Test("A sent message that waits for its copy is not sent again")
    func waiting() async throws {
        var scene = try DeliveryFixture()
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

    @Test("The report counts messages that were sent before and whose copies are not in Sent yet")
    func counted() async throws {
        var scene = try DeliveryFixture()
        scene.account.sent = .probe
        try scene.queue("once")
        #expect(try await scene.deliver().unfiled == 0)
        let waiting = try await scene.deliver()
        #expect(waiting.unfiled == 1 && !waiting.isIdle)
        scene.clock.turn(by: .seconds(2))
        try await scene.deliver(isSentFresh: true)
        let last = try await scene.deliver()
        #expect(last.unfiled == 0 && last.isIdle)
    }

    @Test("Two messages with the same Message-ID have two copies")
    func sameIdentifier() async throws {
        let scene = try DeliveryFixture()
        for text in ["Hello.", "Hello again."] {
            _ = try scene.store().queue(
                TestLetter.letter(text, id: "same"), from: nil, at: scene.clock.now())
        }
        try await scene.deliver()
        #expect(try Set(scene.sentSubjects()) == ["Hello.", "Hello again."] && scene.outbox().isEmpty)
    }
}
