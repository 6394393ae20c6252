import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

@Suite("Moves to mailboxes that are not synced", .onOwnThreads, .holds("PY1", "PY2", "PY3"))
struct MovesToUnsyncedMailboxesTests {
    /// Returns a home with a mailbox `Clients/ACME` on the server, where `Clients` is only a name.
    private func scene(_ profile: ModelProfile) async throws -> (home: HomeWithModelServer, parent: String) {
        let scene = try HomeWithModelServer(profile)
        let parent = profile.prefix + "Clients"
        let separator = String(UnicodeScalar(profile.separator))
        scene.model.create("\(parent)\(separator)ACME")
        scene.model.deliver(TestMessage.message("c1"), to: "\(parent)\(separator)ACME")
        try await scene.sync()
        try await scene.sync()
        return (scene, parent)
    }

    private func make(_ mailbox: String, in scene: HomeWithModelServer) throws {
        for place in ["cur", "new", "tmp"] {
            try FileManager.default.createDirectory(
                at: scene.home.appending(path: "mail/\(mailbox)/\(place)"), withIntermediateDirectories: true)
        }
    }

    private func move(_ subject: String, to mailbox: String, in scene: HomeWithModelServer) throws {
        try make(mailbox, in: scene)
        try FileManager.default.moveItem(
            at: scene.file(subject, in: "INBOX"),
            to: scene.home.appending(path: "mail/\(mailbox)/cur/\(UUID().uuidString):2,S"))
    }

    private func subjects(_ mailbox: String, in scene: HomeWithModelServer) -> [String] {
        (scene.model.snapshot[mailbox] ?? []).map { TestMessage.subject(of: $0.content) }.sorted()
    }

    @Test("A name that only leads to other mailboxes becomes a mailbox", arguments: ModelServerKind.all)
    func parent(_ server: ModelServerKind) async throws {
        let (scene, parent) = try await scene(server.profile)
        try move("m1", to: "Clients", in: scene)
        try move("m2", to: "Clients", in: scene)
        for _ in 1...3 { try await scene.sync() }
        #expect(subjects(parent, in: scene) == ["m1", "m2"])
        #expect(subjects("INBOX", in: scene) == ["m3", "m4", "m5", "m6"])
        #expect(scene.there["Trash"]?.map(\.subject) == ["t1"])
        #expect(scene.here == scene.there)
    }

    @Test("A message moved into a mailbox that shows others' messages stays on the server where it was")
    func view() async throws {
        let scene = try HomeWithModelServer(.dovecot)
        scene.model.create("Priority", .important)
        try await scene.sync()
        try await scene.sync()
        try move("m1", to: "Priority", in: scene)
        var report = try await scene.sync()
        #expect(report.notices.contains { $0.hasPrefix("Priority: ") && $0.contains("is not synced") })
        report = try await scene.sync()
        #expect(report.failure == nil)
        #expect(subjects("INBOX", in: scene).contains("m1"))
        #expect(scene.there["Trash"]?.map(\.subject) == ["t1"])
    }
}
