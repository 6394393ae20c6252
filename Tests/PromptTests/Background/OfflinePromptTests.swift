import Foundation
import MailClients
import MailTestSupport
import MailTypes
import ModelServer
import Platform
import Testing

@testable import EndToEndSupport
@testable import REPL

/// The date of the commands of `SampleHome`, with time that passes.
private struct DateOfPrompts: Clock {
    func now() -> Instant { FixedClock(at: 1_791_892_800).now() }
    func elapsed() -> Duration { SystemClock().elapsed() }
    func sleep(for duration: Duration) { SystemClock().sleep(for: duration) }
    func pause(for duration: Duration) async { await SystemClock().pause(for: duration) }
}

@Suite(
    "Prompts that work offline, and other processes", .onOwnThreads, .timeLimit(.minutes(5)), .holds("K04", "PS2"))
struct OfflinePromptTests {
    private let home: SampleHome
    private let imap = ModelIMAPServer(.dovecot)
    private let smtp = RecordingSMTPServer()
    private static let send = "new -t ana@example.org -s Plan -m Hi --send --undo 0"
    private static let words = send.split(separator: " ").map(String.init)

    init() throws {
        home = try SampleHome(isEmpty: true)
        try home.addAccountOfModelServer()
    }

    private var connections: NetworkAccess {
        let (mail, submission) = (imap.connections(), smtp.connections)
        return NetworkAccess { endpoint, authorities throws(StreamFailure) in
            try await (endpoint.port == 993 ? mail : submission).connect(endpoint, authorities)
        }
    }

    /// Types these lines at a prompt that works offline and has sent a message. At "@…", calls `meanwhile`.
    private func offline(_ lines: String..., meanwhile: @escaping () -> Void) -> CommandRun {
        home.petrel(
            [], typing: ["offline", Self.send, "@meanwhile"] + lines, reaching: connections,
            meanwhile: { _ in meanwhile() })
    }

    private func petrel(_ words: [String]) -> CommandRun {
        home.petrel(words.map { Array($0.utf8) }, reaching: connections)
    }

    @Test("petrel watch sends nothing while a prompt works offline, says so, and sends it afterwards")
    func watch() throws {
        let watch = WatchDriver(home, [], clock: DateOfPrompts(), reaching: connections)
        try #require(WatchDriver.wait { imap.log.last?.verb == "IDLE" } != nil)
        var sentMeanwhile = 0
        let run = offline("online", "@sent", "quit") {
            if sentMeanwhile == 0, smtp.accepted.isEmpty {
                // Longer than the watch needs to see the message, and to look for it again.
                usleep(5_000_000)
                sentMeanwhile = smtp.accepted.count + 1
            } else {
                #expect(WatchDriver.wait { smtp.accepted.count == 1 } != nil)
            }
        }
        let watched = watch.end()
        #expect(sentMeanwhile == 1 && smtp.accepted.count == 1, "\(run.text)\(run.errorText)")
        #expect(
            watched.errorText.contains(
                "work: A prompt works offline, so mail waits in the outbox until it goes online or exits. To send it now, "
                    + "type: petrel outbox flush"), "\(watched.errorText)\(watched.text)")
        #expect(watched.errorText.ranges(of: "works offline").count == 1, "\(watched.errorText)")
    }

    @Test("petrel watch sends what waits when the prompt that worked offline has ended")
    func ended() throws {
        let watch = WatchDriver(home, [], clock: DateOfPrompts(), reaching: connections)
        try #require(WatchDriver.wait { imap.log.last?.verb == "IDLE" } != nil)
        let run = offline("quit") { #expect(smtp.accepted.isEmpty) }
        #expect(WatchDriver.wait { smtp.accepted.count == 1 } != nil, "\(run.text)")
        _ = watch.end()
    }

    @Test(
        "No command but outbox flush sends anything while a prompt works offline, and each says why",
        arguments: [
            ["sync"], ["outbox", "flush", "--background"], ["sendmail", "-q"], words, words + ["--wait", "0"],
            ["outbox"],
        ])
    func commands(_ words: [String]) throws {
        var other: CommandRun?
        let run = offline {
            other = petrel(words)
            #expect(smtp.accepted.isEmpty, "\(other?.text ?? "")\(other?.errorText ?? "")")
        }
        let text = "\(try #require(other).text)\(try #require(other).errorText)"
        #expect(
            text.contains("A prompt works offline, so mail waits in the outbox until it goes online or exits."),
            "\(text)\(run.text)")
        #expect(text.contains("type: petrel outbox flush"), "\(text)")
        let isQueued = words.contains("--wait") || words.contains("--background") || words.contains("-q")
        #expect(try #require(other).exitCode == (isQueued ? .temporaryFailure : .done), "\(words)")
    }

    @Test("outbox flush in a shell sends although a prompt works offline, and says that")
    func flush() throws {
        var other: CommandRun?
        _ = offline {
            other = petrel(["outbox", "flush"])
            #expect(smtp.accepted.count == 1)
        }
        let run = try #require(other)
        #expect(run.exitCode == .done, "\(run.errorText)")
        #expect(
            run.errorText.contains("Another prompt works offline. The outbox is sent because you ask for it here."),
            "\(run.errorText)")
    }

    @Test("Another prompt sends nothing either, and says why")
    func otherPrompt() throws {
        var other: CommandRun?
        _ = offline {
            other = home.petrel([], typing: [Self.send, "@…", Self.send, "@…", "quit"], reaching: connections)
            #expect(smtp.accepted.isEmpty)
        }
        let run = try #require(other)
        let line =
            "* Another prompt works offline, so mail waits in the outbox until it goes online or exits. To send it now, "
            + "type: outbox flush"
        #expect(!run.told.isEmpty && run.told.allSatisfy { $0 == line }, "\(run.told)\(run.text)")
    }

    @Test("Several prompts can work offline; the last one that goes online releases the outbox")
    func severalPrompts() throws {
        var flush: CommandRun?
        _ = offline {
            _ = home.petrel([], typing: ["offline", "online", "quit"], reaching: connections)
            flush = petrel(["outbox", "flush", "--background"])
            #expect(smtp.accepted.isEmpty)
        }
        #expect(flush != nil)
        _ = petrel(["outbox", "flush", "--background"])
        #expect(smtp.accepted.count == 1)
    }

    @Test("After a prompt that works offline was killed, others send again")
    func killed() throws {
        let prompt = try PromptDriver(home)
        prompt.enter("offline")
        prompt.enter(Self.send)
        _ = petrel(["outbox", "flush", "--background"])
        #expect(smtp.accepted.isEmpty)
        prompt.kill(SIGKILL)
        _ = prompt.end()
        _ = petrel(["outbox", "flush", "--background"])
        #expect(smtp.accepted.count == 1)
    }
}
