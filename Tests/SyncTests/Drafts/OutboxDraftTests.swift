import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import ModelServer
import Outbox
import Platform
import Testing

/// A message that waits in the outbox while its draft changes on the server.
@Suite("Drafts of waiting messages", .onOwnThreads, .timeLimit(.minutes(10)), .holds("PS1", "PY3"))
struct OutboxDraftTests {
    enum Change: CaseIterable, Sendable {
        case sentOrDeleted, movedToTrash, replacedWithHeader, replacedByAnother
    }

    private static let servers = DraftSyncTests.servers.filter { $0.name != "like Gmail" }

    /// Puts a draft that the server has into the outbox.
    private func queue(_ home: DraftHome, _ subject: String) throws -> DraftItem {
        let now = LaterClock().now()
        return try home.store.queue(DraftText.message(subject), from: try home.id(subject), at: now) {
            $0.queuedMoment = DateAndUptime(now, nil)
            $0.sendAfter = Instant(seconds: now.seconds + 7200)
        }
    }

    private func outbox(_ home: DraftHome) throws -> [Sidecar] {
        try home.store.contents(at: LaterClock().now()).outbox.compactMap(\.sidecar)
    }

    private func settle(_ home: DraftHome) async throws -> [String] {
        var notices: [String] = []
        for _ in 0..<4 {
            let report = try await home.sync()
            #expect(report.failure == nil, "\(report.failure?.sentence ?? "")")
            notices += report.notices
        }
        return notices
    }

    @Test(
        "A waiting message is put on hold when its draft is changed, sent or deleted on another device",
        arguments: servers, Change.allCases)
    func changed(_ server: ModelServerKind, _ change: Change) async throws {
        let there = DraftServer(server.profile)
        let home = try DraftHome(there.server)
        try home.write("one")
        try home.write("other")
        _ = try await settle(home)
        let item = try queue(home, "one")
        _ = try queue(home, "other")
        #expect(try await settle(home) == [])
        switch change {
        case .sentOrDeleted: try there.delete("one")
        case .movedToTrash: try there.moveToTrash("one", server.profile)
        case .replacedWithHeader: try there.replace("one", by: "theirs")
        case .replacedByAnother:
            try there.delete("one")
            there.put(DraftText.message("theirs"))
        }
        let notices = try await settle(home)
        let number = try #require(item.sidecar?.outboxNumber)
        #expect(notices.count { $0.contains("o\(number) \"one\" is on hold") } == 1, "\(notices)")
        let held = try outbox(home).first { $0.draftID == item.draftID }
        #expect(held?.hold == .changedElsewhere && held?.submission == .draft)
        let others = try outbox(home).filter { $0.draftID != item.draftID }
        #expect(others.map(\.submission) == [.queued] && others.first?.hold == nil)
        let isReplaced = change == .replacedWithHeader || change == .replacedByAnother
        #expect(try home.subjects() == (isReplaced ? ["theirs"] : []))
    }

    @Test("A waiting message stays queued if its draft does not change, or only gets another UID", arguments: servers)
    func unchanged(_ server: ModelServerKind) async throws {
        let there = DraftServer(server.profile)
        let home = try DraftHome(there.server)
        try home.write("one")
        _ = try await settle(home)
        _ = try queue(home, "one")
        #expect(try await settle(home) == [])
        there.renumber()
        #expect(try await settle(home) == [])
        #expect(try outbox(home).map(\.submission) == [.queued])
        #expect(there.subjects == ["one"])
    }

    @Test("A message on hold is not put on hold again after the user has released it")
    func released() async throws {
        let there = DraftServer(ModelServerKind.all[0].profile)
        let home = try DraftHome(there.server)
        try home.write("one")
        _ = try await settle(home)
        let item = try queue(home, "one")
        try there.delete("one")
        _ = try await settle(home)
        let id = try #require(item.draftID)
        _ = try home.store.update(id, at: LaterClock().now()) {
            $0.sendState = .queued
            $0.hold = nil
        }
        #expect(try await settle(home) == [])
        #expect(try outbox(home).map(\.submission) == [.queued])
    }
}
