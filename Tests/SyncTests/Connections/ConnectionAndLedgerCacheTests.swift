import Foundation
import MailEngine
import MailTestSupport
import ModelServer
import Testing

@Suite("A ledger kept open between syncs", .onOwnThreads, .holds("PY1", "PY2"))
struct ConnectionAndLedgerCacheTests {
    /// Returns a home that was synced with a cache.
    private func scene() async throws -> HomeWithModelServer {
        let scene = try HomeWithModelServer(.dovecot)
        scene.cache = ConnectionAndLedgerCache()
        try await scene.sync()
        return scene
    }

    /// Syncs as another process does.
    private func syncElsewhere(_ scene: HomeWithModelServer) async throws {
        let cache = scene.cache
        scene.cache = nil
        #expect(try await scene.sync().failure == nil)
        scene.cache = cache
    }

    @Test("The next sync transfers only what has changed")
    func next() async throws {
        let scene = try await scene()
        scene.deliver("x1")
        let report = try await scene.sync()
        #expect(report.failure == nil && report.mailboxes.reduce(0) { $0 + $1.new } == 1)
        #expect(scene.here == scene.there && scene.model.violations == [])
    }

    @Test("What another process has synced meanwhile is not synced again")
    func another() async throws {
        let scene = try await scene()
        try scene.change()
        try await syncElsewhere(scene)
        let before = scene.model.log.count
        let report = try await scene.sync()
        #expect(report.failure == nil && !report.hasChanged)
        #expect(!scene.model.log.dropFirst(before).contains { ["APPEND", "UID STORE", "UID COPY"].contains($0.verb) })
        #expect(scene.here == scene.there && scene.model.violations == [])
    }

    @Test("A ledger that was removed meanwhile is made anew, and nothing is doubled")
    func removed() async throws {
        let scene = try await scene()
        try scene.loseLedger()
        scene.deliver("x1")
        #expect(try await scene.settle() == [])
        #expect(scene.here == scene.there && scene.model.violations == [])
        #expect(FileManager.default.fileExists(atPath: scene.home.path + "/state/ledger.sqlite"))
    }

    @Test("While one sync rests, another process can sync")
    func unlocked() async throws {
        let scene = try await scene()
        scene.deliver("x1")
        try await syncElsewhere(scene)
        scene.deliver("x2")
        #expect(try await scene.sync().failure == nil)
        #expect(scene.here == scene.there && scene.model.violations == [])
    }
}
