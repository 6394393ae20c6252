import MailTypes
import Platform
import Synchronization

/// A clock that only moves when a test advances or sets it. SettingDefinition it does not change the uptime.
final class SettableClock: Clock {
    private struct State {
        var date: Int64 = 1_760_000_100
        var passed = Duration.zero
        var running = Duration.seconds(5000)
        var boot: String? = "first"
    }

    private let state = Mutex(State())

    /// Lets time pass.
    func turn(by duration: Duration) {
        state.withLock { state in
            state.date += duration.components.seconds
            state.passed += duration
            state.running += duration
        }
    }

    /// Sets the clock as a user does.
    func set(by seconds: Int64) { state.withLock { $0.date += seconds } }
    func set(to seconds: Int64) { state.withLock { $0.date = seconds } }
    func set(uptime seconds: Int64) { state.withLock { $0.running = .seconds(seconds) } }

    /// Restarts the machine, which is off for this duration.
    func restart(after duration: Duration = .seconds(60)) {
        state.withLock { state in
            state.date += duration.components.seconds
            state.running = .zero
            state.boot = state.boot.map { $0 + "'" }
        }
    }

    /// From now on the machine does not report its uptime.
    func forgetUptime() { state.withLock { $0.boot = nil } }

    func now() -> Instant { Instant(seconds: state.withLock { $0.date }) }
    func elapsed() -> Duration { state.withLock { $0.passed } }
    func sleep(for duration: Duration) { turn(by: duration) }
    func uptime() -> Uptime? {
        state.withLock { state in state.boot.map { Uptime(boot: $0, seconds: state.running.components.seconds) } }
    }
}
