import Disk
import Dispatch
import Foundation
import LineEditing
import MailClients
import Platform
import Synchronization
import Terminal

@testable import REPL

/// `petrel watch`, or another command that runs until it is stopped, on another thread of this process.
final class WatchDriver: Sendable {
    private let signal = DispatchSemaphore(value: 0)
    private let work: BackgroundTask<CommandRun>

    /// `words`: the arguments after the command.
    init(
        _ home: SampleHome, _ words: [String], command: String = "watch", clock: any Clock = SystemClock(),
        environment: Environment = .ofProcess, reaching connections: NetworkAccess = .none
    ) {
        let directory = home.directory.path
        let words = ["--home", directory, command] + words
        let (signal, isStopped) = (signal, Stop())
        stop = isStopped
        work = BackgroundTask(
            {
                var input = LineInput { _ in .endOfInput }
                input.isStopped = { isStopped.isSet }
                input.waitingForEvents = {
                    EventWait(
                        wait: {
                            signal.wait()
                            return isStopped.isSet
                        }, wake: { signal.signal() })
                }
                var console = Console(
                    output: Output(), errors: Output(), environment: environment, clock: clock, zone: .utc,
                    system: POSIXFileSystem.shared, connections: connections, isTerminal: false, input: input)
                let exitCode = Program.run(words.map { Array($0.utf8) }, .program, on: &console)
                return CommandRun(
                    exitCode: exitCode, output: console.output.contents, errors: console.errors.contents, prompts: [],
                    told: [])
            }, finished: {})
    }

    /// Waits for a command that ends by itself.
    func result() -> CommandRun { work.wait() }

    /// Ends the watch like Ctrl-C, and returns what it printed.
    func end() -> CommandRun {
        stop.set()
        signal.signal()
        return work.wait()
    }

    /// Waits until the condition holds. Returns how long that took, or `nil` if it did not happen within two minutes.
    static func wait(until condition: () throws -> Bool) rethrows -> Duration? {
        let begin = ContinuousClock.now
        while ContinuousClock.now - begin < .seconds(120) {
            if try condition() { return ContinuousClock.now - begin }
            usleep(1000)
        }
        return nil
    }

    private let stop: Stop

    private final class Stop: Sendable {
        private let value = Mutex(false)
        var isSet: Bool { value.withLock(\.self) }
        func set() { value.withLock { $0 = true } }
    }
}
