import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

/// Folders that are created, renamed and deleted.
extension RealServerSyncTests {
    private static func root(_ mailbox: String, of scene: RealServerFixture) -> URL {
        scene.home.appending(path: "mail/\(mailbox)")
    }

    private func projects(_ server: String) async throws -> RealServerFixture {
        let scene = try await RealServerFixture(server)
        try await scene.create("Projects")
        try await scene.deliver(["p1", "p2", "p3"], to: "Projects", [.seen])
        try await scene.converge()
        return scene
    }

    @Test(
        "A folder renamed here is renamed on the server without transferring messages",
        arguments: RealServerFixture.available)
    func renamedHere(_ server: String) async throws {
        let scene = try await projects(server)
        try FileManager.default.moveItem(at: Self.root("Projects", of: scene), to: Self.root("Renamed", of: scene))
        let report = try await scene.sync()
        #expect(
            report.failure == nil && report.mailboxes.allSatisfy { $0.new == 0 && $0.uploaded == 0 },
            "\(report.mailboxes)")
        #expect(try await scene.there("Renamed").map(\.subject) == ["p1", "p2", "p3"])
        #expect(scene.here("Renamed").map(\.subject) == ["p1", "p2", "p3"])
        #expect(try await scene.look("Projects") == nil, "the old one is there still")
        #expect(try await !scene.sync().hasChanged)
        await scene.close()
    }

    @Test(
        "A folder renamed on the server is renamed here without transferring messages",
        arguments: RealServerFixture.available)
    func renamedThere(_ server: String) async throws {
        let scene = try await projects(server)
        try await scene.renameMailbox("Projects", to: "Renamed")
        let report = try await scene.sync()
        #expect(
            report.failure == nil && report.mailboxes.allSatisfy { $0.new == 0 && $0.uploaded == 0 },
            "\(report.mailboxes)")
        #expect(scene.here("Renamed").map(\.subject) == ["p1", "p2", "p3"])
        #expect(!FileManager.default.fileExists(atPath: Self.root("Projects", of: scene).path))
        #expect(try await !scene.sync().hasChanged)
        await scene.close()
    }

    @Test(
        "A deleted folder is removed on both sides, and its messages are in Trash", .holds("E03"),
        arguments: RealServerFixture.available)
    func deleted(_ server: String) async throws {
        let scene = try await projects(server)
        for subject in ["p1", "p2", "p3"] { try scene.moveHere(subject, from: "Projects", to: "Trash") }
        let name = try #require(MailboxName("Projects"))
        let report = try await scene.sync { $0.removals = [name] }
        #expect(report.failure == nil, "\(String(describing: report.failure?.sentence))")
        #expect(try await scene.there("Trash").map(\.subject) == ["p1", "p2", "p3"])
        #expect(try await scene.look("Projects") == nil)
        #expect(!FileManager.default.fileExists(atPath: Self.root("Projects", of: scene).path))
        #expect(try await !scene.sync().hasChanged)
        await scene.close()
    }

    @Test(
        "A deleted folder stays while the server has messages in it", .holds("E03"), arguments: ["dovecot"])
    func kept(_ server: String) async throws {
        let scene = try await projects(server)
        let name = try #require(MailboxName("Projects"))
        let report = try await scene.sync { $0.removals = [name] }
        #expect(report.failure == nil)
        #expect(try await scene.there("Projects").count == 3)
        #expect(scene.here("Projects").count == 3)
        await scene.close()
    }

    @Test(
        "Mailboxes below INBOX on the server are next to INBOX here, in both directions")
    func belowInbox() async throws {
        let scene = try HomeWithModelServer(.courier)
        scene.model.create("INBOX.Lists.Swift")
        scene.model.deliver(TestMessage.message("l1"), to: "INBOX.Lists.Swift", flags: [])
        try scene.makeHere("New/Deep")
        try scene.addHere("n1", in: "New/Deep")
        for _ in 0..<2 {
            let report = try await scene.sync { _ in ModelFaults() }
            #expect(report.failure == nil && report.mailboxes.allSatisfy { $0.problem == nil }, "\(report.mailboxes)")
        }
        #expect(scene.here("Lists/Swift").map(\.subject) == ["l1"])
        #expect(scene.model.snapshot["INBOX.New.Deep"]?.map(\.seen.subject) == ["n1"])
        let outside = scene.model.snapshot.keys.filter { $0 != "INBOX" && !$0.hasPrefix("INBOX.") }
        #expect(outside.isEmpty, "\(outside)")
        let mail = try FileManager.default.contentsOfDirectory(atPath: scene.home.appending(path: "mail/INBOX").path)
        #expect(Set(mail) == ["cur", "new", "tmp"])
    }
}
