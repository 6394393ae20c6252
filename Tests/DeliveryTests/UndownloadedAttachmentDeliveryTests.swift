import Disk
import Glibc
import InternetMessage
import MailClients
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import ModelServer
import Outbox
import Synchronization
import Testing

@Suite("Messages that wait for an attachment", .onOwnThreads, .timeLimit(.minutes(30)))
struct UndownloadedAttachmentDeliveryTests {
    @Test(
        "Downloads the attachment and sends the complete message once",
        .holds("C14", "N04", "PS1", "PS5"), arguments: [true, false])
    func whole(isDraft: Bool) async throws {
        let pending = try UndownloadedAttachmentFixture()
        try pending.queue(isDraft: isDraft)
        let queued = try #require(try pending.sidecar())
        #expect(queued.undownloadedFiles.map(\.filename) == ["plan.pdf"])
        #expect(queued.undownloadedFiles.map(\.part) == ["2"])
        let told = Mutex<[DeliveryEvent]>([])
        let report = try await pending.delivery { event in told.withLock { $0.append(event) } }.run()
        #expect(report.sentCount == 1 && report.waiting == 0)
        #expect(told.withLock { $0.first }.map { if case .fetching(_, 1) = $0 { true } else { false } } ?? false)
        #expect(pending.accepted.count == 1 && pending.scene.server.accepted.count == 1)
        #expect(try pending.scene.sent().count == 1 && pending.scene.outbox().isEmpty)
        #expect(try pending.scene.store().versions().isEmpty)
        #expect(try pending.faults().isEmpty)
        // The message that was sent has the same Message-ID as the queued one.
        #expect(Message(pending.accepted[0]).header.messageID == queued.envelope?.messageID)
        try await pending.restart()
        #expect(pending.scene.server.accepted.count == 1)
    }

    static let absences: [(name: String, refusal: StreamFailure, isOffline: Bool)] = [
        ("no network", .unreachable, true), ("no name server", .nameServerUnreachable, true),
        ("no server", .refused, false), ("no answer", .timedOut, false),
    ]

    @Test(
        "While the attachment cannot be fetched, the message waits and no attempt is counted",
        .holds("C14", "Y16"), arguments: absences)
    func absent(_ row: (name: String, refusal: StreamFailure, isOffline: Bool)) async throws {
        var pending = try UndownloadedAttachmentFixture()
        try pending.queue()
        pending.refusal = row.refusal
        for round in 1...8 {
            let report = try await pending.deliver()
            #expect(report.isOffline == row.isOffline && report.waiting == 1, "\(row.name)")
            let sidecar = try #require(try pending.sidecar())
            #expect(sidecar.submission == .queued && sidecar.retryCount == 0, "\(row.name), round \(round)")
            #expect(sidecar.undownloadedFiles.count == 1)
            pending.scene.clock.turn(by: .seconds(500))
        }
        #expect(pending.scene.server.commands.isEmpty && pending.scene.server.accepted.isEmpty)
        pending.refusal = nil
        try await pending.deliver()
        #expect(try pending.accepted.count == 1 && pending.faults().isEmpty)
    }

    @Test("If the server for sending is down after the download, that is reported of the message", .holds("C14", "Y16"))
    func completeAndPostponed() async throws {
        let pending = try UndownloadedAttachmentFixture()
        let id = try pending.queue()
        pending.scene.server.refuse(.refused)
        let report = try await pending.deliver()
        guard case .postponed(let message, _, let until)? = report.events.last else {
            Issue.record("\(report.events)")
            return
        }
        #expect(try message.id == id && until == pending.sidecar()?.nextAttempt && until != nil)
    }

    @Test("Other messages are sent while one waits for its attachment, and otherwise in order")
    func others() async throws {
        var pending = try UndownloadedAttachmentFixture()
        try pending.queue()
        try pending.scene.queue("second")
        pending.refusal = .refused
        try await pending.deliver()
        #expect(pending.scene.server.subjects() == ["second"])
        pending.refusal = nil
        pending.scene.clock.turn(by: .seconds(600))
        try await pending.deliver()
        #expect(pending.accepted.count == 1)
        let other = try UndownloadedAttachmentFixture()
        try other.queue()
        try other.scene.queue("second")
        try await other.deliver()
        let order = other.scene.server.accepted.map { UndownloadedAttachmentFixture.subject(of: $0.message.content) }
        #expect(order == [UndownloadedAttachmentFixture.subject, "second"])
    }

    static let losses: [(name: String, act: @Sendable (ModelIMAPServer) -> Void)] = [
        ("deleted", { $0.expunge(UIDSet(.first), in: "INBOX") }),
        ("moved", { $0.move(.first, in: "INBOX", to: "Archive") }),
        (
            "another message there",
            {
                $0.expunge(UIDSet(.first), in: "INBOX")
                $0.renumber("INBOX")
            }
        ),
    ]

