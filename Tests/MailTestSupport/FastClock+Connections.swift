public import MailClients
internal import MailTypes
internal import Platform

extension FastClock {
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
