import Foundation
import MailClients
import MailTestSupport
import ModelServer
import Synchronization
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Syncing within a time limit", .onOwnThreads, .timeLimit(.minutes(5)), .holds("Y11"))
struct SyncTimeLimitTests {
    private let home: SampleHome
    private let server = ModelIMAPServer(.dovecot)

    init() throws {
        home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
        server.create("Lists")
        deliver("Letter 1")
    }

    private func deliver(_ subject: String, to mailbox: String = "INBOX") {
        server.deliver("From: ben@example.org\r\nSubject: \(subject)\r\n\r\nHello.\r\n", to: mailbox)
    }

    @Test("An account that was never synced is skipped, and the user is told what to type")
    func first() {
        let run = home.petrel("sync", "--budget", "30", reaching: server.connections())
        #expect(run.exitCode == .done)
        #expect(run.errorText.contains("work: skipped, because it was never synced. Type: petrel sync work"))
        #expect(server.connectionCount == 0)
    }

    @Test("The least budget is enough to begin")
    func leastBudget() throws {
        _ = home.petrel("sync", reaching: server.connections())
        deliver("Letter 2")
        let run = home.petrel("sync", "--budget", "10", reaching: server.connections())
        #expect(run.exitCode == .done && !run.errorText.contains("not begun in time"), "\(run.errorText)")
        #expect(home.petrel("sync", "--budget", "9", reaching: server.connections()).exitCode == .usage)
    }

    @Test("Only the inbox is synced")
    func inbox() throws {
        _ = home.petrel("sync", reaching: server.connections())
        deliver("Letter 2")
        deliver("Issue 1", to: "Lists")
        let run = home.petrel("sync", "--budget", "30", "--json", reaching: server.connections())
        let account = try #require(run.list("accounts").first)
        #expect(run.exitCode == .done && account["finished"] as? Bool == true, "\(run.text)")
        let subjects = try home.petrel("list", "--json").list().map { $0["subject"] as? String }
        #expect(Set(subjects) == ["Letter 2", "Letter 1"])
    }

    @Test(
        "An account whose server does not answer, or sends without end, is ended in time, and the others are synced",
        arguments: [false, true])
    func hanging(floods: Bool) throws {
        _ = home.petrel("sync", reaching: server.connections())
        try home.addAccountOfModelServer("stuck")
        let state = home.directory.appending(path: "state/stuck")
        try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
        try Data("completed 1 \n".utf8).write(to: state.appending(path: "last-sync"))
        deliver("Letter 2")
        let others = server.connections()
        // Beside all other tests, 30 seconds may be too short for the other account as well. Then nothing was synced, and
        // the same is tried again.
        var run: CommandRun
        var tries = 0
        repeat {
            tries += 1
            let isFirst = Once()
            // The account that was not synced for longest connects first, and is never answered.
            let connections = NetworkAccess { endpoint, authorities throws(StreamFailure) in
                if isFirst.take() { return HangingOrFloodingStream(floods: floods) }
                return try await others.connect(endpoint, authorities)
            }
            let begin = ContinuousClock.now
            run = home.petrel("sync", "--budget", "30", reaching: connections)
            #expect(ContinuousClock.now - begin < .seconds(120))
            // A server that sends without end may be given up before the time is over, and be tried again with success.
            let isGivenUp = floods && run.errorText.contains("violated the IMAP protocol")
            let isSynced = floods && run.errorText.isEmpty
            let isCut = run.errorText.contains(": not finished in time. The next sync continues.")
            #expect(
                run.exitCode == (isGivenUp ? .someFailed : .done) && (isGivenUp || isSynced || isCut),
                "\(run.errorText)")
        } while run.text.isEmpty && tries < 3
        #expect(run.text.contains(": 1 new message") || run.text.contains(": 2 new messages"), "\(run.text)")
    }

    @Test("A limit that is too short is a usage error")
    func short() {
        let run = home.petrel("sync", "--budget", "9", reaching: server.connections())
        #expect(run.exitCode == .usage && run.errorText.contains("at least 10 seconds"))
    }

    private final class Once: Sendable {
        private let isTaken = Mutex(false)

        /// Returns `true` the first time.
        func take() -> Bool {
            isTaken.withLock { isTaken in
                defer { isTaken = true }
                return !isTaken
            }
        }
    }
}
