import Foundation
import MailTestSupport
import ModelServer
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Mail that mbsync syncs as well", .onOwnThreads, .timeLimit(.minutes(5)), .holds("K02", "PY7"))
struct BesideMbsyncTests {
    private let home: SampleHome
    private let server = ModelIMAPServer(.dovecot)
    private var inbox: URL { home.directory.appending(path: "mail/work/INBOX") }

    init() throws {
        home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        server.deliver("From: Ben <ben@example.org>\r\nSubject: Plan\r\n\r\nHello.\r\n")
        for place in ["cur", "new", "tmp"] {
            try FileManager.default.createDirectory(
                at: inbox.appending(path: place), withIntermediateDirectories: true)
        }
    }

    private func names(_ directory: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: home.directory.appending(path: directory).path)) ?? []
    }

    @Test("Says why mail would be doubled before it begins, and changes nothing")
    func dangerous() throws {
        try Data("1\n1\n".utf8).write(to: inbox.appending(path: ".uidvalidity"))
        for command in [["sync"], ["account", "check", "work"]] {
            let run = home.petrel(command.map { Array($0.utf8) }, reaching: server.connections())
            #expect(run.exitCode == .configuration, "\(command): \(run.text)\(run.errorText)")
            #expect(run.errorText.contains("ln -s FILE ~/.mbsyncrc"), "\(command): \(run.errorText)")
        }
        #expect(names("mail/work") == ["INBOX"] && names("mail/work/INBOX/new").isEmpty)
    }

    @Test("A fetched message has a number of mbsync, and is in its record")
    func recorded() throws {
        try Data().write(to: inbox.appending(path: ".mbsyncstate"))
        #expect(home.petrel("sync", reaching: server.connections()).exitCode == .done)
        let record = try String(contentsOf: inbox.appending(path: ".mbsyncstate"), encoding: .utf8)
        #expect(record.hasSuffix("\n\n1 1 \n") && record.contains("FarUidValidity"), "\(record)")
        #expect(names("mail/work/INBOX/new").map { $0.hasSuffix(",U=1") } == [true])
        let again = home.petrel("sync", reaching: server.connections())
        #expect(again.text.contains("nothing new"), "\(again.text)")
    }

    @Test("Messages that petrel had before are recorded although nothing has changed")
    func earlier() throws {
        #expect(home.petrel("sync", reaching: server.connections()).exitCode == .done)
        try Data().write(to: inbox.appending(path: ".mbsyncstate"))
        #expect(home.petrel("sync", reaching: server.connections()).exitCode == .done)
        let record = try String(contentsOf: inbox.appending(path: ".mbsyncstate"), encoding: .utf8)
        #expect(record.hasSuffix("\n\n1 1 \n"), "\(record)")
        #expect(names("mail/work/INBOX/new").map { $0.hasSuffix(",U=1") } == [true])
    }

    @Test("The outbox is outside the tree")
    func outbox() throws {
        #expect(
            home.petrel("new", "ana@example.org", "-s", "One", "-m", "x", "--send", "--undo", "0").exitCode == .done)
        #expect(names("mail/work").contains("Outbox"))
        try Data().write(to: inbox.appending(path: ".mbsyncstate"))
        #expect(
            home.petrel("new", "ana@example.org", "-s", "Two", "-m", "x", "--send", "--undo", "0").exitCode == .done)
        #expect(!names("mail/work").contains("Outbox"))
        #expect(names("outbox/work/cur").count + names("outbox/work/new").count == 2)
        let queued = try home.petrel("outbox", "--json").list("outbox").compactMap { $0["subject"] as? String }
        #expect(Set(queued) == ["One", "Two"])
    }

    private static func described(_ item: [String: Any]) -> [String] {
        ["id", "subject", "sendState", "held"].map { name in item[name].map { "\($0)" } ?? "-" }
    }

    @Test("While mail cannot be synced, queued messages stay listed, and are sent as before when it can be")
    func refused() throws {
        #expect(
            home.petrel("new", "ana@example.org", "-s", "One", "-m", "x", "--send", "--undo", "0").exitCode == .done)
        let before = try home.petrel("outbox", "--json").list("outbox").map(Self.described)
        try Data("1\n1\n".utf8).write(to: inbox.appending(path: ".uidvalidity"))
        #expect(home.petrel("sync", reaching: server.connections()).exitCode == .configuration)
        #expect(try home.petrel("outbox", "--json").list("outbox").map(Self.described) == before)
        #expect(home.petrel("new", "ana@example.org", "-s", "Two", "-m", "x", "--draft").exitCode == .done)
        #expect(home.petrel("drafts").text.contains("Two"))
        try FileManager.default.removeItem(at: inbox.appending(path: ".uidvalidity"))
        #expect(try home.petrel("outbox", "--json").list("outbox").map(Self.described) == before)
        #expect(home.petrel("drafts").text.contains("Two"))
        #expect(before.count == 1 && names("mail/work").contains("Outbox") && names("outbox/work").isEmpty)
    }

    @Test(
        "A mailbox whose record cannot be used is left out and named, and the others are synced",
        arguments: [
            ("half written", "FarUidValidity 1\nNearUid", "1\n1\n", "record of Sent is damaged"),
            (
                "a counter that is lost", "FarUidValidity 1\nNearUidValidity 1\n\n", "",
                "has other numbers than its files"
            ),
            ("no record", "", "1\n1\n", "does not find its record"),
        ])
    func leftOut(_ row: String, _ record: String, _ counter: String, _ expected: String) throws {
        let sent = home.directory.appending(path: "mail/work/Sent")
        for place in ["cur", "new", "tmp"] {
            try FileManager.default.createDirectory(
                at: sent.appending(path: place), withIntermediateDirectories: true)
        }
        server.deliver("From: Kim <kim@example.net>\r\nSubject: Mine\r\n\r\nHello.\r\n", to: "Sent")
        for (name, content) in [(".mbsyncstate", record), (".uidvalidity", counter)] where !content.isEmpty {
            try Data(content.utf8).write(to: sent.appending(path: name))
        }
        try Data().write(to: inbox.appending(path: ".mbsyncstate"))
        let run = home.petrel("sync", reaching: server.connections())
        #expect((run.text + run.errorText).contains(expected), "\(row): \(run.text)\(run.errorText)")
        #expect(run.exitCode != .done && run.exitCode != .configuration, "\(row)")
        #expect(names("mail/work/INBOX/new").count == 1, "\(row)")
        #expect(names("mail/work/Sent/new").isEmpty && names("mail/work/Sent/cur").isEmpty, "\(row)")
        let check = home.petrel("account", "check", "work", reaching: server.connections())
        #expect(check.exitCode == .configuration && check.errorText.contains(expected), "\(row): \(check.errorText)")
    }

    @Test("The way out that petrel names for a damaged record leaves each message once on both sides")
    func mended() throws {
        try Data().write(to: inbox.appending(path: ".mbsyncstate"))
        #expect(home.petrel("sync", reaching: server.connections()).exitCode == .done)
        server.deliver("From: Ben <ben@example.org>\r\nSubject: Next\r\n\r\nHello.\r\n")
        try Data("FarUid".utf8).write(to: inbox.appending(path: ".mbsyncstate"))
        #expect(home.petrel("sync", reaching: server.connections()).exitCode != .done)
        for name in [".mbsyncstate", ".uidvalidity"] {
            try FileManager.default.removeItem(at: inbox.appending(path: name))
        }
        for _ in 0..<2 { #expect(home.petrel("sync", reaching: server.connections()).exitCode == .done) }
        let numbers = names("mail/work/INBOX/new").compactMap { $0.split(separator: "=").last.flatMap { Int($0) } }
        let record = try String(contentsOf: inbox.appending(path: ".mbsyncstate"), encoding: .utf8)
        let lines = record.split(separator: "\n").drop { !($0.first?.isNumber ?? false) }
        let pairs = lines.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
        #expect(numbers.count == 2 && numbers.sorted() == pairs.sorted(), "\(numbers) \(record)")
        #expect(server.snapshot["INBOX"]?.count == 2)
    }

    @Test("A message that mbsync removed here because of its age stays on the server")
    func expired() throws {
        try Data().write(to: inbox.appending(path: ".mbsyncstate"))
        server.deliver("From: Ben <ben@example.org>\r\nSubject: Next\r\n\r\nHello.\r\n")
        #expect(home.petrel("sync", reaching: server.connections()).exitCode == .done)
        let file = inbox.appending(path: ".mbsyncstate")
        let record = try String(contentsOf: file, encoding: .utf8)
        let expired = record.replacing("\n\n1 1 \n", with: "\nMaxExpiredFarUid 1\n\n")
        try #require(expired != record)
        try Data(expired.utf8).write(to: file)
        for name in names("mail/work/INBOX/new") where name.hasSuffix(",U=1") {
            try FileManager.default.removeItem(at: inbox.appending(path: "new/\(name)"))
        }
        for _ in 0..<3 { #expect(home.petrel("sync", reaching: server.connections()).exitCode == .done) }
        #expect(server.snapshot["INBOX"]?.count == 2 && server.snapshot["Trash"]?.isEmpty ?? true)
        #expect(names("mail/work/INBOX/new").count == 1)
        // A message that mbsync still keeps, and that the user deletes, is deleted.
        for name in names("mail/work/INBOX/new") {
            try FileManager.default.removeItem(at: inbox.appending(path: "new/\(name)"))
        }
        _ = home.petrel("sync", reaching: server.connections())
        _ = home.petrel("sync", "--confirm-deletions", reaching: server.connections())
        #expect(server.snapshot["INBOX"]?.count == 1)
    }

    @Test("A file that another program moved here with its name gets a number that mbsync accepts")
    func moved() throws {
        try Data().write(to: inbox.appending(path: ".mbsyncstate"))
        #expect(home.petrel("sync", reaching: server.connections()).exitCode == .done)
        let name = try #require(names("mail/work/INBOX/new").first)
        try FileManager.default.moveItem(
            at: inbox.appending(path: "new/\(name)"),
            to: inbox.appending(path: "cur/\(name.replacing(",U=1", with: ",U=9")):2,S"))
        #expect(home.petrel("sync", reaching: server.connections()).exitCode == .done)
        #expect(names("mail/work/INBOX/cur").map { $0.contains(",U=2:") } == [true])
        let counter = try String(contentsOf: inbox.appending(path: ".uidvalidity"), encoding: .utf8)
        #expect(counter.hasSuffix("\n2\n"), "\(counter)")
    }

    @Test(
        "A message that mbsync has uploaded where it was moved to, but not removed where it was, gets no copy in Trash",
        arguments: [[["sync"], ["sync"]], [["sync", "--mailbox", "Archive"], ["sync"]]])
    func movedInPart(_ commands: [[String]]) throws {
        try Data().write(to: inbox.appending(path: ".mbsyncstate"))
        server.deliver("From: Ben <ben@example.org>\r\nSubject: Next\r\n\r\nHello.\r\n")
        #expect(home.petrel("sync", reaching: server.connections()).exitCode == .done)
        let archive = home.directory.appending(path: "mail/work/Archive")
        for place in ["cur", "new", "tmp"] {
            try FileManager.default.createDirectory(
                at: archive.appending(path: place), withIntermediateDirectories: true)
        }
        let name = try #require(names("mail/work/INBOX/new").first { $0.hasSuffix(",U=1") })
        try FileManager.default.moveItem(
            at: inbox.appending(path: "new/\(name)"), to: archive.appending(path: "cur/1.mutt,U=1:2,"))
        // While petrel had locked INBOX, mbsync has synced only Archive.
        server.deliver("From: Ben <ben@example.org>\r\nSubject: Plan\r\n\r\nHello.\r\n", to: "Archive")
        let validity = try #require(server.mailbox("Archive")?.uidValidity)
        let record = "FarUidValidity \(validity)\nNearUidValidity 5\nMaxPulledUid 1\nMaxPushedUid 1\n\n1 1 \n"
        try Data(record.utf8).write(to: archive.appending(path: ".mbsyncstate"))
        try Data("5\n1\n".utf8).write(to: archive.appending(path: ".uidvalidity"))
        for words in commands {
            let run = home.petrel(words.map { Array($0.utf8) }, reaching: server.connections())
            #expect(run.exitCode == .done, "\(words): \(run.text)\(run.errorText)")
        }
        let counts = server.snapshot.mapValues(\.count)
        #expect(counts["INBOX"] == 1 && counts["Archive"] == 1 && counts["Trash"] == 0, "\(counts)")
        #expect(names("mail/work/INBOX/new").count == 1 && names("mail/work/Archive/cur").count == 1)
    }
}
