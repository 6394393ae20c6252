import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import Platform
import Testing

/// The system clock, some minutes ahead. Sleeping takes a tenth of the time.
private struct BriskClock: Platform.Clock {
    private let clock = SystemClock()

    func now() -> Instant { LaterClock().now() }
    func elapsed() -> Duration { clock.elapsed() }
    func sleep(for duration: Duration) { clock.sleep(for: duration / 10) }
}

/// The tests share one user's mail, so they run one after the other.
extension RealServerSyncTests {
    /// With and without UIDPLUS.
    private static let cutServers = ["dovecot", "dovecot-plain", "cyrus"].filter {
        RealServerFixture.available.contains($0)
    }

    /// The number of cut connections per server, from PETREL_SYNC_PROXY_CUTS.
    private static let cutCount = Int(ProcessInfo.processInfo.environment["PETREL_SYNC_PROXY_CUTS"] ?? "") ?? 3

    /// A home with one draft, and messages that another client has added.
    private struct CutScene {
        let scene: RealServerFixture
        let store: DraftStore
        let id: DraftID
        private(set) var draft = "d0"
        private(set) var sent: [String] = []
        private static let others = (drafts: ["theirs"], sent: ["older"], inbox: ["m1"])

        init(_ server: String) async throws {
            scene = try await RealServerFixture(server)
            scene.clock = BriskClock()
            store = try scene.drafts()
            try await scene.append(DraftText.message("theirs"), to: "Drafts", [.draft])
            try await scene.append(TestMessage.message("older"), to: "Sent", [.seen])
            try await scene.deliver(["m1"], [.seen])
            try await scene.sync()
            id = try #require(try store.create(DraftText.message("d0"), at: LaterClock().now()).draftID)
            try await scene.sync()
        }

        /// Edits the draft and adds a sent message.
        mutating func change(_ number: Int) throws {
            draft = "d\(number)"
            _ = try store.revise(id, DraftText.message(draft), at: LaterClock().now())
            let name = "sent\(number)"
            sent.append(name)
            try Data(TestMessage.message(name, size: 2000)).write(
                to: scene.directory("Sent").appending(path: "\(UUID().uuidString):2,S"))
        }

        /// Returns what is wrong after three uninterrupted syncs.
        func faults() async throws -> [String] {
            var found: [String] = []
            for _ in 0..<3 {
                let report = try await scene.sync()
                if let failure = report.failure { found.append(failure.sentence) }
                found += report.notices
            }
            for (mailbox, wanted) in [
                ("Drafts", Self.others.drafts + [draft]), ("Sent", Self.others.sent + sent),
                ("INBOX", Self.others.inbox),
            ] {
                let (here, there) = (scene.here(mailbox), try await scene.there(mailbox))
                let subjects = there.map(\.subject)
                if subjects != wanted.sorted() {
                    let twice = Set(subjects.filter { one in subjects.count { $0 == one } > 1 })
                    found.append(
                        "\(mailbox): twice \(twice), missing \(Set(wanted).subtracting(subjects)), too many \(Set(subjects).subtracting(wanted))"
                    )
                }
                if here != there { found.append("\(mailbox): here \(here), there \(there)") }
                if mailbox == "Sent", there.contains(where: { $0.letters != "S" }) { found.append("unread in Sent") }
            }
            let kept = try store.versions().filter { $0.reason == .conflict }
            if !kept.isEmpty { found.append("\(kept.count) conflicts without another change") }
            return found
        }
    }

    @Test(
        "After TCP is cut anywhere, the draft and sent messages are on the server once",
        .holds("C20", "Y15", "PS5", "PY4"), arguments: cutServers)
    func cutConnections(_ server: String) async throws {
        var generator = SeededGenerator.fresh
        let seed = generator.seed
        var scene = try await CutScene(server)
        try scene.change(0)
        let measured = try CuttingProxy(to: scene.scene.port, cut: nil)
        try await scene.scene.sync(by: measured.port)
        measured.close()
        #expect(try await scene.faults() == [])
        let counts = CuttingProxy.Direction.allCases.map { ($0, measured.count($0)) }
        let total = counts.reduce(0) { $0 + $1.1 }
        for number in 1...Self.cutCount {
            // Divides the conversation in both directions into equal steps, with a random place in each.
            var place = (total * (number - 1) + Int.random(in: 0..<total, using: &generator)) / Self.cutCount
            var cut = CuttingProxy.Cut(.toServer, after: 1, .reset)
            for (direction, count) in counts {
                if place < count {
                    let ending = try #require(CuttingProxy.Ending.allCases.randomElement(using: &generator))
                    cut = CuttingProxy.Cut(direction, after: max(1, place), ending)
                    break
                }
                place -= count
            }
            try scene.change(number)
            let proxy = try CuttingProxy(to: scene.scene.port, cut: cut)
            try await scene.scene.sync(by: proxy.port)
            proxy.close()
            let faults = try await scene.faults()
            #expect(faults == [], "seed \(seed), \(server), \(cut)")
            if !faults.isEmpty {
                await scene.scene.close()
                scene = try await CutScene(server)
            }
        }
        await scene.scene.close()
        if Self.cutCount > 100 {
            FileHandle.standardError.write(Data("sync: \(Self.cutCount) cuts of TLS with \(server)\n".utf8))
        }
    }
}
