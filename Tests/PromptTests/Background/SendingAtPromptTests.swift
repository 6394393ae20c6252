import Foundation
import MailClients
import MailTestSupport
import ModelServer
import Synchronization
import Testing

@testable import EndToEndSupport
@testable import REPL

/// A network whose servers can be reached or not.
private final class SwitchedNetwork: Sendable {
    private let imap = ModelIMAPServer(.dovecot)
    private let smtp = RecordingSMTPServer()
    private let reached: Mutex<(imap: Bool, smtp: Bool)>

    init(reachesIMAP: Bool, reachesSMTP: Bool) {
        reached = Mutex((reachesIMAP, reachesSMTP))
    }

    func reachAll() { reached.withLock { $0 = (true, true) } }

    /// Without a network, connections fail at once; with one, those with the IMAP server wait until it can be reached.
    var connections: NetworkAccess {
        let (mail, submission) = (imap.connections(), smtp.connections)
        return NetworkAccess { [self] endpoint, authorities throws(StreamFailure) in
            let isForMail = endpoint.port == 993
            if !reached.withLock({ $0.smtp }) { throw .unreachable }
            while isForMail, !reached.withLock({ $0.imap }) {
                if Task.isCancelled { throw .closed }
                try? await Task.sleep(for: .milliseconds(2))
            }
            return try await (isForMail ? mail : submission).connect(endpoint, authorities)
        }
    }
}

@Suite("Sending while the user works at the prompt", .onOwnThreads, .timeLimit(.minutes(5)), .holds("K04"))
struct SendingAtPromptTests {
    private let home: SampleHome
    private static let send = "new -t ana@example.org -s Plan -m Hi --send --undo 0"

    init() throws {
        home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
    }

    @Test("quit after a message was sent says that its copy is stored, not that it is being sent")
    func quits() throws {
        let network = SwitchedNetwork(reachesIMAP: false, reachesSMTP: true)
        defer { network.reachAll() }
        let run = home.petrel([], typing: [Self.send, "@…", "quit"], reaching: network.connections)
        #expect(run.told == ["* Message sent: \"Plan\" to ana@example.org"], "\(run.told)")
        #expect(run.lines.contains("Storing the copy in Sent…"), "\(run.text)")
        // Once, by the command that sends.
        #expect(run.lines.count { $0 == "Sending…" } == 1, "\(run.text)")
    }

    @Test(
        "The prompt shows that petrel is offline until a command has reached the server",
        arguments: ["outbox flush", "sync"])
    func online(_ command: String) throws {
        let network = SwitchedNetwork(reachesIMAP: true, reachesSMTP: false)
        let run = home.petrel(
            [], typing: [Self.send, "@…", "drafts", "@reach", command, "drafts", "quit"],
            reaching: network.connections, meanwhile: { _ in network.reachAll() })
        #expect(run.prompts.contains("all (offline, outbox 1)> "), "\(run.prompts)")
        #expect(run.prompts.suffix(2).allSatisfy { !$0.contains("offline") }, "\(run.prompts)\(run.text)")
    }
}
