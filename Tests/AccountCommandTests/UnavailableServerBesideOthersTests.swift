import Foundation
import MailClients
import MailTestSupport
import ModelServer
import Testing

@testable import EndToEndSupport
@testable import REPL

/// Three accounts beside others whose servers hang, refuse, or send without end.
@Suite("Accounts with unavailable servers beside others", .onOwnThreads, .timeLimit(.minutes(5)), .holds("M05", "PY6"))
struct UnavailableServerBesideOthersTests {
    private let home: SampleHome
    private let servers = [ModelIMAPServer(.dovecot), ModelIMAPServer(.dovecot), ModelIMAPServer(.dovecot)]

    init() throws {
        home = try SampleHome(isEmpty: true)
        for number in servers.indices {
            try home.addAccountOfModelServer("good\(number)", host: "good\(number).example.net")
        }
        for name in ["hanging", "refusing", "flooding"] {
            try home.addAccountOfModelServer(name, host: "\(name).example.net")
        }
    }

    private var connections: NetworkAccess {
        let servers = servers.map { $0.connections() }
        return NetworkAccess { endpoint, authorities throws(StreamFailure) in
            switch endpoint.host {
            case "hanging.example.net": return HangingOrFloodingStream(floods: false)
            case "flooding.example.net": return HangingOrFloodingStream(floods: true)
            case "refusing.example.net": throw .refused
            default:
                let number = Int(endpoint.host.dropFirst(4).prefix(1)) ?? 0
                return try await servers[number].connect(endpoint, authorities)
            }
        }
    }

    private func count(_ number: Int) -> Int {
        let inbox = home.directory.appending(path: "mail/good\(number)/INBOX")
        return ["new", "cur"].reduce(0) { count, place in
            let path = inbox.appending(path: place).path
            return count + ((try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0)
        }
    }

    @Test("A watch fetches the mail of the others as soon as it arrives, and reports a failure")
    func watch() throws {
        let watch = WatchDriver(home, [], reaching: connections)
        let isListening = { self.servers.allSatisfy { $0.log.last?.verb == "IDLE" } }
        try #require(WatchDriver.wait(until: isListening) != nil)
        for server in servers { for number in 1...10 { server.deliver(subject: "Letter \(number)") } }
        // Alone this takes a fraction of a second; beside other tests, its tasks may wait long for a thread.
        #expect(WatchDriver.wait { servers.indices.allSatisfy { count($0) == 10 } } != nil)
        let run = watch.end()
        #expect((run.text + run.errorText).contains("refusing: "), "\(run.text)\(run.errorText)")
        for server in servers { #expect(server.violations == []) }
    }

    @Test("A sync fetches the mail of the others before those that fail have ended")
    func sync() throws {
        for server in servers { server.deliver(subject: "Lunch") }
        let run = home.petrel("sync", "--budget", "20", reaching: connections)
        // A sync with a limit never begins an account that was not synced before.
        #expect(run.errorText.contains("never synced") || run.text.contains("never synced"), "\(run.errorText)")
        let whole = WatchDriver(home, [], command: "sync", reaching: connections)
        #expect(WatchDriver.wait { servers.indices.allSatisfy { count($0) == 1 } } != nil)
        let ended = whole.end()
        #expect(ended.exitCode != .done, "\(ended.errorText)")
    }
}