    @Test(
        "An unavailable attachment makes the message fail, with advice, and nothing is sent",
        .holds("C14"), arguments: losses)
    func gone(_ row: (name: String, act: @Sendable (ModelIMAPServer) -> Void)) async throws {
        let pending = try UndownloadedAttachmentFixture()
        let id = try pending.queue()
        row.act(pending.mailboxes)
        let report = try await pending.deliver()
        #expect(report.events.contains { if case .failed = $0 { true } else { false } }, "\(row.name)")
        let failed = try #require(try pending.sidecar())
        #expect(failed.submission == .failed && failed.undownloadedFiles.count == 1)
        let reason = try #require(failed.lastError)
        #expect(reason.contains("could not be fetched") && reason.contains("outbox retry o1"), "\(reason)")
        #expect(reason.contains("resume o1, then detach"), "\(reason)")
        try await pending.restart()
        #expect(try pending.sidecar()?.submission == .failed && pending.scene.server.commands.isEmpty)
        let moment = pending.scene.moment
        _ = try pending.scene.store().advance(id, at: moment.date) { $0.requeue(at: moment) }
        try await pending.deliver()
        #expect(try pending.sidecar()?.submission == .failed && pending.accepted.isEmpty, "\(row.name)")
        #expect(try pending.faults().isEmpty)
    }

    @Test(
        "A message that is taken back still waits for its attachment, or already has it", .holds("C14", "U03", "PS2"))
    func takenBack() async throws {
        var pending = try UndownloadedAttachmentFixture()
        let id = try pending.queue()
        pending.refusal = .refused
        try await pending.deliver()
        let store = try pending.scene.store()
        let draft = try store.takeBack(id, at: pending.scene.clock.now())
        #expect(draft.sidecar?.undownloadedFiles.map(\.filename) == ["plan.pdf"])
        #expect(try Message(store.message(of: draft, isInOutbox: false)).lacksPendingFilesAlone)
        pending.refusal = nil
        try await pending.restart()
        #expect(pending.accepted.isEmpty)

        let other = try UndownloadedAttachmentFixture()
        let filled = try other.queue()
        other.scene.server.refuse(.refused)
        try await other.deliver()
        #expect(try other.sidecar()?.undownloadedFiles.isEmpty ?? false)
        let back = try other.scene.store().takeBack(filled, at: other.scene.clock.now())
        let octets = try other.scene.store().message(of: back, isInOutbox: false)
        #expect(Message(octets).root.attachments.map(\.decodedContent) == [UndownloadedAttachmentFixture.content])
        #expect(!Message(octets).isPartial && back.sidecar?.undownloadedFiles.isEmpty ?? true)
    }

    @Test("A message that is taken back during the download is not sent", .holds("C14", "PS2", "PS3"))
    func takenBackMeanwhile() async throws {
        let pending = try UndownloadedAttachmentFixture()
        let id = try pending.queue()
        let scene = pending.scene
        let report = try await pending.delivery { event in
            guard case .fetching = event else { return }
            do { _ = try scene.store().takeBack(id, at: scene.clock.now()) } catch { Issue.record("\(error)") }
        }.run()
        #expect(report.sentCount == 0 && pending.scene.server.commands.isEmpty)
        #expect(try pending.scene.store().contents(at: pending.scene.clock.now()).drafts.count == 1)
        try await pending.restart()
        #expect(try pending.accepted.isEmpty && pending.faults().isEmpty)
    }

    @Test("Resumes an interrupted download", .holds("C14"))
    func resumed() async throws {
        let content = (0..<2_400_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        var pending = try UndownloadedAttachmentFixture(content: content)
        pending.scene.server.set { $0.extensions = ["SIZE 50000000", "AUTH PLAIN LOGIN"] }
        try pending.queue(content)
        var cut = ModelFaults()
        cut.cut = .said(2_900_000)
        pending.faults = { [cut] number in number == 0 ? cut : .refusing }
        try await pending.deliver()
        #expect(try pending.sidecar()?.submission == .queued)
        pending.faults = { _ in .none }
        pending.scene.clock.turn(by: .seconds(60))
        let before = pending.mailboxes.log.count
        try await pending.deliver()
        let asked = pending.mailboxes.log[before...].map { "\($0)" }.filter { $0.contains("BODY") }.joined()
        #expect(!asked.contains("<0."), "\(asked)")
        #expect(try pending.accepted.count == 1 && pending.faults(content).isEmpty)
    }

    @Test("An incomplete message that lists no pending attachment is never sent", .holds("C14", "PS3"))
    func sidecarLies() async throws {
        let pending = try UndownloadedAttachmentFixture()
        let store = try pending.scene.store()
        var message = try UndownloadedAttachmentFixture.forward()
        // A placeholder without a source that petrel knows.
        let text = String(decoding: message, as: UTF8.self).replacing("X-Petrel-Source:", with: "X-Other-Source:")
        message = Array(text.utf8)
        _ = try store.queue(message, from: nil, at: pending.scene.clock.now()) {
            $0.queuedMoment = pending.scene.moment
        }
        #expect(try pending.sidecar()?.undownloadedFiles.isEmpty ?? false)
        try await pending.restart()
        #expect(try pending.sidecar()?.submission == .failed && pending.scene.server.accepted.isEmpty)
    }
}

extension ModelFaults {
    /// Cuts every connection during the greeting.
    fileprivate static var refusing: ModelFaults {
        var faults = ModelFaults()
        faults.cut = .said(3)
        return faults
    }
}

@Suite("Senders killed during a download", .onOwnThreads, .timeLimit(.minutes(60)))
struct KilledDownloadTests {
    private func prepared() async throws -> MemoryFileSystem {
        let disk = MemoryFileSystem()
        let pending = try UndownloadedAttachmentFixture(disk)
        try pending.scene.queue("before")
        try await pending.deliver()
        disk.settle()
        disk.kill()
        return disk
    }

