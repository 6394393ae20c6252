import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import ModelServer
import Testing

@Suite(
    "Draft sync across devices", .onOneThread, .timeLimit(.minutes(120)),
    .holds("C20", "C22", "C23", "Y13", "PY1", "PY3")
)
struct DraftSyncTests {
    typealias Server = ModelServerKind

    static let servers =
        ModelServerKind.all + [
            Server(name: "like Gmail", profile: .gmail),
            Server(name: "with REPLACE", profile: .dovecot.with("REPLACE")),
        ]

    /// Syncs until nothing changes, and returns the number of syncs.
    @discardableResult
    func settle(_ home: DraftHome) async throws -> Int {
        for round in 1...6 {
            let report = try await home.sync()
            #expect(report.failure == nil, "\(report.failure?.sentence ?? "")")
            if !report.hasChanged { return round }
        }
        return .max
    }

    @Test(
        "A draft is uploaded, replaced when it changes, and deleted when it is discarded",
        arguments: servers)
    func whole(_ server: Server) async throws {
        let there = DraftServer(server.profile)
        let home = try DraftHome(there.server)
        let id = try home.write("one")
        let first = try await home.sync()
        #expect(first.failure == nil && first.mailboxes.first { $0.use == .drafts }?.uploaded ?? 1 == 1)
        #expect(there.subjects == ["one"])
        let message = try #require(there.messages.first)
        #expect(message.flags.contains(.draft) && message.flags.contains(.seen))
        #expect(DraftText.field("Bcc", of: message.content) == "leo@example.org")
        #expect(try home.items().allSatisfy { $0.item.isOnServer })
        #expect(try await settle(home) == 1)
        try home.edit(id, "two")
        try home.edit(id, "three")
        #expect(try home.items().allSatisfy { !$0.item.isOnServer })
        try await home.sync()
        #expect(there.subjects == ["three"])
        let other = try #require(there.messages.first)
        #expect(
            DraftText.field("Message-ID", of: other.content) != DraftText.field("Message-ID", of: message.content))
        #expect(try await settle(home) == 1)
        try home.discard("three")
        try await home.sync()
        #expect(there.subjects == [] && there.inbox == ["m1", "m2"])
        #expect(try await settle(home) == 1)
        #expect(there.server.violations.isEmpty, "\(there.server.violations)")
    }

    @Test(
        "A new revision has the flags and keywords of the one that it replaces", .holds("PY5"),
        arguments: [ModelProfile.dovecot, .dovecot.with("REPLACE")])
    func flags(_ profile: ModelProfile) async throws {
        let there = DraftServer(profile)
        let home = try DraftHome(there.server)
        let keywords = try ["$Work", "custom1"].map { try #require(Flag(Array($0.utf8))) }
        there.put(DraftText.message("one"), flags: [.draft, .flagged] + keywords)
        try await settle(home)
        try home.edit("one", as: "two")
        try await settle(home)
        #expect(there.subjects == ["two"])
        let flags = try there.message("two").flags
        #expect(([.draft, .seen, .flagged] + keywords).allSatisfy { flags.contains($0) }, "\(flags)")
        #expect(try await settle(home) == 1)
    }

    @Test("A draft in the outbox stays on the server until it is sent", .holds("C21"))
    func queued() async throws {
        let there = DraftServer(.dovecot)
        let home = try DraftHome(there.server)
        let id = try home.write("one")
        try await home.sync()
        _ = try home.store.queue(DraftText.message("one, built"), from: id, at: Instant(seconds: 1_900_000_000)) {
            $0.account = "work"
        }
        try await settle(home)
        #expect(there.subjects == ["one"])
        let draft = try home.store.takeBack(id, at: Instant(seconds: 1_900_000_000))
        try home.edit(try #require(draft.draftID), "two")
        try await settle(home)
        #expect(there.subjects == ["two"])
    }

    @Test("Two devices share drafts, and each can continue the other's", arguments: servers)
    func twoDevices(_ server: Server) async throws {
        let there = DraftServer(server.profile)
        let (laptop, desk) = (try DraftHome(there.server), try DraftHome(there.server))
        let id = try laptop.write("one")
        try await settle(laptop)
        try await settle(desk)
        #expect(try desk.id("one") == id)
        try desk.edit(id, "two")
        try await settle(desk)
        try await settle(laptop)
        #expect(try laptop.subjects() == ["two"] && laptop.id("two") == id)
        #expect(try laptop.kept() == ["one"])
        #expect(there.subjects == ["two"])
        try laptop.discard("two")
        try await settle(laptop)
        for _ in 0..<2 { try await settle(desk) }
        #expect(try desk.subjects() == [] && desk.kept(.discarded) == ["two"])
    }

    @Test("If both sides changed a draft, the server's text wins and the other is kept", arguments: servers)
    func conflict(_ server: Server) async throws {
        let there = DraftServer(server.profile)
        let (laptop, desk) = (try DraftHome(there.server), try DraftHome(there.server))
        let id = try laptop.write("one")
        try await settle(laptop)
        try await settle(desk)
        try laptop.edit(id, "two")
        try desk.edit(id, "three")
        try await settle(laptop)
        let report = try await desk.sync()
        #expect(report.notices.contains { $0.contains("changed here and elsewhere") }, "\(report.notices)")
        for _ in 0..<2 { try await settle(desk) }
        #expect(try desk.subjects() == ["two"] && desk.kept(.conflict) == ["three"])
        #expect(try desk.id("two") == id)
        try await settle(laptop)
        #expect(there.subjects == ["two"] && there.doubles.isEmpty)
    }

    @Test("A draft replaced by another client keeps its identity, with or without our fields", arguments: servers)
    func replacedElsewhere(_ server: Server) async throws {
        let there = DraftServer(server.profile)
        let home = try DraftHome(there.server)
        let id = try home.write("one")
        try await settle(home)
        try there.replace("one", by: "two")
        for _ in 0..<2 { try await settle(home) }
        #expect(try home.subjects() == ["two"] && home.id("two") == id && home.kept() == ["one"])
        // Identified by Message-ID alone, without our fields and with another subject.
        let messageID = try #require(DraftText.field("Message-ID", of: there.message("two").content))
        try there.delete("two")
        there.put(DraftText.message("three", "Message-ID: \(messageID)\r\n"))
        for _ in 0..<2 { try await settle(home) }
        #expect(try home.subjects() == ["three"] && home.id("three") == id)
        // Deleted before one sync, and appended before the next.
        try there.delete("three")
        try await home.sync()
        #expect(try home.subjects() == ["three"])
        there.put(DraftText.message("four", "Message-ID: \(messageID)\r\n"))
        for _ in 0..<2 { try await settle(home) }
        #expect(try home.subjects() == ["four"] && home.id("four") == id)
        try home.edit(id, "five")
        for _ in 0..<2 { try await settle(home) }
        #expect(there.subjects == ["five"] && there.doubles.isEmpty)
    }

    @Test(
        "A draft deleted on the server is removed by the second sync, and its text kept", arguments: servers)
    func deletedElsewhere(_ server: Server) async throws {
        let there = DraftServer(server.profile)
        let home = try DraftHome(there.server)
        let id = try home.write("one")
        try home.write("other")
        try await settle(home)
        try there.delete("one")
        try await home.sync()
        #expect(try home.subjects() == ["one", "other"])
        try await home.sync()
        #expect(try home.subjects() == ["other"] && home.kept(.discarded) == ["one"])
        // The same for a draft that was changed here: its text is kept as a conflict.
        let second = try home.id("other")
        try home.edit(second, "changed")
        try there.delete("other")
        try await home.sync()
        let report = try await home.sync()
        #expect(report.notices.contains { $0.contains("deleted elsewhere") }, "\(report.notices)")
        #expect(try home.subjects() == [] && home.kept(.conflict) == ["changed"])
        #expect(there.subjects == [])
        #expect(id != second)
        #expect(try await settle(home) == 1)
    }

    @Test(
        "An open draft gets a new revision if it changed elsewhere, and stays if it was deleted",
        .holds("C24"))
    func open() async throws {
        let there = DraftServer(.dovecot)
        let home = try DraftHome(there.server)
        let id = try home.write("one")
        try await settle(home)
        let lock = try home.open(id)
        let before = try home.items().map(\.item.revision)
        try there.replace("one", by: "two")
        for _ in 0..<2 { try await settle(home) }
        // The new revision makes the prompt ask, and keep the typed text.
        #expect(try home.items().map(\.item.revision) != before)
        try there.delete("two")
        for _ in 0..<3 { try await home.sync() }
        #expect(try home.subjects() == ["two"])
        withExtendedLifetime(lock) {}
    }

    @Test("A draft discarded here but changed elsewhere is restored with a notice")
    func revived() async throws {
        let there = DraftServer(.dovecot)
        let home = try DraftHome(there.server)
        try home.write("one")
        try await settle(home)
        try home.discard("one")
        try there.replace("one", by: "two")
        let report = try await home.sync()
        #expect(report.notices.contains { $0.contains("a draft again") }, "\(report.notices)")
        for _ in 0..<2 { try await settle(home) }
        #expect(try home.subjects() == ["two"] && there.subjects == ["two"])
    }

    @Test("A lost ledger neither deletes nor duplicates drafts", arguments: servers)
    func lostLedger(_ server: Server) async throws {
        let there = DraftServer(server.profile)
        let home = try DraftHome(there.server)
        let id = try home.write("one")
        try home.write("other")
        try await settle(home)
        try home.edit(id, "two")
        try home.loseLedger()
        for _ in 0..<2 { try await settle(home) }
        #expect(there.subjects == ["other", "two"] && there.doubles.isEmpty)
        #expect(try home.subjects() == ["other", "two"] && home.id("two") == id)
        #expect(try home.kept(.conflict) == [])
    }

    @Test("A new UIDVALIDITY neither loses nor duplicates drafts", .holds("Y08"), arguments: servers)
    func renumbered(_ server: Server) async throws {
        let there = DraftServer(server.profile)
        let home = try DraftHome(there.server)
        let id = try home.write("one")
        try home.write("other")
        try await settle(home)
        try home.edit(id, "two")
        there.renumber()
        for _ in 0..<3 { try await settle(home) }
        #expect(there.subjects == ["other", "two"] && there.doubles.isEmpty)
        #expect(try home.subjects() == ["other", "two"])
        let kept = try home.kept()
        #expect(kept == [])
    }

    @Test("A draft by another program is uploaded unchanged, with CRLF, and can be edited", .holds("K02"))
    func foreign() async throws {
        let there = DraftServer(.cyrus)
        let home = try DraftHome(there.server)
        try home.write("one")
        try await settle(home)
        let message = DraftText.message("by mutt", "X-Mutt-References: <a@b>\r\n").filter { $0 != 0x0D }
        try Data(message).write(to: home.directory("Drafts").appending(path: "1.mutt:2,DS"))
        try await settle(home)
        let sent = try there.message("by mutt")
        #expect(DraftText.field("X-Mutt-References", of: sent.content) == "<a@b>")
        #expect(!zip(sent.content, sent.content.dropFirst()).contains { $0 != 0x0D && $1 == 0x0A })
        try home.edit("by mutt", as: "by both")
        try await settle(home)
        #expect(there.subjects == ["by both", "one"] && there.doubles.isEmpty)
    }

    @Test("Asks before deleting all drafts at once")
    func emptied() async throws {
        let there = DraftServer(.dovecot)
        let home = try DraftHome(there.server)
        for subject in ["a", "b", "c", "d"] { try home.write(subject) }
        try await settle(home)
        try home.removeDraftFiles()
        let report = try await home.sync()
        #expect(report.questionedDeletions == 4 && there.subjects.count == 4)
        try await home.sync { $0.confirmsDeletions = true }
        #expect(there.subjects == [])
    }

    @Test("A dry run lists uploads and deletions and changes nothing")
    func dryRun() async throws {
        let there = DraftServer(.dovecot)
        let home = try DraftHome(there.server)
        let id = try home.write("one")
        try home.write("two")
        try await settle(home)
        try home.edit(id, "one and a half")
        try home.discard("two")
        try home.write("three")
        let before = there.messages
        let report = try await home.sync { $0.isDryRun = true }
        #expect(
            report.lines.contains { $0.hasPrefix("Drafts: upload \"one and a half\" in the place of") },
            "\(report.lines)")
        #expect(report.lines.contains("Drafts: upload \"three\""), "\(report.lines)")
        #expect(report.lines.contains { $0.hasPrefix("Drafts: delete") }, "\(report.lines)")
        #expect(there.messages == before)
    }

    @Test("A draft that the server refuses is kept, reported, and uploaded later", .holds("C18"))
    func refused() async throws {
        let there = DraftServer(.dovecot)
        let home = try DraftHome(there.server)
        let id = try home.write("one")
        try await settle(home)
        try home.edit(id, "two")
        there.server.refuse("APPEND", "NO [OVERQUOTA] no room")
        let report = try await home.sync()
        #expect(report.notices.contains { $0.contains("not on the server yet") }, "\(report.notices)")
        #expect(try home.subjects() == ["two"])
        try await settle(home)
        #expect(there.subjects == ["two"] && there.doubles.isEmpty)
    }

    @Test("Creates Drafts on a server without it")
    func noMailbox() async throws {
        var profile = ModelProfile.bare
        profile.mailboxes.removeAll { $0.name == "Drafts" }
        let there = DraftServer(profile)
        let home = try DraftHome(there.server)
        try home.write("one")
        for _ in 0..<2 { try await settle(home) }
        #expect(there.subjects == ["one"])
    }

    @Test("An open draft is uploaded at most every ten seconds, a closed one at once")
    func pause() async throws {
        let there = DraftServer(.dovecot)
        let home = try DraftHome(there.server)
        let start = LaterClock().now()
        let id = try home.write("one")
        try await home.sync(at: StillClock(at: start))
        var lock: AnyObject? = try home.open(id)
        try home.edit(id, "two")
        try await home.sync(at: StillClock(at: start))
        #expect(there.subjects == ["one"])
        try await home.sync(at: StillClock(at: Instant(seconds: start.seconds + 10)))
        #expect(there.subjects == ["two"])
        try home.edit(id, "three")
        withExtendedLifetime(lock) {}
        lock = nil
        try await home.sync(at: StillClock(at: Instant(seconds: start.seconds + 10)))
        #expect(there.subjects == ["three"])
    }
}
