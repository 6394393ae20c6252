public import MailTypes
public import Platform
import Synchronization

/// A clock that always shows the same time of day; time passes for those alone who sleep.
public final class StandingClock: Clock {
    private let instant: Instant
    private let slept = Mutex(Duration.zero)

    public init(at seconds: Int64) {
        instant = Instant(seconds: seconds)
    }

    public func now() -> Instant { instant }
    public func elapsed() -> Duration { slept.withLock { $0 } }
    public func sleep(for duration: Duration) { slept.withLock { $0 += duration } }
}

/// Lines that somebody types, one after the other.
public final class Typist: Sendable {
    private let lines: Mutex<[String]>
    private let heard = Mutex<[String]>([])

    public init(_ lines: [String]) {
        self.lines = Mutex(lines.reversed())
    }

    /// The next line, `nil` when nothing is left to type.
    public func next(after prompt: String) -> String? {
        heard.withLock { $0.append(prompt) }
        return lines.withLock { $0.popLast() }
    }

    /// All that stood before the lines.
    public var prompts: [String] { heard.withLock { $0 } }
}
