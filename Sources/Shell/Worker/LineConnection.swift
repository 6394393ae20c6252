private import CLinux
private import Glibc
private import Synchronization
internal import Threads

/// Exchanges lines with another process of the user over a Unix socket [unix(7)].
///
/// A peer that does not read what it is sent is disconnected, so that it cannot delay this process.
final class LineConnection: Sendable {
    private let descriptor: Int32
    private let queue = SerialQueue()
    private let monitor = Mutex<DescriptorMonitor?>(nil)
    private let end = ConnectionEnd()

    /// How long a peer may take to make room for more lines, in milliseconds.
    static let patience: Int32 = 500
    private static let readSize = 65_536

    /// Takes ownership of the descriptor. Both functions are called on a thread of the connection: `received` with each
    /// line, without its end; then `closed`, once. A peer that sends a line of more than `limit` bytes is disconnected.
    init(
        _ descriptor: Int32, limit: Int, received: @escaping @Sendable ([UInt8]) -> Void,
        closed: @escaping @Sendable () -> Void
    ) {
        self.descriptor = descriptor
        let lines = LineAssembler(limit: limit)
        monitor.withLock { monitor in
            monitor = DescriptorMonitor(
                descriptor, on: queue,
                readable: { [weak self] in
                    guard let octets = Self.receive(descriptor) else { return }
                    for line in lines.lines(of: octets) { received(line) }
                    if octets.isEmpty || lines.isOverlong { self?.close() }
                },
                ended: { [end] in
                    end.isReached.store(true, ordering: .relaxed)
                    _ = Glibc.close(descriptor)
                    closed()
                })
        }
    }

    /// Sends a line, which must not contain a line feed, after those before it. Does not wait.
    func send(_ line: [UInt8]) {
        queue.async { [weak self] in
            guard let self, !self.end.isReached.load(ordering: .relaxed) else { return }
            let octets = line + [0x0A]
            let failed = unsafe octets.withUnsafeBytes { bytes in
                unsafe linux_local_send(self.descriptor, bytes.baseAddress, UInt(bytes.count)) != 0
            }
            if failed { self.close() }
        }
    }

    /// Closes the connection after the lines that were sent so far.
    func close() {
        queue.async { [weak self] in self?.monitor.withLock { $0 = nil } }
    }

    /// Returns the bytes that have arrived: none at the end, `nil` if there is nothing to read.
    private static func receive(_ descriptor: Int32) -> [UInt8]? {
        var count = 0
        let octets = unsafe [UInt8](unsafeUninitializedCapacity: readSize) { buffer, initialized in
            count = unsafe linux_local_receive(descriptor, buffer.baseAddress, UInt(readSize))
            initialized = max(count, 0)
        }
        return count < 0 && errno == EAGAIN ? nil : octets
    }
}

/// Whether the descriptor of a connection is closed. Used on the connection's queue only.
private final class ConnectionEnd: Sendable {
    let isReached = Atomic(false)
}

/// Joins the bytes that arrive to lines, for any thread.
private final class LineAssembler: Sendable {
    private struct State {
        var rest: [UInt8] = []
        var isOverlong = false
    }

    private let limit: Int
    private let state = Mutex(State())

    init(limit: Int) {
        self.limit = limit
    }

    var isOverlong: Bool { state.withLock(\.isOverlong) }

    /// Returns the lines that these bytes complete.
    func lines(of octets: [UInt8]) -> [[UInt8]] {
        state.withLock { state in
            guard !state.isOverlong else { return [] }
            var lines: [[UInt8]] = []
            var start = 0
            while let end = octets[start...].firstIndex(of: 0x0A) {
                lines.append(state.rest + octets[start..<end])
                state.rest = []
                start = end + 1
            }
            state.rest += octets[start...]
            state.isOverlong = state.rest.count > limit
            return lines
        }
    }
}
