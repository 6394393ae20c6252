import Accounts
import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import ModelServer
import Platform
import Testing

/// All model servers give their mailboxes the same UIDVALIDITY, and their messages the same UIDs.
@Suite(
    "An account whose server changes in its configuration", .holds("PY1", "PY2", "PY3", "Y08"),
    .timeLimit(.minutes(5)))
struct OtherServerTests {
    /// Syncs a home with another server than its own, under another name.
    @discardableResult
    private func sync(
        _ scene: HomeWithModelServer, with other: HomeWithModelServer, stop: Stop? = nil,
        _ request: AccountSync.Request = AccountSync.Request()
    ) async throws -> SyncReport {
        scene.account.imap = try ServerURL("imaps://imap.example.org", for: .imap)
        return try await scene.sync(
            scene.account, "kim", "secret-kim", by: other.model.connections { _ in ModelFaults() }, clock: scene.clock,
            stop: stop, request)
    }

    private func hasExpunged(_ server: HomeWithModelServer) -> Bool {
        server.model.log.contains { $0.effects.contains { if case .expunged = $0 { true } else { false } } }
    }

    private func subjects(_ mailbox: String, of server: HomeWithModelServer) -> [String] {
        server.there[mailbox]?.map(\.subject) ?? []
    }

    /// Returns a synced home with changes that were not synced.
    private func changedScene(_ profile: ModelProfile) async throws -> HomeWithModelServer {
        let scene = try HomeWithModelServer(profile)
        #expect(try await scene.settle() == [], "\(profile.name)")
        try scene.rename("m3", letters: "FS")
        try scene.moveHere("m4", to: "Projects")
        try scene.removeHere("m5")
        try scene.addHere("y1")
        return scene
    }

    /// Returns a server with as many messages, all of them different ones.
    private func otherServer(_ profile: ModelProfile) async throws -> HomeWithModelServer {
        let other = try HomeWithModelServer(profile, isEmpty: true)
        for number in 1...6 { other.deliver("n\(number)") }
        try await other.deliver(["o1"], to: "Trash")
        return other
    }

    private func expectBoth(_ scene: HomeWithModelServer, _ other: HomeWithModelServer, _ text: String) {
        #expect(scene.here == other.there, "\(text)")
        let inbox = ["m1", "m2", "m3", "m6", "n1", "n2", "n3", "n4", "n5", "n6", "y1"]
        #expect(subjects("INBOX", of: other) == inbox, "\(text)")
        #expect(subjects("Projects", of: other) == ["m4"], "\(text)")
        #expect(subjects("Trash", of: other) == ["o1", "t1"], "\(text)")
        #expect(!hasExpunged(other), "\(text)")
    }

    @Test(
        "Another server with other messages gets those here, and neither side loses any", arguments: ModelServerKind.all
    )
    func otherMessages(_ server: ModelServerKind) async throws {
        let scene = try await changedScene(server.profile)
        let former = scene.there
        let other = try await otherServer(server.profile)

        let report = try await sync(scene, with: other)
        #expect(report.failure == nil)
        #expect(report.notices.contains { $0.contains("another server") }, "\(report.notices)")
        for _ in 1...2 { try await sync(scene, with: other) }

        expectBoth(scene, other, "")
        let last = try await sync(scene, with: other)
        #expect(!last.hasChanged && last.notices.isEmpty, "\(last.notices)")
        #expect(scene.there == former)
    }

    @Test("An empty server gets all messages that are here", arguments: ModelServerKind.all)
    func empty(_ server: ModelServerKind) async throws {
        let scene = try HomeWithModelServer(server.profile)
        try await scene.deliver(["p1"], to: "Projects")
        #expect(try await scene.settle() == [])
        let all = scene.here
        let other = try HomeWithModelServer(server.profile, isEmpty: true)
        try await other.deleteMailbox("Projects")

        for _ in 1...3 { try await sync(scene, with: other) }

        #expect(scene.here == all)
        #expect(other.there == all)
        #expect(!hasExpunged(other))
    }

