import Foundation
import IMAPProtocol
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

@Suite("Downloading a message in several mailboxes once", .onOwnThreads, .holds("Y03", "Y08", "PY4"))
struct ObjectIDDownloadTests {
    static let telling = [
        ModelServerKind(name: "like Cyrus", profile: .cyrus),
        ModelServerKind(name: "Cyrus without QRESYNC", profile: .cyrus.without("QRESYNC")),
        ModelServerKind(name: "Courier with OBJECTID", profile: .courier.with("OBJECTID")),
    ]

    /// Returns the number of bodies requested since the log had `count` entries.
    private func bodies(_ scene: HomeWithModelServer, since count: Int = 0) throws -> Int {
        try scene.model.log.dropFirst(count).filter { $0.line.contains("BODY.PEEK[]") }.reduce(0) { sum, command in
            let words = command.line.split(separator: " ")
            let uids = try #require(words.dropFirst(2).first.flatMap { UIDSet(Array($0.utf8).span) })
            return sum + uids.count
        }
    }

    private func sync(_ scene: HomeWithModelServer) async throws {
        #expect(try await scene.settle() == [])
        #expect(scene.here == scene.there)
        #expect(scene.model.violations == [])
    }

    /// A server with "one" in three mailboxes, and nothing else.
    private func scene(_ server: ModelServerKind) async throws -> HomeWithModelServer {
        var profile = server.profile
        profile.prefix = ""
        let scene = try HomeWithModelServer(profile, isEmpty: true)
        scene.deliver("one")
        for target in ["Projects", "Archive"] { try await scene.copyThere("one", from: "INBOX", to: target) }
        return scene
    }

    @Test("The first sync fetches it once, as one file linked into each mailbox", arguments: telling)
    func first(_ server: ModelServerKind) async throws {
        let scene = try await scene(server)
        let report = try await scene.sync()
        #expect(report.failure == nil && scene.here == scene.there)
        #expect(report.mailboxes.reduce(0) { $0 + $1.new } == 3)
        #expect(try bodies(scene) == 1)
        let files = try ["INBOX", "Projects", "Archive"].map { try scene.file("one", in: $0) }
        let inodes = try files.map {
            try FileManager.default.attributesOfItem(atPath: $0.path)[.systemFileNumber] as? Int
        }
        #expect(Set(inodes).count == 1)
        let before = scene.model.log.count
        try await sync(scene)
        #expect(try bodies(scene, since: before) == 0)
    }

    @Test("Each copy is fetched if the server reports no object IDs")
    func untold() async throws {
        let scene = try await scene(ModelServerKind(name: "like Dovecot", profile: .dovecot))
        try await sync(scene)
        #expect(try bodies(scene) == 3)
        #expect(!scene.model.log.contains { $0.line.contains("EMAILID") })
    }

    @Test("Messages copied or moved on the server later are not fetched again", arguments: telling)
    func later(_ server: ModelServerKind) async throws {
        let scene = try await scene(server)
        scene.deliver("two")
        for number in 1...30 { scene.deliver("n\(number)") }
        try await sync(scene)
        let before = scene.model.log.count
        try await scene.copyThere("two", from: "INBOX", to: "Projects")
        try await sync(scene)
        try await scene.moveThere("two", from: "INBOX", to: "Archive")
        try await scene.mark("n3", .add, .flagged)
        try await sync(scene)
        try await scene.copyThere("n3", from: "INBOX", to: "INBOX")
        try await sync(scene)
        #expect(try bodies(scene, since: before) == 0)
        #expect(scene.here("Archive").map(\.subject) == ["one", "two"] && scene.here("Projects").count == 2)
    }

    @Test("After a new UIDVALIDITY nothing is fetched, with or without Message-IDs", arguments: telling)
    func renumbered(_ server: ModelServerKind) async throws {
        let scene = try await scene(server)
        for number in 1...5 { scene.model.deliver("Subject: u\(number)\r\n\r\n\(number % 2)\r\n") }
        try await sync(scene)
        let before = scene.model.log.count
        try await scene.renumber("INBOX")
        try await sync(scene)
        #expect(try bodies(scene, since: before) == 0)
        #expect(scene.here("INBOX").count == 6)
        // The new UIDs are not confused with the old ones.
        try await scene.copyThere("u4", from: "INBOX", to: "Projects")
        try await sync(scene)
        #expect(scene.here("Projects").map(\.subject) == ["one", "u4"])
        #expect(try bodies(scene, since: before) == 0)
    }

    @Test("If the local file is gone, the message is fetched", arguments: telling)
    func gone(_ server: ModelServerKind) async throws {
        let scene = try await scene(server)
        scene.deliver("two")
        try await sync(scene)
        try scene.removeHere("two")
        try await scene.copyThere("two", from: "INBOX", to: "Projects")
        try await sync(scene)
        #expect(scene.here("Projects").map(\.subject) == ["one", "two"])
        #expect(scene.here("Trash").map(\.subject) == ["two"])
    }

    @Test("After a first sync cut anywhere, the next one completes it", arguments: telling)
    func cut(_ server: ModelServerKind) async throws {
        let whole = try await scene(server).sync().octetsIn
        for place in stride(from: 300, to: whole, by: 211) {
            let scene = try await scene(server)
            try await scene.sync(.said(place))
            try await sync(scene)
        }
        for number in 1...40 {
            let scene = try await scene(server)
            try await scene.sync(.stop(number))
            try await sync(scene)
        }
    }
}

/// The tests share one user's mail, so they run one after the other.
extension RealServerSyncTests {
    @Test("A message in three mailboxes of Cyrus is downloaded once", .needs(server: "cyrus"), .holds("Y03"))
    func oneBody() async throws {
        let scene = try await RealServerFixture("cyrus")
        try await scene.append(TestMessage.message("large", size: 200_000), to: "INBOX", [])
        for target in ["Projects", "Archive"] { try await scene.copyThere("large", from: "INBOX", to: target) }
        let report = try await scene.sync()
        #expect(report.failure == nil, "\(report.failure?.sentence ?? "")")
        for mailbox in ["INBOX", "Projects", "Archive"] { #expect(scene.here(mailbox).map(\.subject) == ["large"]) }
        #expect(report.octetsIn < 300_000)
        #expect(try await scene.sync().hasChanged == false)
        await scene.close()
    }
}
