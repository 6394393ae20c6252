import Disk
import Glibc
import LineEditing
import MailTypes
import Platform
import Terminal

@testable import REPL

// Runs petrel in its home directory with a clock stopped at noon of 13 October 2026, for tests that need predictable
// output. Writes a byte to descriptor 3 each time the prompt is ready for a line. If PROBE_CLOCK is set, time passes at
// that multiple of real time.

/// A clock that advances only when `sleep` is called.
final class NoonClock: Clock, @unchecked Sendable {
    private var slept = Duration.zero

    func now() -> Instant { Instant(seconds: 1_791_892_800 + slept.components.seconds) }
    func elapsed() -> Duration { slept }
    func sleep(for duration: Duration) { slept += duration }
}

/// A clock that shows noon when the process starts.
struct ScaledClock: Clock {
    let speed: Int
    private let machine = SystemClock()
    private let start = SystemClock().elapsed()

    func now() -> Instant { Instant(seconds: 1_791_892_800 + elapsed().components.seconds) }
    func elapsed() -> Duration { (machine.elapsed() - start) * speed }
    func sleep(for duration: Duration) { machine.sleep(for: duration / speed) }
}

func tellThatALineIsAwaited() {
    var octet: UInt8 = 1
    _ = unsafe write(3, &octet, 1)
}

/// Returns the same input, which also reports when it waits for a line.
func telling(_ input: LineInput) -> LineInput {
    var telling = input
    telling.read = { request in
        var request = request
        let idle = request.idle
        var isTold = false
        request.idle = { isEmpty in
            if !isTold { tellThatALineIsAwaited() }
            isTold = true
            return idle?(isEmpty) ?? Idle()
        }
        input.wake()
        return input.read(request)
    }
    return telling
}

_ = signal(SIGPIPE, SIG_IGN)
_ = unsafe chdir(getenv("PETREL_HOME"))
let environment = Environment.ofProcess
var input = LineInput.ofProcess(environment)
let forPrompt = input.forPrompt
input.forPrompt = { history, appearance in forPrompt(history, appearance).map(telling) }
let speed = environment["PROBE_CLOCK"].flatMap { Int(String(decoding: $0, as: UTF8.self)) }
let clock: any Clock = speed.map { ScaledClock(speed: $0) } ?? NoonClock()
var console = Console(
    output: .standardOutput, errors: .standardError, environment: environment, clock: clock, zone: .ofProcess,
    columns: TerminalPathAndSize.columns, rows: TerminalPathAndSize.rows, system: POSIXFileSystem.shared,
    isTerminal: isatty(STDIN_FILENO) == 1,
    input: input)
let words = CommandLine.arguments.dropFirst().map { Array($0.utf8) }
exit(Program.run(words, .program, on: &console).rawValue)
