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
}

/// Lines that somebody types, one after the other.
public final class Typist: Sendable {
    private let lines: Mutex<[String]>

    public init(_ lines: [String]) {
        self.lines = Mutex(lines.reversed())
    }

    public func next() -> [UInt8]? {
        lines.withLock { $0.popLast() }.map { Array($0.utf8) }
    }
}
