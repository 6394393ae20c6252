import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport

@Suite("Ctrl-C and SIGTERM while a command runs", .holds("C18", "U03", "U06", "PS2"))
struct InterruptedCommandTests {
    /// Uses the machine's clock, so that waiting takes time.
    private func sitting(_ home: SampleHome) throws -> PromptDriver {
        try PromptDriver(home, ["PROBE_CLOCK": "1"])
    }

    private let mail = ["new ben@example.org -s Plan -m Hi"]

    @Test("Ctrl-C while waiting for an undo window returns to the prompt, and nothing is sent")
    func waiting() throws {
        let home = try SampleHome(isEmpty: true)
        let sitting = try sitting(home)
        for line in mail + ["send --undo 30", "quit"] { sitting.enter(line) }
        let shown = sitting.interrupt(after: "w\r")
        #expect(shown.contains("petrel did not exit: an undo window is still open. Type: undo, now or quit"))
        #expect(String(decoding: sitting.enter("undo"), as: UTF8.self).contains("Send undone. Back in draft d1."))
    }

    @Test("A message sent at once can be undone while other commands are typed")
    func sending() throws {
        let home = try SampleHome(isEmpty: true)
        let sitting = try sitting(home)
        sitting.enter("new ben@example.org -s Plan -m Hi --send --undo 30")
        #expect(String(decoding: sitting.enter("outbox"), as: UTF8.self).contains("(undo window)"))
        #expect(String(decoding: sitting.enter("undo"), as: UTF8.self).contains("Send undone. Back in draft d1."))
        #expect(home.petrel("outbox").lines.isEmpty)
    }

    @Test("Ctrl-C ends a shell command, but not petrel")
    func shell() throws {
        let sitting = try sitting(SampleHome(isEmpty: true))
        for line in mail { sitting.enter(line) }
        // A shell that is about to execute another program may be killed in its place. This one stays a shell.
        sitting.terminal.type("!while :; do echo begun; sleep 0.1; done\r")
        #expect(sitting.terminal.wait(for: "\nbegun"))
        #expect(String(decoding: sitting.type("\u{3}"), as: UTF8.self).contains("It was ended by signal 2."))
        #expect(String(decoding: sitting.enter("fields"), as: UTF8.self).contains("Plan"))
    }

    @Test("Ctrl-C leaves indexing in the background, and its end is reported", .holds("N03"))
    func indexing() throws {
        let home = try SampleHome()
        let index = home.directory.appending(path: "index")
        try FileManager.default.createDirectory(at: index, withIntermediateDirectories: true)
        // While another process creates the index, all others wait.
        let lock = open(index.appending(path: "local.lock").path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        defer { close(lock) }
        try #require(flock(lock, LOCK_EX) == 0)
        let sitting = try sitting(home)
        for _ in 0..<2 {
            let shown = sitting.interrupt(after: "list --limit 1\r")
            #expect(shown.contains("Stopped waiting. The mail of local is indexed in the background"), "\(shown)")
        }
        #expect(String(decoding: sitting.enter("drafts"), as: UTF8.self).contains("Goat in car 264"))
        try #require(flock(lock, LOCK_UN) == 0)
        #expect(sitting.terminal.wait(for: "* The mail of local is indexed, "))
        let list = String(decoding: sitting.enter("list --limit 1"), as: UTF8.self)
        #expect(list.contains(" 1 ") && !list.contains("Stopped"), "\(list)")
        sitting.enter("quit")
        #expect(sitting.end() == 0)
    }

    @Test("SIGTERM during the wait turns the message into a draft")
    func terminated() throws {
        let home = try SampleHome(isEmpty: true)
        let sitting = try sitting(home)
        for line in mail + ["send --undo 30", "quit"] { sitting.enter(line) }
        sitting.terminal.type("w\r")
        sitting.kill(SIGTERM)
        #expect(sitting.end() == 143)
        #expect(home.petrel("outbox").lines.isEmpty && home.petrel("drafts").lines.count == 1)
    }
}
