import Foundation
import MailTypes
import Platform
import Synchronization

/// A clock that begins at noon of 13 October 2026 and goes on only when it is turned.
final class TourClock: Clock {
    static let noon: Int64 = 1_791_892_800
    private let passed = Mutex(Duration.zero)

    func reset() { passed.withLock { $0 = .zero } }
    func turn(by duration: Duration) { passed.withLock { $0 += duration } }
    func now() -> Instant { Instant(seconds: Self.noon + elapsed().components.seconds) }
    func elapsed() -> Duration { passed.withLock { $0 } }
    func sleep(for duration: Duration) { turn(by: duration) }

    /// Waits, in real time, until petrel has done something in the background. It gets little of the processors while
    /// many other tests run. Returns whether it has done so.
    @discardableResult static func wait(until isDone: () -> Bool) -> Bool {
        let end = ContinuousClock.now + .seconds(180)
        while !isDone() {
            if ContinuousClock.now > end { return false }
            usleep(10_000)
        }
        return true
    }
}