    @Test("A server with copies of the messages under other UIDs gets none twice", arguments: ModelServerKind.all)
    func copies(_ server: ModelServerKind) async throws {
        let scene = try HomeWithModelServer(server.profile)
        #expect(try await scene.settle() == [])
        let other = try HomeWithModelServer(server.profile, isEmpty: true)
        for number in (1...6).reversed() { other.deliver("m\(number)", number == 1 ? [.seen] : []) }
        try await other.append(TestMessage.message("t1"), to: "Trash", [.seen])

        for _ in 1...3 { try await sync(scene, with: other) }

        #expect(scene.here == other.there)
        #expect(subjects("INBOX", of: other) == ["m1", "m2", "m3", "m4", "m5", "m6"])
        #expect(!other.model.log.contains { ["APPEND", "UID COPY"].contains($0.verb) })
        #expect(!hasExpunged(other))
    }

    @Test("A server that only has another name gets what was changed here", arguments: ModelServerKind.all)
    func alias(_ server: ModelServerKind) async throws {
        let scene = try await changedScene(server.profile)
        scene.deliver("x1")

        let report = try await sync(scene, with: scene)
        #expect(report.failure == nil && report.notices.isEmpty, "\(report.notices)")
        var new = report.mailboxes.map(\.new).reduce(0, +)
        for _ in 1...2 { new += try await sync(scene, with: scene).mailboxes.map(\.new).reduce(0, +) }

        #expect(scene.here == scene.there)
        #expect(subjects("INBOX", of: scene) == ["m1", "m2", "m3", "m6", "x1", "y1"])
        #expect(subjects("Projects", of: scene) == ["m4"])
        #expect(subjects("Trash", of: scene) == ["m5", "t1"])
        if scene.letters.contains("F") { #expect(scene.there["INBOX"]?[2].letters == "FS") }
        #expect(scene.model.log.count { $0.verb == "APPEND" } == 1)
        // Only x1 is fetched, and m5 in Trash.
        #expect(new == 2)
    }

    @Test func `Mail of a folder that the server lacks under its new name is uploaded again`() async throws {
        let scene = try HomeWithModelServer(.dovecot)
        try await scene.deliver(["p1", "p2"], to: "Projects")
        #expect(try await scene.settle() == [])
        try await scene.deleteMailbox("Projects")
        try await scene.expunge("t1", in: "Trash")

        for _ in 1...3 { try await sync(scene, with: scene) }

        #expect(subjects("Projects", of: scene) == ["p1", "p2"])
        #expect(subjects("Trash", of: scene) == ["t1"])
        #expect(scene.here == scene.there)
    }

    @Test func `A draft that was edited here replaces no draft of another server`() async throws {
        let scene = try HomeWithModelServer(.dovecot)
        let other = try HomeWithModelServer(.dovecot, isEmpty: true)
        for server in [scene, other] { try await server.create("Drafts") }
        let drafts = try scene.drafts()
        let id = try #require(try drafts.create(DraftText.message("d1"), at: scene.clock.now()).draftID)
        #expect(try await scene.settle() == [])
        #expect(try await scene.there("Drafts").map(\.subject) == ["d1"])
        try await other.append(DraftText.message("e1"), to: "Drafts", [.draft])
        _ = try drafts.revise(id, DraftText.message("d2"), at: scene.clock.now())

        for _ in 1...4 { try await sync(scene, with: other) }

        #expect(try await other.there("Drafts").map(\.subject) == ["d2", "e1"])
        #expect(scene.here("Drafts").map(\.subject) == ["d2", "e1"])
        #expect(try await scene.there("Drafts").map(\.subject) == ["d1"])
    }

    @Test func `A dry run changes nothing and says that the server is another one`() async throws {
        let scene = try await changedScene(.dovecot)
        let other = try await otherServer(.dovecot)
        let (here, there) = (scene.here, other.there)
        var request = AccountSync.Request()
        request.isDryRun = true

        let report = try await sync(scene, with: other, request)

        #expect(report.failure == nil)
        #expect(report.lines.count == 1 && report.lines[0].contains("another server"), "\(report.lines)")
        #expect(scene.here == here && other.there == there)
    }

    @Test("Nothing is lost if the first sync with another server is interrupted", arguments: [0, 1, 2])
    func interrupted(_ part: Int) async throws {
        for number in stride(from: 1 + part, to: 100, by: 3) {
            let scene = try await changedScene(.dovecot)
            let other = try await otherServer(.dovecot)
            try await sync(
                scene, with: other, stop: Stop(before: number) { [model = other.model] in model.dismissAll() })
            for _ in 1...4 { try await sync(scene, with: other) }
            expectBoth(scene, other, "stopped before step \(number)")
        }
    }
}
