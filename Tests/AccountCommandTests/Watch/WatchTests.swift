import Foundation
import MailClients
import MailTestSupport
import MailTypes
import ModelServer
import Synchronization
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Watching accounts", .onOwnThreads, .timeLimit(.minutes(5)), .holds("Y10", "PY6"))
struct WatchTests {
    private let home: SampleHome
    private let server = ModelIMAPServer(.dovecot)

    init() throws {
        home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        server.deliver(subject: "Letter 1")
    }

    private func files(in place: String = "cur") -> [String] {
        let directory = home.directory.appending(path: "mail/work/INBOX/\(place)")
        return (try? FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()) ?? []
    }

    private var messages: Int { files().count + files(in: "new").count }

    /// Starts a watch and waits until it is in IDLE.
    private func watch(_ words: String..., faults: @escaping @Sendable (Int) -> ModelFaults = { _ in .none }) throws
        -> WatchDriver
    {
        let watch = WatchDriver(home, words, reaching: server.connections(faults))
        try #require(WatchDriver.wait { messages == 1 && isIdle } != nil)
        return watch
    }

    private var isIdle: Bool { server.log.last?.verb == "IDLE" }

    @Test("Fetches a message as soon as the server reports it, and prints a line")
    func newMail() throws {
        let watch = try watch()
        server.deliver(subject: "Lunch on Friday?")
        #expect(WatchDriver.wait { messages == 2 && isIdle } != nil)
        let run = watch.end()
        #expect(run.exitCode == .done, "\(run.errorText)")
        #expect(run.text.contains("work: Ben Okafor: Letter 1  ("), "\(run.text)")
        #expect(run.text.contains("work: Ben Okafor: Lunch on Friday?  ("), "\(run.text)")
        #expect(server.connectionCount == 1 && server.violations == [], "\(server.violations)")
    }

    /// Delivers a message, and returns the commands that follow. Repeats that until they are as expected, a few times:
    /// petrel queries again what it queried more than a second before, which happens on a busy machine.
    private func commands(
        _ watch: WatchDriver, prepare: () -> Void = {}, until isExpected: ([String]) -> Bool
    ) throws -> [String] {
        var verbs: [String] = []
        for number in 1...8 {
            let before = server.log.count
            prepare()
            server.deliver(subject: "Lunch \(number)")
            try #require(WatchDriver.wait { messages == number + 1 && isIdle } != nil)
            verbs = server.log.dropFirst(before).map(\.verb)
            if isExpected(verbs) { break }
        }
        return verbs
    }

    @Test("Lists the mailboxes once when the server reports a message, with the end of IDLE")
    func oneListing() throws {
        let watch = try watch()
        let verbs = try commands(watch) { verbs in verbs.count { $0 == "LIST" } == 1 }
        _ = watch.end()
        #expect(verbs.count { $0 == "LIST" } == 1 && verbs.first == "LIST", "\(verbs)")
    }

    @Test(
        "Queries the inbox with the end of IDLE, and once more only if the server refuses that",
        arguments: [false, true])
    func oneQuery(isRefused: Bool) throws {
        let watch = try watch()
        // The new message is fetched in the same flight, and so is the date by which the mailbox is recognized.
        let query = ["SELECT", "UID FETCH", "UID FETCH"]
        let expected = ["LIST"] + query + (isRefused ? query : []) + ["IDLE"]
        let refuse = { if isRefused { server.refuse("SELECT", "NO [INUSE] not now") } }
        let verbs = try commands(watch, prepare: refuse, until: { $0 == expected })
        let run = watch.end()
        #expect(verbs == expected, "\(verbs)")
        #expect(!run.text.contains("not now") && server.violations == [], "\(run.text)")
    }

    @Test("Prints events as JSON lines, with the path of each new message")
    func json() throws {
        let watch = try watch("--json")
        server.deliver(subject: "Lunch")
        #expect(WatchDriver.wait { messages == 2 && isIdle } != nil)
        let events = try watch.end().lines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(
            events.allSatisfy { $0["v"] as? Int == 1 && $0["cmd"] as? String == "watch" && $0["ok"] as? Bool == true })
        #expect(events.allSatisfy { $0["account"] as? String == "work" })
        let new = events.filter { $0["event"] as? String == "new" }
        #expect(new.map { $0["subject"] as? String } == ["Letter 1", "Lunch"])
        for event in new {
            let path = try #require(event["path"] as? String)
            #expect(FileManager.default.fileExists(atPath: path), "\(path)")
        }
        let phases = events.compactMap { $0["phase"] as? String }
        #expect(phases.contains("connecting") && phases.last == "listening", "\(phases)")
    }

