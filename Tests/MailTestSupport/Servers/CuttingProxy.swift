import Foundation
import Glibc
import Synchronization

/// Forwards bytes between clients and a server on loopback, and cuts the first connection after a number of bytes in
/// one direction. It does not interpret them.
public final class CuttingProxy: Sendable {
    public enum Direction: Sendable, CaseIterable {
        case toServer, toClient
    }

    /// How a connection ends.
    public enum Ending: String, Sendable, CaseIterable {
        case inGoodOrder, reset
        /// Closed in good order for the client. The server receives the rest of what the client wrote after a delay.
        case late
    }

    public struct Cut: Sendable, CustomStringConvertible {
        public let direction: Direction
        public let count: Int
        public let ending: Ending
        /// Called before the connection ends.
        let preparation: @Sendable () -> Void

        public init(
            _ direction: Direction, after count: Int, _ ending: Ending,
            preparation: @escaping @Sendable () -> Void = {}
        ) {
            self.direction = direction
            self.count = count
            self.ending = ending
            self.preparation = preparation
        }

        public var description: String { "\(direction) after \(count), \(ending)" }
    }

    public struct Failure: Error {
        let call: String
        let code: Int32
    }

    /// The delay in microseconds before the server receives the rest.
    private static let delay: UInt32 = 300_000

    private struct State {
        var counts: [Direction: Int] = [:]
        var hasServed = false
        var isOpen = true
        /// Whether the listener was closed, so that its number may belong to another file by now.
        var isListenerClosed = false
    }

    public let port: UInt16
    private let listener: Int32
    private let target: UInt16
    private let cut: Cut?
    private let state = Mutex(State())

    public init(to target: UInt16, cut: Cut?) throws {
        self.target = target
        self.cut = cut
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        guard listener >= 0 else { throw Failure(call: "socket", code: errno) }
        var address = Self.loopback(0)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { general in
                bind(listener, general, size) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, general, &size) == 0
            }
        }
        guard isBound else {
            Glibc.close(listener)
            throw Failure(call: "listen", code: errno)
        }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in acceptAll() }
    }

    private func acceptAll() {
        while true {
            let client = accept(listener, nil, nil)
            guard client >= 0, state.withLock({ $0.isOpen }) else {
                if client >= 0 { Glibc.close(client) }
                state.withLock { state in
                    state.isListenerClosed = true
                    Glibc.close(listener)
                }
                return
            }
            serve(client)
        }
    }

    /// The number of bytes forwarded on the first connection.
    public func count(_ direction: Direction) -> Int { state.withLock { $0.counts[direction] ?? 0 } }

    /// Stops accepting connections.
    public func close() {
        state.withLock { state in
            state.isOpen = false
            if !state.isListenerClosed { shutdown(listener, Int32(SHUT_RDWR)) }
        }
    }

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private func serve(_ client: Int32) {
        let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.loopback(target)
        let isThere = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isThere else {
            Glibc.close(client)
            Glibc.close(server)
            return
        }
        let isFirst = state.withLock { state in
            defer { state.hasServed = true }
            return !state.hasServed
        }
        let pair = Pair(client, server)
        for (direction, from, to) in [(Direction.toServer, client, server), (.toClient, server, client)] {
            Thread.detachNewThread { self.pump(direction, from, to, pair, isCounted: isFirst) }
        }
    }

    /// Two sockets, which are closed when both directions have ended.
    private final class Pair: Sendable {
        let client: Int32
        let server: Int32
        private let open = Mutex(2)

        init(_ client: Int32, _ server: Int32) {
            self.client = client
            self.server = server
        }

        func end() {
            let left = open.withLock { open in
                open -= 1
                return open
            }
            guard left == 0 else { return }
            Glibc.close(client)
            Glibc.close(server)
        }

        /// Makes the next close send a reset.
        func reset() {
            var option = linger(l_onoff: 1, l_linger: 0)
            setsockopt(client, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        }

        func stop() {
            shutdown(client, Int32(SHUT_RDWR))
            shutdown(server, Int32(SHUT_RDWR))
        }

        /// Ends the client's side now, and the server's side once it has received the rest.
        func hearLater(_ octets: [UInt8], _ delay: UInt32) {
            var rest = octets
            var buffer = [UInt8](repeating: 0, count: 65536)
            // Bytes that are already in flight should arrive too.
            usleep(20_000)
            shutdown(client, Int32(SHUT_RDWR))
            while true {
                let count = recv(client, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                guard count > 0 else { break }
                rest += buffer[..<count]
            }
            usleep(delay)
            _ = rest.withUnsafeBytes { send(server, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            shutdown(server, Int32(SHUT_WR))
        }
    }

    private func pump(_ direction: Direction, _ from: Int32, _ to: Int32, _ pair: Pair, isCounted: Bool) {
        defer { pair.end() }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let limit = isCounted && cut?.direction == direction ? cut?.count : nil
        while true {
            let count = recv(from, &buffer, buffer.count, 0)
            guard count > 0 else {
                shutdown(to, Int32(SHUT_WR))
                return
            }
            let before = self.count(direction)
            let allowed = min(count, limit.map { $0 - before } ?? count)
            var sent = 0
            while sent < allowed {
                let more = buffer[sent..<allowed].withUnsafeBytes {
                    send(to, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard more > 0 else { break }
                sent += more
            }
            if isCounted { state.withLock { $0.counts[direction, default: 0] += allowed } }
            if let limit, before + allowed >= limit {
                cut?.preparation()
                switch cut?.ending {
                case .late where direction == .toServer: pair.hearLater(Array(buffer[allowed..<count]), Self.delay)
                case .late: shutdown(pair.client, Int32(SHUT_RDWR))
                case .reset:
                    pair.reset()
                    pair.stop()
                case .inGoodOrder, nil: pair.stop()
                }
                return
            }
        }
    }
}
