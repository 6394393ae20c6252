public import MailClients
public import MailTypes
public import Platform

/// A clock that runs `factor` times as fast as that of the machine, so that a day takes seconds.
public final class FastClock: Clock {
    private let factor: Int
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

    /// The same connections, whose time limits are on this clock.
    public func connections(_ inner: NetworkAccess) -> NetworkAccess {
        NetworkAccess { [factor] endpoint, authorities throws(StreamFailure) in
            FastStream(try await inner.connect(endpoint, authorities), factor)
        }
    }
}

/// A stream with time limits on a fast clock.
private final class FastStream: ByteStream {
    private let inner: any ByteStream
    private let factor: Int

    init(_ inner: any ByteStream, _ factor: Int) {
        (self.inner, self.factor) = (inner, factor)
    }

    func read(atMost limit: Int, within time: Duration) async throws(StreamFailure) -> [UInt8] {
        // A busy machine needs some time to answer.
        try await inner.read(atMost: limit, within: max(time / factor, min(time, .seconds(2))))
    }

    func write(_ octets: [UInt8], within time: Duration) async throws(StreamFailure) {
        // A short limit on writing would fail because of other work of this machine.
        try await inner.write(octets, within: time)
    }

    func startTLS(within time: Duration) async throws(StreamFailure) { try await inner.startTLS(within: time) }
    var isEncrypted: Bool { get async { await inner.isEncrypted } }
    func close() async { await inner.close() }
}
