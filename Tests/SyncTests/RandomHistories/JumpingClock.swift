import MailTypes
import Platform
import Synchronization

/// The system clock with an adjustable offset.
final class JumpingClock: Platform.Clock {
    private let clock = LaterClock()
    private let state = Mutex((set: 0 as Int64, slept: Duration.zero))

    func turn(by seconds: Int64) { state.withLock { $0.set += seconds } }

    func now() -> Instant {
        state.withLock { Instant(seconds: clock.now().seconds + $0.set + $0.slept.components.seconds) }
    }

    func elapsed() -> Duration { state.withLock { clock.elapsed() + $0.slept } }
    func sleep(for duration: Duration) { state.withLock { $0.slept += duration } }
}
