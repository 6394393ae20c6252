import MailTestSupport
import MaildirStore
import Outbox
import Synchronization
import Testing

@Suite("Recipients in several parts", .onOwnThreads, .timeLimit(.minutes(15)))
struct RecipientBatchTests {
    @Test(
        "A message with too many recipients for the server is sent in parts, once to each", .holds("PS1", "PS6"))
    func parts() async throws {
        let scene = try DeliveryFixture()
        let names = (0..<230).map { "r\($0)@example.org" }
        let text = String(decoding: TestLetter.letter("many"), as: UTF8.self)
        let message = Array(text.replacing("ana@example.org", with: names.joined(separator: ",\r\n ")).utf8)
        _ = try scene.store().queue(message, from: nil, at: scene.clock.now())
        // Counts the parts.
        let count = Mutex(0)
        scene.server.onCommand { command in
            guard command == "DATA" else { return }
            count.withLock { $0 += 1 }
        }
        scene.server.set { $0.extensions.append("LIMITS RCPTMAX=50") }
        try await scene.deliver()
        try await scene.restart()
        let all = scene.server.accepted.flatMap(\.message.recipients)
        #expect(all.count == Set(all).count && Set(all) == Set(names + TestLetter.recipients.dropFirst()))
        #expect(count.withLock { $0 } == 5)
        #expect(try scene.sentSubjects() == ["many"])
    }

    @Test(
        "If the connection breaks between parts, no recipient gets the message twice",
        .holds("PS1", "PS6"))
    func brokenParts() async throws {
        let names = (0..<9).map { "r\($0)@example.org" }
        let text = String(decoding: TestLetter.letter("many"), as: UTF8.self)
        let message = Array(text.replacing("ana@example.org", with: names.joined(separator: ",\r\n ")).utf8)
        let disk = MemoryFileSystem()
        let setting = try DeliveryFixture(disk)
        _ = try setting.store().queue(message, from: nil, at: setting.clock.now())
        disk.kill()
        let whole = try DeliveryFixture(disk.copy())
        whole.server.set { $0.extensions.append("LIMITS RCPTMAX=3") }
        try await whole.deliver()
        let said = whole.server.counts.said
        for place in stride(from: 0, through: said, by: TestEffort.isFull ? 1 : 9) {
            let scene = try DeliveryFixture(disk.copy())
            scene.server.set { $0.extensions.append("LIMITS RCPTMAX=3") }
            scene.server.cutNext(ModelMTA.Cut(place: .said(place), ending: .reset))
            try await scene.deliver()
            try await scene.restart()
            let all = scene.server.accepted.flatMap(\.message.recipients)
            #expect(all.count == Set(all).count, "\(place)")
            if let sidecar = try scene.sidecar("many") {
                #expect(sidecar.submission == .unknown, "\(place)")
                #expect(try scene.sent().isEmpty, "\(place)")
            } else {
                #expect(all.count == names.count + 2, "\(place)")
                #expect(try scene.sentSubjects() == ["many"], "\(place)")
            }
        }
    }
}