    @Test("Pushes a flag that another program sets")
    func localFlag() throws {
        let watch = try watch()
        let directory = home.directory.appending(path: "mail/work/INBOX")
        let place = files(in: "new").isEmpty ? "cur" : "new"
        let name = try #require(files(in: place).first)
        let base = name.split(separator: ":").first.map { String($0) } ?? name
        let begin = ContinuousClock.now
        try FileManager.default.moveItem(
            at: directory.appending(path: "\(place)/\(name)"), to: directory.appending(path: "cur/\(base):2,F"))
        let isPushed = WatchDriver.wait {
            server.mailbox("INBOX")?.messages.first?.flags.contains(.flagged) ?? false
        }
        #expect(isPushed != nil)
        #expect(ContinuousClock.now - begin < .seconds(60))
        #expect(WatchDriver.wait { isIdle } != nil)
        _ = watch.end()
        #expect(server.connectionCount == 1, "\(server.log.suffix(20))")
    }

    @Test("Runs a program for new mail, which gets the message as data and never as a command")
    func hook() throws {
        let record = home.directory.appending(path: "record")
        let program = home.directory.appending(path: "hook")
        let script = """
            #!/bin/sh
            cat >> '\(record.path).json'
            printf '%s|%s|%s\\n' "$PETREL_COUNT" "$PETREL_FROM" "$PETREL_SUBJECT" >> '\(record.path)'
            """
        try Data(script.utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
        let watch = try watch("--exec", program.path)
        let subject = "`touch \(home.directory.path)/stolen` $(id) 'x' \"y\" ; rm -rf *"
        server.deliver(subject: subject)
        let isRecorded = WatchDriver.wait {
            (try? String(contentsOf: record, encoding: .utf8))?.contains("|\(subject)\n") ?? false
        }
        #expect(isRecorded != nil)
        _ = watch.end()
        let lines = try String(contentsOf: URL(filePath: record.path + ".json"), encoding: .utf8).split(separator: "\n")
        let events = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        #expect(events.last??["subject"] as? String == subject)
        #expect(!FileManager.default.fileExists(atPath: home.directory.appending(path: "stolen").path))
    }

    @Test("A program for new mail that does not exist is reported, and the watch goes on", arguments: ["", "--json"])
    func missingHook(_ option: String) throws {
        let words = ["--exec", "/does/not/exist"] + (option.isEmpty ? [] : [option])
        let watch = WatchDriver(home, words, reaching: server.connections())
        try #require(WatchDriver.wait { messages == 1 && isIdle } != nil)
        server.deliver(subject: "Lunch")
        #expect(WatchDriver.wait { messages == 2 } != nil)
        let sentence = "/does/not/exist for new mail could not be started"
        #expect(WatchDriver.wait { home.petrel("events").errorText.contains(sentence) } != nil)
        let run = watch.end()
        #expect((run.text + run.errorText).contains(sentence), "\(run.text)")
    }

    @Test("Connects again after the server has closed the connection, and misses no message")
    func reconnects() throws {
        let watch = try watch()
        server.dismissAll()
        server.deliver(subject: "While away")
        #expect(WatchDriver.wait { messages == 2 && isIdle } != nil)
        let run = watch.end()
        #expect(run.text.contains("While away"), "\(run.text)\(run.errorText)")
        #expect(server.connectionCount == 2)
    }

    @Test("A server that changes nothing receives no commands but IDLE")
    func quiet() throws {
        let watch = try watch()
        let count = server.log.count
        usleep(1_500_000)
        #expect(server.log.count == count)
        _ = watch.end()
    }

    @Test("An account that fails is reported, and the others are watched")
    func independent() throws {
        let tried = home.directory.appending(path: "tried").path
        try home.addAccountOfModelServer("broken", passwordCommand: "touch '\(tried)'; exit 1")
        let watch = try watch()
        server.deliver(subject: "Lunch")
        #expect(WatchDriver.wait { messages == 2 && isIdle && FileManager.default.fileExists(atPath: tried) } != nil)
        let run = watch.end()
        #expect(run.errorText.contains("broken: ") && run.errorText.contains("petrel account check broken"))
        #expect(run.text.contains("work: Ben Okafor: Lunch"))
    }

    @Test("Stops when it is asked to")
    func stops() throws {
        let watch = try watch()
        let begin = ContinuousClock.now
        #expect(watch.end().exitCode == .done)
        #expect(ContinuousClock.now - begin < .seconds(20))
    }

    @Test("A restarted watch does not try rejected credentials again, until a sync succeeds", .holds("Y12"))
    func rejectedCredentials() throws {
        try home.addAccountOfModelServer(passwordCommand: "echo wrong")
        let first = WatchDriver(home, ["--json"], reaching: server.connections())
        let reason = "\"reason\":\"credentials\""
        #expect(WatchDriver.wait { home.petrel("events", "--json").text.contains(reason) } != nil)
        let run = first.end()
        #expect(run.text.contains(reason), "\(run.text)")
        let attempts = server.connectionCount
        let second = WatchDriver(home, [], reaching: server.connections())
        usleep(500_000)
        #expect(server.connectionCount == attempts)
        try home.addAccountOfModelServer()
        let sync = home.petrel("sync", reaching: server.connections())
        #expect(sync.exitCode == .done && messages == 1, "\(sync.text)\(sync.errorText)")
        #expect(WatchDriver.wait { isIdle } != nil)
        let end = second.end()
        #expect(end.errorText.contains("petrel account check work"), "\(end.text)\(end.errorText)")
    }
}
