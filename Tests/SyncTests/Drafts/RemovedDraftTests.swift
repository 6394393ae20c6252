import Foundation
import IMAPProtocol
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import ModelServer
import Testing

/// A draft that another client removes in different ways, in different local states.
@Suite("Drafts removed by another program", .onOwnThreads, .timeLimit(.minutes(10)), .holds("C23", "PY2", "PY3"))
struct RemovedDraftTests {
    typealias Server = ModelServerKind

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
        "A draft removed elsewhere is removed here, kept, and not uploaded again", arguments: servers, Removal.allCases)
    func unchanged(_ server: Server, _ removal: Removal) async throws {
        let there = DraftServer(server.profile)
        let home = try DraftHome(there.server)
        try home.write("one")
        try home.write("other")
        try await settle(home)
        try remove("one", removal, from: there, server)
        try await settle(home)
        #expect(try home.subjects() == ["other"] && there.subjects == ["other"])
        // The text must be in Trash or among the kept versions.
        let trash = try trash(home)
        let kept = try home.kept()
        #expect((trash + kept).contains("one"), "\(trash) \(kept)")
        #expect(trash == (removal == .movedToTrash ? ["one"] : []))
        #expect(there.server.violations.isEmpty, "\(there.server.violations)")
    }

    @Test(
        "Without UIDPLUS, a draft is removed from the server, and what another client has marked stays marked",
        arguments: [true, false])
    func withoutUIDPlus(_ isEdited: Bool) async throws {
        let there = DraftServer(.bare)
        let home = try DraftHome(there.server)
        let id = try home.write("one")
        try await settle(home)
        there.put(DraftText.message("marked"), flags: [.draft, .deleted])
        if isEdited { try home.edit(id, "new") } else { try home.discard("one") }
        try await settle(home)
        #expect(there.subjects == (isEdited ? ["marked", "new"] : ["marked"]))
        #expect(try there.message("marked").flags.contains(.deleted))
        #expect(try home.subjects() == there.subjects)
        let idle = try await home.sync()
        #expect(!idle.hasChanged, "\(idle)")
        #expect(there.server.violations.isEmpty, "\(there.server.violations)")
    }

    @Test(
        "A message that has the UID of a draft after the server was restored stays, whatever happened to the draft here",
        arguments: DraftSyncTests.servers, [true, false])
    func restored(_ server: Server, _ isEdited: Bool) async throws {
        let there = DraftServer(server.profile)
        let home = try DraftHome(there.server)
        let id = try home.write("one")
        try await settle(home)
        try there.substitute("one", by: TestMessage.message("theirs"))
        if isEdited { try home.edit(id, "mine") } else { try home.discard("one") }
        try await settle(home)
        #expect(there.subjects.contains("theirs"), "\(there.subjects)")
        if isEdited { #expect((try home.subjects() + home.kept()).contains("mine")) }
    }

    @Test(
        "A draft edited here and removed elsewhere is removed and kept as a conflict",
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
        // The user can restore it, and it is uploaded like any other draft.
        let version = try #require(try home.store.versions().first { $0.reason == .conflict })
        _ = try home.store.restore(version, at: LaterClock().now())
        try await settle(home)
        #expect(try home.subjects() == ["mine"] && there.subjects == ["mine"])
    }

    @Test("An open draft stays until it is closed, and then its text is kept", arguments: Removal.allCases)
    func open(_ removal: Removal) async throws {
        let server = ModelServerKind.all[0]
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

    @Test("A draft that the server does not list for one sync stays on both sides", arguments: servers)
    func listedAgain(_ server: Server) async throws {
        let there = DraftServer(server.profile)
        let home = try DraftHome(there.server)
        try home.write("one")
        try home.write("other")
        try await settle(home)
        let listAgain = try there.withhold("one")
        _ = try await home.sync()
        #expect(try home.subjects() == ["one", "other"])
        listAgain()
        try await settle(home)
        #expect(try home.subjects() == ["one", "other"] && there.subjects == ["one", "other"])
    }

    @Test(
        "A draft whose UID the server reports wrongly stays on both sides",
        arguments: servers, [UInt32(3), 0x7FFF_FF00, .max])
    func falseUID(_ server: Server, _ error: UInt32) async throws {
        var profile = server.profile
        profile.appendUIDError = error
        let there = DraftServer(profile)
        let home = try DraftHome(there.server)
        try home.write("one")
        try home.write("other")
        try await settle(home)
        #expect(try home.subjects() == ["one", "other"] && there.subjects == ["one", "other"])
        try home.edit("one", as: "mine")
        try await settle(home)
        #expect(try home.subjects() == ["mine", "other"] && there.subjects == ["mine", "other"])
    }

    @Test("A draft moved back from Trash is the same draft again")
    func broughtBack() async throws {
        let server = ModelServerKind.all[0]
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

    @Test(
        "If the mailbox of drafts is deleted on the server, the drafts stay and are uploaded again", arguments: servers)
    func mailbox(_ server: Server) async throws {
        for isEdited in [false, true] {
            let there = DraftServer(server.profile)
            let home = try DraftHome(there.server)
            for subject in ["one", "two", "three"] { try home.write(subject) }
            try await settle(home)
            there.deleteMailbox()
            if isEdited { try home.edit("two", as: "two again") }
            try await settle(home)
            let subjects = ["one", "three", isEdited ? "two again" : "two"]
            #expect(try home.subjects() == subjects)
            let found = there.server.snapshot.values.joined().map { DraftText.subject($0.content) }
            #expect(found.filter { subjects.contains($0) }.sorted() == subjects, "\(found)")
        }
    }
}
