import Foundation
import Testing

/// A socket on loopback with a port chosen by the system.
final class LoopbackSocket: Sendable {
    let descriptor: Int32
    let port: UInt16

    init(_ kind: Int32) throws {
        descriptor = socket(AF_INET, kind, 0)
        try #require(descriptor >= 0)
        var address = Self.address(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let isBound = withUnsafeMutablePointer(to: &address) { place in
            place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                bind(descriptor, place, length) == 0 && getsockname(descriptor, place, &length) == 0
            }
        }
        try #require(isBound)
        port = UInt16(bigEndian: address.sin_port)
    }

    deinit {
        close(descriptor)
    }

    static func address(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}

/// A port with a full backlog: connection attempts get no answer.
final class FullListener: Sendable {
    private let listener: LoopbackSocket
    private let waiting: [LoopbackSocket]
    var port: UInt16 { listener.port }

    init() throws {
        listener = try LoopbackSocket(Int32(SOCK_STREAM.rawValue))
        try #require(listen(listener.descriptor, 0) == 0)
        waiting = try (0..<4).map { _ in
            try LoopbackSocket(Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue))
        }
        for socket in waiting {
            var address = LoopbackSocket.address(port: listener.port)
            _ = withUnsafePointer(to: &address) { place in
                place.withMemoryRebound(to: sockaddr.self, capacity: 1) { place in
                    connect(socket.descriptor, place, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
    }

    /// Accepts all connections from now on.
    func answer() {
        let listener = listener
        Thread.detachNewThread { while accept(listener.descriptor, nil, nil) >= 0 {} }
    }
}
