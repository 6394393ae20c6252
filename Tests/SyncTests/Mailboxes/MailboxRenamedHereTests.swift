import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

@Suite("Mailboxes that are renamed here", .holds("PY1", "PY2", "PY3"), .timeLimit(.minutes(5)))
struct MailboxRenamedHereTests {
    /// What is in the mailbox when it is renamed, and what is moved into it before the sync.
    struct Row: Sendable, CustomStringConvertible {
        let description: String
        let messages: [String]
        let movedIn: [String]
    }

    private static let rows = [
        Row(description: "nothing", messages: [], movedIn: []),
        Row(description: "nothing, and a message moved in", messages: [], movedIn: ["m1"]),
        Row(description: "one message", messages: ["x1"], movedIn: []),
        Row(description: "one message, and more of them moved in", messages: ["x1"], movedIn: ["m1", "m2", "m3"]),
    ]

    private func renameProjects(of scene: HomeWithModelServer) throws {
        let (old, new) = (scene.directory("Projects", "cur"), scene.directory("Renamed", "cur"))
        try FileManager.default.moveItem(at: old.deletingLastPathComponent(), to: new.deletingLastPathComponent())
    }

    @Test("A mailbox is renamed on the server, too, and nothing is doubled, with", arguments: rows)
    func renames(_ row: Row) async throws {
        for server in ModelServerKind.all {
            let scene = try HomeWithModelServer(server.profile)
            for subject in row.messages { try await scene.deliver([subject], to: "Projects") }
            try await scene.sync()
            try renameProjects(of: scene)
            for subject in row.movedIn { try scene.moveHere(subject, to: "Renamed") }

            #expect(try await scene.settle() == [], "\(server.name)")

            #expect(try await scene.look("Projects") == nil, "\(server.name)")
            let expected = (row.messages + row.movedIn).sorted()
            #expect(try await scene.there("Renamed").map(\.subject).sorted() == expected, "\(server.name)")
            #expect(scene.here("Renamed").map(\.subject).sorted() == expected, "\(server.name)")
            #expect(try await scene.there("Trash").map(\.subject) == ["t1"], "\(server.name)")
            // Other programs list the mailboxes that are subscribed.
            let lines = scene.model.log.map(\.line)
            #expect(lines.contains { $0.hasPrefix("UNSUBSCRIBE") && $0.contains("Projects") }, "\(server.name)")
            #expect(lines.contains { $0.hasPrefix("SUBSCRIBE") && $0.contains("Renamed") }, "\(server.name)")
        }
    }

    @Test func `A new mailbox beside one whose directory was removed here is not taken for it`() async throws {
        let scene = try HomeWithModelServer(ModelServerKind.all[0].profile)
        try await scene.deliver(["x1"], to: "Projects")
        try await scene.sync()
        try FileManager.default.removeItem(at: scene.directory("Projects", "cur").deletingLastPathComponent())
        try scene.makeHere("New")
        try scene.moveHere("m1", to: "New")

        for _ in 1...3 { #expect(try await scene.sync().failure == nil) }

        #expect(try await scene.there("Projects").map(\.subject) == ["x1"])
        #expect(try await scene.there("New").map(\.subject) == ["m1"])
    }

    /// Moves a file with its name, as Thunderbird does.
    private func move(_ subject: String, from mailbox: String, to target: String, of scene: HomeWithModelServer) throws
    {
        let file = try scene.file(subject, in: mailbox)
        try FileManager.default.moveItem(at: file, to: scene.directory(target).appending(path: file.lastPathComponent))
    }

    @Test func `A new mailbox with some of the messages of one that was removed here is not taken for it`() async throws
    {
        for moved in [["x1"], ["x1", "x2"]] {
            let scene = try HomeWithModelServer(ModelServerKind.all[0].profile)
            try await scene.deliver(["x1", "x2", "x3", "x4"], to: "Projects")
            #expect(try await scene.settle() == [])
            try scene.makeHere("New")
            for subject in moved { try move(subject, from: "Projects", to: "New", of: scene) }
            try FileManager.default.removeItem(at: scene.directory("Projects", "cur").deletingLastPathComponent())

            for _ in 1...3 { #expect(try await scene.sync().failure == nil) }

            let left = ["x1", "x2", "x3", "x4"].filter { !moved.contains($0) }
            #expect(try await scene.there("Projects").map(\.subject) == left)
            #expect(try await scene.there("New").map(\.subject) == moved)
            #expect(scene.here("New").map(\.subject) == moved)
            #expect(try await scene.there("Trash").map(\.subject) == ["t1"])
        }
    }

    @Test func `A new mailbox with most of the messages of one that was removed here is taken for it`() async throws {
        let scene = try HomeWithModelServer(ModelServerKind.all[0].profile)
        try await scene.deliver(["x1", "x2", "x3"], to: "Projects")
        #expect(try await scene.settle() == [])
        try scene.makeHere("New")
        for subject in ["x1", "x2", "x3"] { try move(subject, from: "Projects", to: "New", of: scene) }
        try FileManager.default.removeItem(at: scene.directory("Projects", "cur").deletingLastPathComponent())

        #expect(try await scene.settle() == [])

        #expect(try await scene.look("Projects") == nil)
        #expect(try await scene.there("New").map(\.subject) == ["x1", "x2", "x3"])
        #expect(try await scene.there("Trash").map(\.subject) == ["t1"])
    }

    @Test func `A renamed mailbox is recognized by its directories if most messages have left it`() async throws {
        for server in ModelServerKind.all {
            let scene = try HomeWithModelServer(server.profile)
            try await scene.deliver(["x1", "x2", "x3", "x4"], to: "Projects")
            #expect(try await scene.settle() == [], "\(server.name)")
            try renameProjects(of: scene)
            for subject in ["x1", "x2", "x3"] { try move(subject, from: "Renamed", to: "Archive", of: scene) }

            #expect(try await scene.settle() == [], "\(server.name)")

            #expect(try await scene.look("Projects") == nil, "\(server.name)")
            // If the server renumbers the mailbox, it is unknown which messages have left it. They are fetched again.
            let left = server.profile.keepsUIDValidityOnRename ? ["x4"] : ["x1", "x2", "x3", "x4"]
            let renamed = try await scene.there("Renamed").map(\.subject)
            #expect(renamed == left, "\(server.name)")
            #expect(scene.here("Renamed").map(\.subject) == left, "\(server.name)")
            let archived = try await scene.there("Archive").map(\.subject)
            #expect(archived == ["x1", "x2", "x3"], "\(server.name)")
            #expect(try await scene.there("Trash").map(\.subject) == ["t1"], "\(server.name)")
        }
    }

    @Test func `A message that is marked to be deleted loses the mark when petrel moves it`() async throws {
        for server in ModelServerKind.all {
            let scene = try HomeWithModelServer(server.profile)
            scene.model.setFlags(try scene.uid("m2"), in: "INBOX", adding: [.deleted])
            try await scene.sync()
            #expect(scene.here("INBOX").first { $0.subject == "m2" }?.letters.contains("T") == true, "\(server.name)")
            // The file has no T any more.
            try scene.moveHere("m2", to: "Archive")

            #expect(try await scene.settle() == [], "\(server.name)")

            #expect(try await scene.there("Archive").first { $0.subject == "m2" }?.letters == "S", "\(server.name)")
            #expect(scene.here == scene.there, "\(server.name)")
        }
    }
}
