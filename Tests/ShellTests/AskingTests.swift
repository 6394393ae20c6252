import Foundation
import MailTestSupport
import Processes
import Surroundings
import Testing

@Suite("A program that is asked something", .holds("S01"))
struct AskingTests {
    private static let environment = Environment(["PATH": "/usr/bin:/bin"])

    private func ask(
        _ command: String, _ input: [UInt8] = [], within limit: Duration = .seconds(20), atMost size: Int = 1000
    ) -> ChildProcess.Answer {
        ChildProcess.ask(shell: Array(command.utf8), input, within: limit, atMost: size, Self.environment)
    }

    static let rows: [(command: String, answer: ChildProcess.Answer)] = [
        ("printf yes", .said(Array("yes".utf8))), ("cat", .said(Array("question".utf8))),
        ("cat >/dev/null; echo no >&2; exit 3", .failed(.exited(3))), ("kill -9 $$", .failed(.killed(9))),
        ("exec >&-; cat >/dev/null", .said([])), ("head -c 1001 /dev/zero", .tooLong),
        ("no-such-program-anywhere", .failed(.exited(127))),
        // It has no terminal to write to.
        ("cat >/dev/null; exec 2>/dev/null; echo x >/dev/tty || printf none", .said(Array("none".utf8))),
    ]

    @Test("What it says is its answer, if it ends well", arguments: rows)
    func answers(_ row: (command: String, answer: ChildProcess.Answer)) {
        #expect(ask(row.command, Array("question".utf8)) == row.answer, "\(row.command)")
    }

    @Test("More than a pipe holds goes through in both directions, and one that reads nothing may answer")
    func size() {
        let input = [UInt8](repeating: 0x61, count: 1 << 20)
        #expect(ask("cat", input, atMost: 1 << 20) == .said(input))
        #expect(ask("printf yes", input) == .said(Array("yes".utf8)))
    }

    @Test("When its time is over it is stopped, with what it started", arguments: ["sleep 1000", "sleep 1000 & wait"])
    func limit(_ command: String) {
        let start = SuspendingClock.now
        #expect(ask(command, within: .milliseconds(50)) == .tooSlow)
        #expect(ask("exec >&-; \(command)", within: .milliseconds(50)) == .tooSlow)
        #expect(SuspendingClock.now - start < .seconds(500))
    }
}
