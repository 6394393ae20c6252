import Foundation
import IMAPProtocol
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import ModelServer
import Testing

/// A draft that another client removes, in whichever way, while it is here in whatever state.
@Suite("Drafts that another program removes", .onOwnThreads, .timeLimit(.minutes(10)), .holds("C23", "PY2", "PY3"))
struct RemovedDraftTests {
    typealias Server = InterruptionTests.Server

    enum Removal: CaseIterable, Sendable {
        case expunged, movedToTrash
    }

    private static let servers = DraftSyncTests.servers.filter { $0.name != "like Gmail" }

    private func remove(_ subject: String, _ removal: Removal, from there: DraftServer, _ server: Server) throws {
        switch removal {
        case .expunged: try there.delete(subject)
        case .movedToTrash: try there.moveToTrash(subject, server.profile)
        }
    }

    private func settle(_ home: DraftHome) async throws {
        for _ in 0..<4 {
            let report = try await home.sync()
            #expect(report.failure == nil, "\(report.failure?.sentence ?? "")")
        }
    }

    private func trash(_ home: DraftHome) throws -> [String] {
        let directory = home.home.appending(path: "mail/Trash/cur")
        let files = (try? FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)) ?? []
        return try files.map { DraftText.subject(Array(try Data(contentsOf: $0))) }
    }

    @Test(
        "It goes here as well, is kept as it was, and goes up no more", arguments: servers, Removal.allCases)
    func unchanged(_ server: Server, _ removal: Removal) async throws {
        let there = DraftServer(server.profile)
        let home = try DraftHome(there.server)
        try home.write("one")
        try home.write("other")
        try await settle(home)
        try remove("one", removal, from: there, server)
        try await settle(home)
        #expect(try home.subjects() == ["other"] && there.subjects == ["other"])
        // It stands in Trash or among the versions: somewhere it can be had from.
        let trash = try trash(home)
        let kept = try home.kept()
        #expect((trash + kept).contains("one"), "\(trash) \(kept)")
        #expect(trash == (removal == .movedToTrash ? ["one"] : []))
        #expect(there.server.violations.isEmpty, "\(there.server.violations)")
    }

    @Test(
        "One that was changed here meanwhile goes as well, and its text is kept as one that lost, and said",
        arguments: servers, Removal.allCases)
    func edited(_ server: Server, _ removal: Removal) async throws {
        let there = DraftServer(server.profile)
        let home = try DraftHome(there.server)
        let id = try home.write("one")
        try await settle(home)
        try home.edit(id, "mine")
        try remove("one", removal, from: there, server)
        var notices: [String] = []
        for _ in 0..<3 { notices += try await home.sync().notices }
        #expect(notices.contains { $0.contains("deleted elsewhere") }, "\(notices)")
        #expect(try home.subjects() == [] && there.subjects == [] && home.kept(.conflict) == ["mine"])
        #expect(try trash(home) == (removal == .movedToTrash ? ["one"] : []))
        // Whoever wants it has it back, and it goes up as any other.
        let version = try #require(try home.store.versions().first { $0.reason == .conflict })
        _ = try home.store.restore(version, at: LaterClock().now())
        try await settle(home)
        #expect(try home.subjects() == ["mine"] && there.subjects == ["mine"])
    }

    @Test("One that is open stays until it is closed, and then its text is kept", arguments: Removal.allCases)
    func open(_ removal: Removal) async throws {
        let server = InterruptionTests.servers[0]
        let there = DraftServer(server.profile)
        let home = try DraftHome(there.server)
        let id = try home.write("one")
        try await settle(home)
        var lock: AnyObject? = try home.open(id)
        try home.edit(id, "typed")
        try remove("one", removal, from: there, server)
        try await settle(home)
        #expect(try home.subjects() == ["typed"] && there.subjects == [])
        withExtendedLifetime(lock) {}
        lock = nil
        try await settle(home)
        #expect(try home.subjects() == [] && home.kept(.conflict) == ["typed"] && there.subjects == [])
    }

    @Test("One that is fetched back out of Trash is the same draft again")
    func broughtBack() async throws {
        let server = InterruptionTests.servers[0]
        let there = DraftServer(server.profile)
        let home = try DraftHome(there.server)
        try home.write("one")
        try await settle(home)
        try remove("one", .movedToTrash, from: there, server)
        try await settle(home)
        let message = try #require(there.server.snapshot["Trash"]?.first)
        there.server.move(message.uid, in: "Trash", to: "Drafts")
        try await settle(home)
        #expect(try home.subjects() == ["one"] && there.subjects == ["one"] && trash(home) == [])
    }
}
