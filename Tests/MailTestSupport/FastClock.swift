public import MailTypes
public import Platform

/// A clock that runs `factor` times as fast as that of the machine, so that a day takes seconds.
public final class FastClock: Clock {
    let factor: Int
    private let begin = ContinuousClock.now
    private let start: Instant

    public init(factor: Int, at seconds: Int64) {
        self.factor = factor
        start = Instant(seconds: seconds)
    }

    public func now() -> Instant { Instant(seconds: start.seconds + elapsed().components.seconds) }
    public func elapsed() -> Duration { (ContinuousClock.now - begin) * factor }

    public func sleep(for duration: Duration) {
        let end = elapsed() + duration
        while elapsed() < end { SystemClock().sleep(for: .milliseconds(1)) }
    }

    public func pause(for duration: Duration) async {
        try? await Task.sleep(for: duration / factor)
    }
}
