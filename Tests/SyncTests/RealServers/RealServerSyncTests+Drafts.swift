import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import Testing

/// The tests share one user's mail, so they run one after the other.
extension RealServerSyncTests {
    /// Returns all cases for the first server, and a quarter of them for each other server. With PETREL_SYNC_CASES=all,
    /// returns all of them for every server.
    private static func drafts(for server: String) -> [DraftCase] {
        let isAll = ProcessInfo.processInfo.environment["PETREL_SYNC_CASES"] == "all"
        guard !isAll, let place = RealServerFixture.available.firstIndex(of: server), place > 0 else {
            return DraftCase.all
        }
        return DraftCase.all.indices.filter { $0 % 4 == place % 4 }.map { DraftCase.all[$0] }
    }

    @Test(
        "After any change to drafts, both sides soon agree", .holds("C20", "C22", "C23"),
        arguments: RealServerFixture.available)
    func drafts(_ server: String) async throws {
        for one in Self.drafts(for: server) {
            let scene = try await RealServerFixture(server)
            let store = try scene.drafts()
            try await scene.deliver(["m1"], [.seen])
            _ = try store.create(DraftText.message("one"), at: LaterClock().now())
            let fields = "Message-ID: <two@example.org>\r\nX-Universally-Unique-Identifier: 22-22\r\n"
            try await scene.append(DraftText.message("two", fields), to: "Drafts", [.draft])
            try await scene.sync()
            #expect(try await scene.there("Drafts").map(\.subject) == ["one", "two"])
            do {
                try await one.change(scene, store)
                for _ in 0..<3 {
                    let report = try await scene.sync()
                    #expect(report.failure == nil, "\(one.name), on \(server): \(report.failure?.sentence ?? "")")
                }
                let (here, there) = (scene.here("Drafts"), try await scene.there("Drafts"))
                #expect(here == there, "\(one.name), on \(server)")
                #expect(there.map(\.subject) == one.drafts, "\(one.name), on \(server)")
                #expect(try await !scene.sync().hasChanged, "\(one.name), on \(server)")
            } catch {
                Issue.record(error, "\(one.name), on \(server)")
            }
            await scene.close()
        }
    }
}
