import Foundation
import MailTestSupport
import Platform
import Processes
import Testing

@Suite("Output of external commands", .holds("S01"))
struct ExternalCommandOutputTests {
    private static let environment = Environment(["PATH": "/usr/bin:/bin"])

    private func ask(
        _ command: String, _ input: [UInt8] = [], within limit: Duration = .seconds(20), atMost size: Int = 1000
    ) -> Answer {
        Answer { () throws(ProgramOutput.Failure) in
            try ProgramOutput.of(
                shell: Array(command.utf8), input: input, Self.environment, within: limit, atMost: size)
        }
    }

    typealias Answer = Result<[UInt8], ProgramOutput.Failure>

    static let rows: [(command: String, answer: Answer)] = [
        ("printf yes", .success(Array("yes".utf8))), ("cat", .success(Array("question".utf8))),
        ("cat >/dev/null; echo no >&2; exit 3", .failure(.failed(.exited(3)))),
        ("kill -9 $$", .failure(.failed(.killed(9)))),
        ("exec >&-; cat >/dev/null", .success([])), ("head -c 1001 /dev/zero", .failure(.tooLong)),
        ("no-such-program-anywhere", .failure(.failed(.exited(127)))),
        // The command has no terminal.
        ("cat >/dev/null; exec 2>/dev/null; echo x >/dev/tty || printf none", .success(Array("none".utf8))),
    ]

    @Test("Returns the output if the command succeeds", arguments: rows)
    func answers(_ row: (command: String, answer: Answer)) {
        #expect(ask(row.command, Array("question".utf8)) == row.answer, "\(row.command)")
    }

    @Test("Passes more data than a pipe holds, and the command need not read it")
    func size() {
        let input = [UInt8](repeating: 0x61, count: 1 << 20)
        #expect(ask("cat", input, atMost: 1 << 20) == .success(input))
        #expect(ask("printf yes", input) == .success(Array("yes".utf8)))
    }

    @Test("On a timeout, stops the command and its children", arguments: ["sleep 1000", "sleep 1000 & wait"])
    func limit(_ command: String) {
        let start = SuspendingClock.now
        #expect(ask(command, within: .milliseconds(50)) == .failure(.timedOut))
        #expect(ask("exec >&-; \(command)", within: .milliseconds(50)) == .failure(.timedOut))
        #expect(SuspendingClock.now - start < .seconds(500))
    }
}
