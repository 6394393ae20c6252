import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import Outbox
import Testing

@Suite("Deliveries with a broken connection", .onOwnThreads, .timeLimit(.minutes(30)))
struct BrokenSessionTests {
    /// Returns a disk that has an outbox with one message and can be copied.
    private func prepared() throws -> MemoryFileSystem {
        let disk = MemoryFileSystem()
        try DeliveryFixture(disk).queue("once")
        disk.settle()
        return disk
    }

    @Test(
        "Without a break, the message is sent and saved to Sent once", .holds("PS5", "PS6", "Y15"))
    func whole() async throws {
        let scene = try DeliveryFixture(prepared())
        let report = try await scene.deliver()
        #expect(report.waiting == 0 && report.nextAttempt == nil && !report.isBusy && !report.isOffline)
        guard case .sending(let message)? = report.events.first, case .sent(let same)? = report.events.last else {
            Issue.record("\(report.events)")
            return
        }
        #expect(message == same && message.number == 1 && message.subject == "once" && report.events.count == 2)
        #expect(message.recipients.compactMap(\.email?.text) == TestLetter.recipients)
        let accepted = try #require(scene.server.accepted.first?.message)
        #expect(accepted.sender == "kim@example.net" && accepted.recipients == TestLetter.recipients)
        #expect(try DeliveryInvariants(scene: scene, subject: "once").faults() == [])
        #expect(try await DeliveryInvariants(scene: scene, subject: "once").settle() == [])
    }

    @Test("Wherever and however the connection breaks, no message is sent twice", .holds("PS1", "PS4", "PS5", "Y16"))
    func everyOctet() async throws {
        let disk = try prepared()
        let whole = try DeliveryFixture(disk.copy())
        try await whole.deliver()
        let counts = whole.server.counts
        var generator = SeededGenerator.fresh
        let step = TestEffort.isFull ? 1 : 11
        var places: [ModelMTA.Cut.Place] = []
        for ending in ModelMTA.Cut.Ending.allCases {
            let offset = Int.random(in: 0..<step, using: &generator)
            places = stride(from: offset, through: counts.heard, by: step).map { .heard($0) }
            places += stride(from: offset, through: counts.said, by: step).map { .said($0) }
            // The final dot and the reply to it matter most.
            if step > 1 { places += (counts.heard - 20...counts.heard).map { .heard($0) } }
            if step > 1 { places += (counts.said - 50...counts.said).map { .said($0) } }
            for place in places {
                let scene = try DeliveryFixture(disk.copy())
                let cut = ModelMTA.Cut(place: place, ending: ending)
                scene.server.cutNext(cut)
                try await scene.deliver()
                let message = DeliveryInvariants(scene: scene, subject: "once")
                var found = try message.faults()
                let state = try scene.sidecar("once")?.submission
                if state == .unknown, scene.server.contentStep == nil { found.append("unknown before its content") }
                if state == .queued, try scene.sidecar("once")?.retryCount != 1 {
                    found.append("an attempt not counted")
                }
                if state == .failed { found.append("failed after one break") }
                found += try await message.settle()
                #expect(found.isEmpty, "seed \(generator.seed), \(cut): \(found)")
            }
            TestEffort.report(places.count, "breaks: \(ending)")
        }
    }
}
