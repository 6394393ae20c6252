import Accounts
import Disk
import Foundation
import Glibc
import MailClients
import MailTestSupport
import ModelServer
import Synchronization
import Testing

@testable import EndToEndSupport
@testable import REPL
@testable import Worker

/// Several processes of one home: one does the work, and the others follow it.
@Suite("One worker for a home", .onOwnThreads, .timeLimit(.minutes(5)), .holds("PY6", "PY7", "Y12", "Y25"))
struct SingleWorkerTests {
    private let home: SampleHome
    private let server = ModelIMAPServer(.dovecot)

    init() throws {
        home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        server.deliver(subject: "Letter 1")
    }

    private var messages: Int {
        ["cur", "new"].reduce(0) { count, place in
            let directory = home.directory.appending(path: "mail/work/INBOX/\(place)")
            return count + ((try? FileManager.default.contentsOfDirectory(atPath: directory.path))?.count ?? 0)
        }
    }

    private var isIdle: Bool { server.log.last?.verb == "IDLE" }

    private func watch(_ words: String...) throws -> WatchDriver {
        let watch = WatchDriver(home, words, reaching: server.connections())
        try #require(WatchDriver.wait { messages == 1 && isIdle } != nil)
        return watch
    }

    /// Waits until as many processes follow the worker as the test has started.
    private func waitForFollower() throws {
        // A follower gets the last event of each account first.
        try #require(
            WatchDriver.wait { home.petrel("status", "--json").text.contains("\"phase\":\"listening\"") } != nil)
        usleep(300_000)
    }

    @Test("A second watch follows the first one, which alone connects to the server")
    func follower() throws {
        let first = try watch()
        let second = WatchDriver(home, [], reaching: server.connections())
        try waitForFollower()
        server.deliver(subject: "Lunch")
        #expect(WatchDriver.wait { messages == 2 && isIdle } != nil)
        usleep(200_000)
        let (one, other) = (first.end(), second.end())
        #expect(one.text.contains("work: Ben Okafor: Lunch  ("), "\(one.text)")
        #expect(other.text.contains("syncs this mail; its events follow."), "\(other.text)\(other.errorText)")
        #expect(other.text.contains("work: Ben Okafor: Lunch  ("), "\(other.text)")
    }

    @Test("A follower takes over when the worker ends, and misses no message")
    func takeover() throws {
        let first = try watch()
        let second = WatchDriver(home, [], reaching: server.connections())
        try waitForFollower()
        _ = first.end()
        server.deliver(subject: "After the change")
        #expect(WatchDriver.wait { messages == 2 && isIdle } != nil)
        let run = second.end()
        #expect(run.text.contains("After the change"), "\(run.text)\(run.errorText)")
        #expect(server.connectionCount == 2 && server.violations == [])
    }

    @Test("The watch does a sync for another process, on its own connection")
    func wish() throws {
        let watch = try watch("--json")
        server.deliver(subject: "Lunch")
        let run = home.petrel("sync", reaching: server.connections())
        #expect(run.exitCode == .done && run.text.hasPrefix("work: "), "\(run.text)\(run.errorText)")
        #expect(messages == 2)
        let json = home.petrel("sync", "--json", reaching: server.connections())
        #expect(try json.list("accounts").map { $0["account"] as? String } == ["work"], "\(json.text)")
        let events = watch.end().text
        #expect(events.components(separatedBy: "\"event\":\"new\"").count == 3, "\(events)")
        #expect(server.connectionCount == 1, "\(server.connectionCount) connections")
    }

    @Test("The watch answers a sync of an account that does not exist any more with the reason")
    func unknownAccount() throws {
        let watch = try watch()
        let client = try #require(
            try WorkerRole.client(of: Home(in: Path(home.directory.path), on: POSIXFileSystem.shared)))
        let answer = Answer()
        client.receive({ answer.take($0) }, closed: {})
        client.ask(.sync(.init(accounts: ["nowhere"], mailbox: nil)))
        #expect(WatchDriver.wait { answer.result != nil } != nil)
        #expect(answer.result?.failure?.message.contains("nowhere") ?? false)
        #expect(answer.result?.exitCode != .done)
        client.close()
        _ = watch.end()
    }

    @Test("status tells what the watch does with each account")
    func status() throws {
        let watch = try watch()
        #expect(WatchDriver.wait { home.petrel("status").text.contains("waiting for new mail") } != nil)
        let account = try #require(try home.petrel("status", "--json").list("accounts").first)
        #expect(account["phase"] as? String == "listening" && account["phaseSince"] is String)
        _ = watch.end()
        #expect(!home.petrel("status").text.contains("waiting for new mail"))
    }

    @Test("events --follow prints the events of whichever process is the worker")
    func followEvents() throws {
        let events = WatchDriver(home, ["--follow"], command: "events")
        let watch = try watch()
        try waitForFollower()
        usleep(700_000)
        server.deliver(subject: "Lunch")
        #expect(WatchDriver.wait { messages == 2 && isIdle } != nil)
        usleep(200_000)
        _ = watch.end()
        let run = events.end()
        #expect(run.text.contains("work: Ben Okafor: Lunch  ("), "\(run.text)\(run.errorText)")
        #expect(run.exitCode == .done)
    }

    @Test("Syncs at the same time are done once")
    func simultaneous() throws {
        let syncs = (0..<4).map { _ in WatchDriver(home, [], command: "sync", reaching: server.connections()) }
        let runs = syncs.map { $0.result() }
        for run in runs {
            #expect(run.exitCode == .done && run.text.hasPrefix("work: "), "\(run.text)\(run.errorText)")
        }
        #expect(messages == 1)
        #expect(server.connectionCount <= 4 && server.violations == [])
    }

    @Test("Only the user can use the socket, and a new worker replaces one that a killed process left behind")
    func socket() throws {
        let place = Home(in: Path(home.directory.path), on: POSIXFileSystem.shared)
        for _ in 0..<2 {
            guard case .worker(let server) = try WorkerRole.join(place) else {
                Issue.record("another worker")
                return
            }
            server.start { _, _ in }
            let path = try String(contentsOf: home.directory.appending(path: "worker"), encoding: .utf8)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            #expect(try WorkerRole.client(of: place)?.process == Int64(getpid()))
            server.stop()
            #expect(try WorkerRole.client(of: place) == nil)
            #expect(FileManager.default.fileExists(atPath: path), "a socket stays behind, as after a kill")
        }
    }

    @Test("A worker that does not answer delays a sync by seconds only", .holds("PY6"))
    func silentWorker() throws {
        let place = Home(in: Path(home.directory.path), on: POSIXFileSystem.shared)
        guard case .worker(let silent) = try WorkerRole.join(place) else {
            Issue.record("another worker")
            return
        }
        // It never accepts a connection, like a process stopped with Ctrl-Z.
        let run = home.petrel("sync", reaching: server.connections())
        #expect(run.exitCode == .done && messages == 1, "\(run.text)\(run.errorText)")
        silent.stop()
    }
}

/// The answer to a request.
private final class Answer: Sendable {
    private let value = Mutex<SyncResult?>(nil)

    var result: SyncResult? { value.withLock(\.self) }

    func take(_ reply: WorkerReply) {
        guard case .done(_, let object) = reply else { return }
        value.withLock { $0 = SyncResult(object) }
    }
}
