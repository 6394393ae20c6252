import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

/// Gmail shows its labels as mailboxes: a message with several labels is in several mailboxes, and in All Mail, which has
/// every message. Archiving removes a label.
@Suite("Labels of Gmail", .onOwnThreads, .timeLimit(.minutes(10)), .holds("Y01", "Y03", "Y20", "PY1", "PY2", "PY3"))
struct LabelSyncTests {
    private static let starred = "[Gmail]/Starred"
    private static let allMail = "[Gmail]/All Mail"
    private static let trash = "[Gmail]/Trash"
    /// The mailboxes that have another name on the server than here.
    private static let names = ["Trash": trash]

    /// Returns a home that has synced: `a` is in INBOX, `b` in INBOX and Projects, and `c`, which is starred, in Projects.
    private func scene() async throws -> HomeWithModelServer {
        let scene = try HomeWithModelServer(.gmail, isEmpty: true)
        for subject in ["a", "b"] { scene.model.deliver(TestMessage.message(subject), flags: [.seen]) }
        scene.model.deliver(TestMessage.message("c"), to: "Projects", flags: [.seen, .flagged])
        scene.model.copy(try #require(uid("b", in: "INBOX", of: scene)), in: "INBOX", to: "Projects")
        // petrel makes it when the first message is archived.
        for place in ["cur", "new", "tmp"] {
            try FileManager.default.createDirectory(
                at: scene.directory("Archive", place), withIntermediateDirectories: true)
        }
        #expect(try await scene.settle() == [])
        return scene
    }

    private func uid(_ subject: String, in mailbox: String, of scene: HomeWithModelServer) -> UID? {
        scene.model.snapshot[mailbox]?.first { TestMessage.subject(of: $0.content) == subject }?.uid
    }

    /// Checks the mailboxes on both sides, and that each message is in All Mail or in Trash, once.
    private func expect(
        _ inbox: [String], projects: [String], starred: [String], trash: [String] = [], gone: [String] = [],
        of scene: HomeWithModelServer, _ text: String = ""
    ) {
        for (name, subjects) in ["INBOX": inbox, "Projects": projects, Self.starred: starred, "Trash": trash] {
            #expect(there(Self.names[name] ?? name, of: scene) == subjects, "\(text) \(name) on the server")
            #expect(scene.here(name).map(\.subject) == subjects, "\(text) \(name) here")
        }
        let all = Set(["a", "b", "c"]).subtracting(trash).subtracting(gone)
        let kept = there(Self.allMail, of: scene).filter { ["a", "b", "c"].contains($0) }
        #expect(kept == all.sorted(), "\(text) All Mail")
        #expect(!scene.hasMailbox(Self.allMail), "\(text)")
        #expect(scene.model.violations == [], "\(text)")
    }

    private func there(_ mailbox: String, of scene: HomeWithModelServer) -> [String] {
        (scene.model.snapshot[mailbox] ?? []).map { TestMessage.subject(of: $0.content) }.sorted()
    }

    @Test("A message with several labels is received and stored once, and All Mail is not synced")
    func once() async throws {
        let scene = try await scene()
        expect(["a", "b"], projects: ["b", "c"], starred: ["c"], of: scene)
        let received = scene.model.log.filter { $0.verb == "UID FETCH" && $0.line.contains("BODY.PEEK[]") }
        #expect(received.count <= 3, "\(received.map(\.line))")
        let inodes = try ["INBOX", "Projects"].map { mailbox in
            try FileManager.default.attributesOfItem(atPath: scene.file("b", in: mailbox).path)[.systemFileNumber]
                as? UInt64
        }
        #expect(inodes[0] == inodes[1])
    }

    // MARK: - Changes

    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        let make: @Sendable (HomeWithModelServer) throws -> Void
        let inbox: [String]
        var projects = ["b", "c"]
        var starred = ["c"]
        var trash: [String] = []
        var gone: [String] = []
        var testDescription: String { name }
    }