    private func faults(_ pending: UndownloadedAttachmentFixture) async throws -> [String] {
        var found = try pending.faults()
        let isQueued = try pending.item() != nil || !pending.accepted.isEmpty || pending.scene.sent().count > 1
        let hasDraft = try !pending.scene.store().contents(at: pending.scene.clock.now()).drafts.isEmpty
        if !isQueued, hasDraft {
            try await pending.restart()
            return found + (pending.accepted.isEmpty ? [] : ["a draft was sent"])
        }
        if !isQueued, try pending.scene.store().versions().isEmpty { return [] }
        let before = pending.accepted.count
        try await pending.restart()
        found += try pending.faults()
        if let sidecar = try pending.sidecar() {
            guard sidecar.submission == .unknown else { return found + ["\(sidecar.submission) after three starts"] }
            if pending.accepted.count != before { found.append("unknown, and sent again") }
        } else if pending.accepted.count != 1 {
            found.append("taken \(pending.accepted.count) times")
        }
        return found
    }

    @Test(
        "Killed at any disk change, the complete message is sent once", .holds("C14", "PS1", "PS4", "PS5"))
    func killed() async throws {
        let disk = try await prepared()
        let whole = try UndownloadedAttachmentFixture(disk.copy())
        let memory = try #require(whole.scene.disk as? MemoryFileSystem)
        memory.settle()
        try whole.queue()
        try await whole.deliver()
        let count = memory.callCount(.changes)
        for last in 1...count {
            let copy = disk.copy()
            let pending = try UndownloadedAttachmentFixture(copy)
            copy.fail(MemoryDiskFault(number: last, code: EIO, lasts: true))
            do {
                try pending.queue()
                try await pending.deliver()
            } catch {}
            copy.fail(nil)
            copy.kill()
            let found = try await faults(pending)
            #expect(found.isEmpty, "killed at change \(last) of \(count): \(found)")
        }
        TestEffort.report(count, "kills while a file comes")
    }

    @Test("A single failing call loses nothing", .holds("C14", "PD4", "PS1", "PS4"))
    func failingCalls() async throws {
        let disk = try await prepared()
        try UndownloadedAttachmentFixture(disk).queue()
        disk.kill()
        let whole = try UndownloadedAttachmentFixture(disk.copy())
        let memory = try #require(whole.scene.disk as? MemoryFileSystem)
        memory.settle()
        try await whole.deliver()
        let count = memory.callCount(.calls)
        var generator = SeededGenerator.fresh
        let step = TestEffort.isFull ? 1 : 7
        for number in stride(from: Int.random(in: 1...step, using: &generator), through: count, by: step) {
            let copy = disk.copy()
            let pending = try UndownloadedAttachmentFixture(copy)
            copy.fail(MemoryDiskFault(number: number, counting: .calls, code: ENOSPC))
            do { try await pending.deliver() } catch {}
            copy.fail(nil)
            let found = try await faults(pending)
            #expect(found.isEmpty, "seed \(generator.seed), call \(number) of \(count): \(found)")
        }
        TestEffort.report(count / step, "failing calls while a file comes")
    }

    @Test(
        "After a power loss at any time, the complete message is sent once", .holds("C14", "PS1", "PS4", "PS5"),
        arguments: CrashOrder.allCases)
    func powerless(_ order: CrashOrder) async throws {
        let disk = try await prepared()
        let whole = try UndownloadedAttachmentFixture(disk)
        try whole.queue()
        try await whole.deliver()
        let accepted = try #require(whole.scene.server.accepted.last)
        let generator = SeededGenerator.fresh
        var count = 0
        for state in disk.crashStates(order, limit: TestEffort.crashStates, using: generator) {
            count += 1
            for wasTaken in state.step == accepted.step ? [false, true] : [state.step > accepted.step] {
                let server = ModelMTA()
                if wasTaken { server.assume([accepted]) }
                let pending = try UndownloadedAttachmentFixture(state.disk.copy(), server: server)
                let found = try await faults(pending)
                #expect(found.isEmpty, "seed \(generator.seed), \(order), taken \(wasTaken): \(state): \(found)")
            }
        }
        TestEffort.report(count, "losses of power while a file comes: \(order)")
    }
}
