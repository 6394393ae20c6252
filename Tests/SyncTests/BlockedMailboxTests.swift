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
