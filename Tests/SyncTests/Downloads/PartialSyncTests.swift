import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

/// A watch syncs the mailboxes that have changed, and a command line can name some.
@Suite("Syncs of some mailboxes", .holds("PY1", "PY2", "PY3"), .timeLimit(.minutes(5)))
struct PartialSyncTests {
    /// Messages that are moved here, and the mailboxes that are synced first.
    struct Row: Sendable, CustomStringConvertible {
        let description: String
        let moves: [(subject: String, target: String)]
        let synced: [String]
    }

    private static let rows = [
        Row(description: "the source", moves: [("m1", "Archive")], synced: ["INBOX"]),
        Row(description: "the target", moves: [("m1", "Archive")], synced: ["Archive"]),
        Row(
            description: "the source, with the target of another message",
            moves: [("m1", "Archive"), ("m2", "Projects")], synced: ["INBOX", "Archive"]),
        Row(
            description: "the targets, without the source", moves: [("m1", "Archive"), ("m2", "Projects")],
            synced: ["Archive", "Projects"]),
        Row(
            description: "the source, of all messages", moves: (1...6).map { ("m\($0)", "Archive") }, synced: ["INBOX"]),
        Row(description: "another mailbox", moves: [("m1", "Archive")], synced: ["Projects"]),
    ]

    @Test("A message that is moved here is in one mailbox after a sync of", arguments: rows)
    func moves(_ row: Row) async throws {
        for server in ModelServerKind.all {
            let scene = try HomeWithModelServer(server.profile)
            try await scene.sync()
            for move in row.moves { try scene.moveHere(move.subject, to: move.target) }

            _ = try await scene.sync(.none, of: Set(row.synced.compactMap { MailboxName($0) }), confirming: false)
            #expect(try await scene.settle() == [], "\(server.name)")

            #expect(scene.here == scene.there, "\(server.name)")
            for move in row.moves {
                let places = scene.there.filter { $0.value.contains { $0.subject == move.subject } }.map(\.key)
                #expect(places == [move.target], "\(move.subject), \(server.name)")
            }
        }
    }

    @Test func `A message that is moved here to a new mailbox is in that one after a sync of the source`() async throws
    {
        for server in ModelServerKind.all {
            let scene = try HomeWithModelServer(server.profile)
            try await scene.sync()
            try scene.makeHere("New")
            try scene.moveHere("m1", to: "New")

            try await scene.sync(of: "INBOX")
            #expect(try await scene.settle() == [], "\(server.name)")

            #expect(try await scene.there("New").map(\.subject) == ["m1"], "\(server.name)")
            #expect(try await scene.there("Trash").map(\.subject) == ["t1"], "\(server.name)")
        }
    }

    @Test(
        "All messages that were just moved here to one mailbox are moved on the server in a sync of it",
        arguments: [
            "Archive", "New",
        ])
    func justMoved(_ target: String) async throws {
        for server in ModelServerKind.all {
            let scene = try HomeWithModelServer(server.profile, clock: SkippingClock())
            try await scene.sync()
            try scene.makeHere(target)
            let subjects = (1...6).map { "m\($0)" }
            for subject in subjects { try scene.moveHere(subject, to: target) }

            try await scene.sync(of: target)

            #expect(try await scene.there(target).map(\.subject) == subjects, "\(server.name)")
            #expect(try await scene.there("INBOX").isEmpty, "\(server.name)")
            #expect(!scene.model.log.contains { $0.line.hasPrefix("APPEND") }, "\(server.name)")
            let report = try await scene.sync()
            #expect(report.questionedDeletions == 0, "\(server.name)")
            #expect(try await scene.there("Trash").map(\.subject) == ["t1"], "\(server.name)")
            #expect(scene.here == scene.there, "\(server.name)")
        }
    }

    @Test func `A message that is removed here goes to Trash in a sync of its mailbox`() async throws {
        for server in ModelServerKind.all {
            let scene = try HomeWithModelServer(server.profile)
            try await scene.sync()
            try scene.removeHere("m1")

            try await scene.sync(of: "INBOX")

            #expect(try await scene.there("Trash").map(\.subject).sorted() == ["m1", "t1"], "\(server.name)")
        }
    }

    @Test func `A sync of a mailbox leaves changes in others for later`() async throws {
        let scene = try HomeWithModelServer(ModelServerKind.all[0].profile)
        try await scene.sync()
        try scene.addHere("z1", in: "Projects")
        scene.deliver("z2")

        try await scene.sync(of: "INBOX")

        #expect(scene.here("INBOX").contains { $0.subject == "z2" })
        #expect(try await scene.there("Projects").isEmpty)
        try await scene.sync()
        #expect(try await scene.there("Projects").map(\.subject) == ["z1"])
    }
}