    static let changes = [
        Change(
            name: "a message archived here loses its label and stays in All Mail",
            make: { try $0.moveHere("a", to: "Archive") }, inbox: ["b"]),
        Change(
            name: "a message with another label, archived here, keeps that one",
            make: { try $0.moveHere("b", to: "Archive") }, inbox: ["a"]),
        Change(
            name: "a message moved here to Trash has no label any longer",
            make: { try $0.moveHere("b", to: "Trash") }, inbox: ["a"], projects: ["c"], trash: ["b"]),
        Change(
            name: "a file deleted here from one of two labels goes to Trash, where it has no label",
            make: { try $0.removeHere("b") }, inbox: ["a"], projects: ["c"], trash: ["b"]),
        Change(
            name: "a starred message moved here to Trash is no longer in Starred",
            make: { try $0.moveHere("c", from: "Projects", to: "Trash") }, inbox: ["a", "b"], projects: ["b"],
            starred: [], trash: ["c"]),
        Change(
            name: "a message moved here to another label has that one only",
            make: { try $0.moveHere("a", to: "Projects") }, inbox: ["b"], projects: ["a", "b", "c"]),
        Change(
            name: "a file copied here to another label is the same message",
            make: { try $0.copyHere("a", to: "Projects") }, inbox: ["a", "b"], projects: ["a", "b", "c"]),
        Change(
            name: "a message starred here is in Starred", make: { try $0.rename("a", letters: "FS") },
            inbox: ["a", "b"], starred: ["a", "c"]),
        Change(
            name: "a message whose star is removed here leaves Starred",
            make: { try $0.rename("c", letters: "S", in: "Projects") }, inbox: ["a", "b"], starred: []),
        Change(
            name: "a file removed here from Starred loses its star only",
            make: { try $0.removeHere("c", in: LabelSyncTests.starred) }, inbox: ["a", "b"], starred: []),
        Change(
            name: "a message removed there from a label stays in the other",
            make: { scene in
                let uid = scene.model.snapshot["INBOX"]?.first { TestMessage.subject(of: $0.content) == "b" }?.uid
                scene.model.expunge(UIDSet(try #require(uid)), in: "INBOX")
            }, inbox: ["a"]),
        Change(
            name: "a message deleted there leaves all labels",
            make: { scene in
                let uid = scene.model.snapshot["INBOX"]?.first { TestMessage.subject(of: $0.content) == "b" }?.uid
                scene.model.move(try #require(uid), in: "INBOX", to: LabelSyncTests.trash)
            }, inbox: ["a"], projects: ["c"], trash: ["b"]),
    ]

    @Test("Changes of labels reach the other side, and a second sync changes nothing", arguments: changes)
    func changed(_ change: Change) async throws {
        let scene = try await scene()
        try change.make(scene)
        let report = try await scene.sync()
        #expect(report.failure == nil, "\(report.failure?.sentence ?? "")")
        #expect(try await scene.settle() == [])
        expect(
            change.inbox, projects: change.projects, starred: change.starred, trash: change.trash, gone: change.gone,
            of: scene)
        #expect(try await scene.sync().hasChanged == false)
    }

    @Test("The same if petrel stops before any change on the disk", arguments: changes)
    func interrupted(_ change: Change) async throws {
        for number in InterruptionPlaces.of(1..<2000) {
            let scene = try await scene()
            try change.make(scene)
            let report = try await scene.sync(.stop(number))
            #expect(try await scene.settle() == [], "stop \(number)")
            expect(
                change.inbox, projects: change.projects, starred: change.starred, trash: change.trash,
                gone: change.gone, of: scene, "stop \(number)")
            if report.failure == nil { return }
        }
    }

    // MARK: - The archive

    @Test("A message moved here from the archive back to INBOX has its label again, and is not uploaded")
    func unarchived() async throws {
        let scene = try await scene()
        try scene.moveHere("a", to: "Archive")
        #expect(try await scene.settle() == [])
        #expect(scene.here("Archive").map(\.subject) == ["a"])
        try scene.moveHere("a", from: "Archive", to: "INBOX")
        #expect(try await scene.settle() == [])
        expect(["a", "b"], projects: ["b", "c"], starred: ["c"], of: scene)
        #expect(scene.here("Archive") == [])
    }

    @Test("A new message here is uploaded once, and a message deleted from Trash is gone for good")
    func addedAndRemoved() async throws {
        let scene = try await scene()
        try scene.addHere("new")
        try scene.moveHere("a", to: "Trash")
        #expect(try await scene.settle() == [])
        expect(["b", "new"], projects: ["b", "c"], starred: ["c"], trash: ["a"], of: scene)
        #expect(there(Self.allMail, of: scene) == ["b", "c", "new"])
        try scene.removeHere("a", in: "Trash")
        for _ in 1...3 { try await scene.sync(.none, confirming: true) }
        expect(["b", "new"], projects: ["b", "c"], starred: ["c"], gone: ["a"], of: scene)
    }

    @Test("A file with the Message-ID of a message there, and another text, is kept")
    func sameMessageID() async throws {
        let scene = try await scene()
        let text = String(decoding: TestMessage.message("a"), as: UTF8.self)
        let other = text.replacing("This is the mail", with: "This is another text")
        try Data(other.utf8).write(to: scene.directory("Projects").appending(path: "1.other:2,S"))
        for _ in 1...4 { try await scene.sync() }
        let files = ["new", "cur"].flatMap { place in
            (try? FileManager.default.contentsOfDirectory(
                at: scene.directory("Projects", place), includingPropertiesForKeys: nil)) ?? []
        }
        let texts = files.map { String(decoding: (try? Data(contentsOf: $0)) ?? Data(), as: UTF8.self) }
        #expect(texts.contains { $0.contains("another text") })
        #expect(scene.model.violations == [])
    }
}
