public import MailTypes
public import Surroundings
import Synchronization

/// A clock that always shows the same time.
public struct StandingClock: Clock {
    private let instant: Instant

    public init(at seconds: Int64) {
        instant = Instant(seconds: seconds)
    }

    public func now() -> Instant { instant }
    public func elapsed() -> Duration { .zero }
    public func sleep(for duration: Duration) {}
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
