public import MailTypes
public import Platform
import Synchronization

/// A clock with a fixed time of day. `elapsed` advances only when `sleep` is called.
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

/// A user who types lines, one after the other.
public final class Typist: Sendable {
    private let lines: Mutex<[String]>
    private let heard = Mutex<[String]>([])

    public init(_ lines: [String]) {
        self.lines = Mutex(lines.reversed())
    }

    /// Returns the next line, or `nil` if none is left.
    public func next(after prompt: String) -> String? {
        heard.withLock { $0.append(prompt) }
        return lines.withLock { $0.popLast() }
    }

    /// The prompts shown before the lines.
    public var prompts: [String] { heard.withLock { $0 } }
}
