import Foundation
import MailEngine
import MailTestSupport
import MailTypes
import MaildirStore
import ModelServer
import Testing

@Suite(
    "Drafts on every device", .onOneThread, .timeLimit(.minutes(120)), .holds("C20", "C22", "C23", "Y13", "PY1", "PY3")
)
struct DraftSyncTests {
    typealias Server = InterruptionTests.Server

    static let servers =
        InterruptionTests.servers + [
            Server(name: "like Gmail", profile: .gmail),
            Server(name: "with REPLACE", profile: .dovecot.with("REPLACE")),
        ]

    /// Points between two that are tried: all of them where PETREL_SYNC_CUTS is 1.
    private static let stride = Int(ProcessInfo.processInfo.environment["PETREL_SYNC_CUTS"] ?? "") ?? 613

    /// Syncs until there is nothing to do, and says how often that was.
    @discardableResult
    private func settle(_ home: DraftHome) async throws -> Int {
        for round in 1...6 {
            let report = try await home.sync()
            #expect(report.failure == nil, "\(report.failure?.sentence ?? "")")
            if !report.hasChanged { return round }
        }
        return .max
    }

    @Test(
        "A draft goes up as it is written, is replaced when it changes, and goes when it is discarded",
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

    @Test("A draft that waits in the outbox stays on the server until it is sent", .holds("C21"))
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

    @Test("Two devices have the same drafts, and what one writes the other one goes on with", arguments: servers)
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

    @Test("Where both changed a draft the server's text counts, and the other one is kept", arguments: servers)
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

    @Test("A draft that another client replaced is the same draft, whether it says so or not", arguments: servers)
    func replacedElsewhere(_ server: Server) async throws {
        let there = DraftServer(server.profile)
        let home = try DraftHome(there.server)
        let id = try home.write("one")
        try await settle(home)
        try there.replace("one", by: "two")
        for _ in 0..<2 { try await settle(home) }
        #expect(try home.subjects() == ["two"] && home.id("two") == id && home.kept() == ["one"])
        // Without a field of ours, and under another subject: the Message-ID says it.
        let messageID = try #require(DraftText.field("Message-ID", of: there.message("two").content))
        try there.delete("two")
        there.put(DraftText.message("three", "Message-ID: \(messageID)\r\n"))
        for _ in 0..<2 { try await settle(home) }
        #expect(try home.subjects() == ["three"] && home.id("three") == id)
        // Deleted with one sync, and appended with the next one.
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
        "A draft that is gone on the server goes with the second sync that misses it, and is kept", arguments: servers)
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
        // The same where it was changed here: the text is kept as one that lost.
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
        "A draft that is open is another revision when its text changed elsewhere, and stays when it is deleted",
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
        // By this the prompt sees that it has to ask, and keeps what is typed.
        #expect(try home.items().map(\.item.revision) != before)
        try there.delete("two")
        for _ in 0..<3 { try await home.sync() }
        #expect(try home.subjects() == ["two"])
        withExtendedLifetime(lock) {}
    }

    @Test("A draft that was discarded here and changed elsewhere is a draft again, and that is said")
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

    @Test("A lost ledger deletes nothing and doubles nothing", arguments: servers)
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

    @Test("A mailbox that is numbered anew loses and doubles no draft", .holds("Y08"), arguments: servers)
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

    @Test("What another program writes into Drafts goes up whole, with CRLF, and can be changed", .holds("K02"))
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

    @Test("Drafts that are gone all at once are asked about")
    func emptied() async throws {
        let there = DraftServer(.dovecot)
        let home = try DraftHome(there.server)
        for subject in ["a", "b", "c", "d"] { try home.write(subject) }
        try await settle(home)
        for file in try FileManager.default.contentsOfDirectory(
            at: home.directory("Drafts"), includingPropertiesForKeys: nil)
        { try FileManager.default.removeItem(at: file) }
        let report = try await home.sync()
        #expect(report.questionedDeletions == 4 && there.subjects.count == 4)
        try await home.sync { $0.confirmsDeletions = true }
        #expect(there.subjects == [])
    }

    @Test("A dry run says what would go up and away, and touches nothing")
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

    @Test("A draft that the server refuses is safe here, said to be so, and goes up when it can", .holds("C18"))
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

    @Test("A server without Drafts gets one")
    func noMailbox() async throws {
        var profile = ModelProfile.bare
        profile.mailboxes.removeAll { $0.name == "Drafts" }
        let there = DraftServer(profile)
        let home = try DraftHome(there.server)
        try home.write("one")
        for _ in 0..<2 { try await settle(home) }
        #expect(there.subjects == ["one"])
    }

    @Test("Of a draft that is being written, one version goes up in ten seconds, and each of one that is closed")
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

    // MARK: - Cuts

    private func prepared(_ server: Server) async throws -> (DraftServer, DraftHome) {
        let there = DraftServer(server.profile)
        let home = try DraftHome(there.server)
        let id = try home.write("one")
        try home.write("two")
        try await settle(home)
        try home.edit(id, "changed")
        try home.write("new")
        try home.discard("two")
        return (there, home)
    }

    @Test("Wherever the connection ends, each draft stands there once in the end", .holds("PY4"), arguments: servers)
    func cut(_ server: Server) async throws {
        let (_, model) = try await prepared(server)
        let whole = try await model.sync()
        var places = Swift.stride(from: 0, to: whole.octetsIn, by: Self.stride).map { ModelFaults.Place.said($0) }
        places += Swift.stride(from: 0, to: whole.octetsOut, by: Self.stride).map { ModelFaults.Place.heard($0) }
        for place in places {
            let (there, home) = try await prepared(server)
            var faults = ModelFaults()
            faults.cut = place
            let cut = faults
            try await home.sync(faults: { _ in cut })
            #expect(try await settle(home) < 6, "\(server.name), \(place)")
            #expect(there.subjects == ["changed", "new"], "\(server.name), \(place)")
            #expect(there.doubles.isEmpty && there.inbox == ["m1", "m2"], "\(server.name), \(place)")
            #expect(try home.subjects() == ["changed", "new"], "\(server.name), \(place)")
            #expect(try home.kept(.conflict) == [], "\(server.name), \(place)")
            #expect(there.server.violations.isEmpty, "\(server.name), \(place): \(there.server.violations)")
        }
    }

    @Test("The same where the server does a command and the connection ends before it says so", arguments: servers)
    func lostAnswers(_ server: Server) async throws {
        for number in 0..<24 {
            let (there, home) = try await prepared(server)
            var faults = ModelFaults()
            faults.lostAnswers = [number]
            let cut = faults
            try await home.sync(faults: { _ in cut })
            #expect(try await settle(home) < 6, "\(server.name), command \(number)")
            #expect(there.subjects == ["changed", "new"] && there.doubles.isEmpty, "\(server.name), command \(number)")
            #expect(try home.subjects() == ["changed", "new"], "\(server.name), command \(number)")
        }
    }
}
