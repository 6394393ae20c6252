import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

@Suite(
    "Mailboxes whose directories cannot be made or renamed", .holds("PY2", "PY3", "Y06"), .timeLimit(.minutes(5)))
struct BlockedMailboxTests {
    /// What is in the place of the directory.
    enum Obstacle: CaseIterable, Sendable {
        case file
        case link
        case brokenLink

        func put(at place: URL) throws {
            switch self {
            case .file: try Data("notes".utf8).write(to: place)
            case .link: try FileManager.default.createSymbolicLink(atPath: place.path, withDestinationPath: "/usr")
            case .brokenLink:
                try FileManager.default.createSymbolicLink(atPath: place.path, withDestinationPath: "/no such place")
            }
        }
    }

    private func place(_ mailbox: String, of scene: HomeWithModelServer) -> URL {
        scene.directory(mailbox, "cur").deletingLastPathComponent()
    }

    private func problems(_ report: SyncReport) -> [String] {
        report.mailboxes.filter { $0.problem != nil }.map(\.name.description)
    }

    @Test("All other mailboxes are synced if another thing has the name of a mailbox", arguments: Obstacle.allCases)
    func made(_ obstacle: Obstacle) async throws {
        for server in ModelServerKind.all {
            let scene = try HomeWithModelServer(server.profile)
            #expect(try await scene.settle() == [], "\(server.name)")
            try await scene.create("Notes")
            try await scene.deliver(["n1"], to: "Notes")
            try obstacle.put(at: place("Notes", of: scene))

            for subject in ["x1", "x2"] {
                scene.deliver(subject)
                let report = try await scene.sync()

                #expect(report.failure == nil, "\(server.name): \(report.failure?.sentence ?? "")")
                #expect(problems(report) == ["Notes"], "\(server.name)")
                #expect(scene.here == scene.there, "\(server.name)")
            }
            try FileManager.default.removeItem(at: place("Notes", of: scene))
            let report = try await scene.sync()
            #expect(problems(report).isEmpty, "\(server.name)")
            #expect(scene.here("Notes").map(\.subject) == ["n1"], "\(server.name)")
        }
    }

    @Test(
        "All other mailboxes are synced if another thing has the name of a subdirectory", arguments: Obstacle.allCases,
        ["tmp", "new", "cur"])
    func subdirectory(_ obstacle: Obstacle, _ subdirectory: String) async throws {
        for mailbox in ["INBOX", "Drafts"] {
            for server in ModelServerKind.all {
                let text = "\(server.name), \(mailbox)"
                let scene = try HomeWithModelServer(server.profile)
                if mailbox == "Drafts" { try await scene.create(mailbox) }
                try await scene.deliver(["d1"], to: mailbox)
                #expect(try await scene.settle() == [], "\(text)")
                let before = try await scene.there(mailbox)
                let place = scene.directory(mailbox, subdirectory)
                let aside = scene.home.appending(path: "aside")
                try FileManager.default.moveItem(at: place, to: aside)
                try obstacle.put(at: place)
                try await scene.deliver(["d2"], to: mailbox)

                for subject in ["p1", "p2"] {
                    try await scene.deliver([subject], to: "Projects")
                    let report = try await scene.sync()

                    #expect(report.failure == nil, "\(text): \(report.failure?.sentence ?? "")")
                    #expect(problems(report) == [mailbox], "\(text)")
                    #expect(report.mailboxes.contains { $0.problem?.contains(place.path) ?? false }, "\(text)")
                    #expect(scene.here("Projects") == scene.there["Projects"], "\(text)")
                }
                #expect(try await scene.there(mailbox).count == before.count + 1, "\(text)")
                try FileManager.default.removeItem(at: place)
                try FileManager.default.moveItem(at: aside, to: place)
                #expect(try await scene.settle() == [], "\(text)")
                #expect(scene.here(mailbox).map(\.subject) == (before.map(\.subject) + ["d2"]).sorted(), "\(text)")
                #expect(try await scene.there(mailbox).map(\.subject) == scene.here(mailbox).map(\.subject), "\(text)")
            }
        }
    }

    @Test("All other mailboxes are synced if another thing has the new name of a mailbox", arguments: Obstacle.allCases)
    func renamed(_ obstacle: Obstacle) async throws {
        for server in ModelServerKind.all where server.profile.keepsUIDValidityOnRename {
            let scene = try HomeWithModelServer(server.profile)
            try await scene.deliver(["p1"], to: "Projects")
            #expect(try await scene.settle() == [], "\(server.name)")
            try await scene.renameMailbox("Projects", to: "Plans")
            try obstacle.put(at: place("Plans", of: scene))

            for subject in ["x1", "x2"] {
                scene.deliver(subject)
                let report = try await scene.sync()

                #expect(report.failure == nil, "\(server.name): \(report.failure?.sentence ?? "")")
                #expect(problems(report) == ["Plans"], "\(server.name)")
                #expect(scene.here["INBOX"] == scene.there["INBOX"], "\(server.name)")
                #expect(scene.here("Projects").map(\.subject) == ["p1"], "\(server.name)")
            }
            try FileManager.default.removeItem(at: place("Plans", of: scene))
            #expect(try await scene.settle() == [], "\(server.name)")
            #expect(scene.here("Plans").map(\.subject) == ["p1"], "\(server.name)")
            #expect(try await scene.there("Plans").map(\.subject) == ["p1"], "\(server.name)")
        }
    }
}
