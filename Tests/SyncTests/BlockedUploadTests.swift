import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

/// Files that cannot be uploaded: they stay, and everything else is synced.
@Suite("Mail that cannot be uploaded", .onOwnThreads, .timeLimit(.minutes(10)), .holds("PY1", "PY3", "Y13"))
struct BlockedUploadTests {
    @Test("An empty file stays here and is not uploaded", arguments: ModelServerKind.all)
    func empty(_ server: ModelServerKind) async throws {
        let scene = try await SyncCaseTests.scene(server.profile)
        let file = scene.directory("INBOX").appending(path: "1700.empty:2,S")
        try Data().write(to: file)
        try await scene.deliver(["x1"])
        for _ in 0..<3 { #expect(try await scene.sync().failure == nil) }
        #expect(try await !scene.sync().hasChanged)
        #expect(FileManager.default.fileExists(atPath: file.path))
        #expect(try await scene.there("INBOX").count == 6 && scene.here("INBOX").count == 7)
    }

    @Test("A read-only mailbox is not changed on the server, and nothing is lost here", .holds("Y06"))
    func readOnly() async throws {
        let scene = try HomeWithModelServer(.dovecot)
        for name in ["p1", "p2", "p3"] { try await scene.append(TestMessage.message(name), to: "Projects", [.seen]) }
        try await scene.sync()
        scene.model.setReadOnly("Projects")
        let before = try await scene.there("Projects")
        try scene.rename("p1", letters: "FS", in: "Projects")
        try scene.removeHere("p2", in: "Projects")
        try scene.addHere("y1", in: "Projects")
        try scene.moveHere("m4", to: "Projects")
        try scene.rename("m1", letters: "FS")
        for _ in 0..<6 { #expect(try await scene.sync().failure == nil) }
        #expect(try await scene.there("Projects") == before)
        let here = scene.here("Projects").map(\.subject)
        #expect(Set(here).isSuperset(of: ["p1", "p2", "p3", "y1"]), "\(here)")
        let inbox = try await scene.there("INBOX")
        #expect(inbox.contains { $0.subject == "m4" })
        #expect(inbox.contains { $0.subject == "m1" && $0.letters == "FS" })
        #expect(try await !scene.there("Trash").contains { $0.subject == "m4" || $0.subject == "p2" })
    }
}
