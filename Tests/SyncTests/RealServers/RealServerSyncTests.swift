import Accounts
import Foundation
import IMAPProtocol
import MailEngine
import MailTestSupport
import MailTypes
import Testing

/// An account on real servers, tested like isync: both sides start equal, something changes, a sync makes them equal
/// again, and the next sync changes nothing.
@Suite(
    "Sync with real servers", .onOwnThreads, .needs(server: "dovecot"), .timeLimit(.minutes(60)),
    .holds("Y01", "Y03", "Y07", "Y13", "Y20", "PY1", "PY2", "PY3"))
struct RealServerSyncTests {
    private func scene(_ server: String, window: MailWindow = .all) async throws -> RealServerFixture {
        let scene = try await RealServerFixture(server, window: window)
        try await scene.deliver(["m1"], [.seen])
        try await scene.deliver(["m2", "m3", "m4", "m5"])
        try await scene.deliver(["l1"], to: "Lists/Swift")
        try await scene.deliver(["t1", "t2"], to: "Trash", [.seen])
        return scene
    }

    @Test("After any change on either side, one sync makes both sides equal", arguments: RealServerFixture.everywhere)
    func cases(_ server: String) async throws {
        let chosen = SyncCase.chosen(for: server, of: RealServerFixture.everywhere, step: 2)
        for one in chosen where one.isPossible(on: server) {
            let scene = try await scene(server)
            try await scene.converge()
            do {
                try await one.change(scene)
                let faults = try await one.faults(of: scene)
                #expect(faults == [], "\(one.name), on \(server)")
            } catch {
                Issue.record(error, "\(one.name), on \(server)")
            }
            await scene.close()
        }
    }

    @Test(
        "Asks before a mass deletion, and performs it when confirmed", arguments: RealServerFixture.available)
    func manyDeletions(_ server: String) async throws {
        let scene = try await scene(server)
        let many = (1...40).map { "n\($0)" }
        try await scene.deliver(many, [.seen])
        try await scene.converge()
        for subject in many.prefix(30) { try scene.removeHere(subject) }
        let report = try await scene.sync()
        #expect(report.questionedDeletions == 30)
        #expect(try await scene.there("INBOX").count == 45)
        try await scene.sync { $0.confirmsDeletions = true }
        try await scene.expectSame()
        #expect(scene.here("INBOX").count == 15 && scene.here("Trash").count == 32)
        await scene.close()
    }

    @Test(
        "Mail older than the window is left alone until it is requested", .holds("E03", "Y02"),
        arguments: RealServerFixture.available)
    func window(_ server: String) async throws {
        let scene = try await scene(server, window: .days(30))
        try await scene.deliver(["old1", "old2"], [.seen], on: 5)
        try await scene.sync()
        #expect(scene.here("INBOX").map(\.subject) == ["m1", "m2", "m3", "m4", "m5"])
        try scene.rename("m2", letters: "S")
        try await scene.mark("old1", .add, .flagged)
        try await scene.deliver(["x1"])
        try await scene.expunge("m4")
        try await scene.sync()
        #expect(scene.here("INBOX").map(\.subject) == ["m1", "m2", "m3", "m5", "x1"])
        #expect(try await scene.there("INBOX").map(\.subject) == ["m1", "m2", "m3", "m5", "old1", "old2", "x1"])
        #expect(try await !scene.sync().hasChanged)
        let older = try await scene.sync { $0.window = .all }
        #expect(older.failure == nil && older.mailboxes.reduce(0) { $0 + $1.new } == 2)
        #expect(scene.here("INBOX").map(\.subject) == ["m1", "m2", "m3", "m5", "old1", "old2", "x1"])
        try await scene.mark("old2", .add, .answered)
        try await scene.sync()
        #expect(try await scene.here("INBOX") == scene.there("INBOX"))
        #expect(try await !scene.sync().hasChanged)
        await scene.close()
    }

    @Test("A dry run lists the operations and changes nothing", .holds("Y13"), .needs(server: "dovecot"))
    func dryRun() async throws {
        let scene = try await scene("dovecot")
        try await scene.converge()
        try scene.rename("m2", letters: "F")
        try await scene.deliver(["x1"])
        let (here, there) = (scene.here("INBOX"), try await scene.there("INBOX"))
        let report = try await scene.sync { $0.isDryRun = true }
        #expect(report.lines.contains { $0.contains("set \\Flagged on the server") }, "\(report.lines)")
        #expect(report.lines.contains { $0.contains("fetch message") }, "\(report.lines)")
        #expect(scene.here("INBOX") == here)
        #expect(try await scene.there("INBOX") == there)
        await scene.close()
    }

    @Test(
        "A sync without changes takes few round trips on a server with CONDSTORE",
        arguments: RealServerFixture.available.filter { ["dovecot", "dovecot-noqresync", "cyrus"].contains($0) })
    func nothing(_ server: String) async throws {
        let scene = try await scene(server)
        try await scene.converge()
        let report = try await scene.sync()
        #expect(report.roundTrips <= 7, "\(report.roundTrips)")
        #expect(report.octetsIn < 10_000)
        await scene.close()
    }
}
