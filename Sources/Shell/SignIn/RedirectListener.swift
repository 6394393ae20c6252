private import Glibc
internal import OAuth
internal import Platform

/// Waits on a port of this machine for the browser that returns from a sign-in [RFC 8252 §7.3, §8.3].
///
/// The port is open only on the loopback addresses and only during one sign-in, and it serves only programs of the same
/// user: other users of the machine can connect to it, too.
final class RedirectListener {
    private let sockets: [Int32]
    private let host: String
    private var connections: [Connection] = []
    let port: UInt16

    private struct Connection {
        let descriptor: Int32
        var head: [UInt8] = []
        let deadline: Duration
    }

    private static let maximumConnections = 32
    /// How long a connection may take to send its request.
    private static let patience = Duration.seconds(30)
    /// The interval between checks whether the user has stopped petrel, in milliseconds.
    private static let interval: Int32 = 100
    private static let attempts = 20

    /// Opens a port. For the name `localhost`, browsers may use IPv6 or IPv4, so the same port is opened on both:
    /// another user could otherwise wait on the other one.
    init(on host: OAuthProvider.RedirectHost) throws(SignInError) {
        var failure = EADDRINUSE
        for _ in 0..<Self.attempts {
            guard let (ipv4, port) = Self.listen(on: .ipv4, port: 0) else {
                failure = errno
                continue
            }
            guard host == .localhost else {
                sockets = [ipv4]
                (self.port, self.host) = (port, "\(host.rawValue):\(port)")
                return
            }
            if let (ipv6, _) = Self.listen(on: .ipv6, port: port) {
                sockets = [ipv4, ipv6]
                (self.port, self.host) = (port, "\(host.rawValue):\(port)")
                return
            }
            failure = errno
            if failure == EAFNOSUPPORT || failure == EADDRNOTAVAIL {
                // This machine has no IPv6.
                sockets = [ipv4]
                (self.port, self.host) = (port, "\(host.rawValue):\(port)")
                return
            }
            close(ipv4)
        }
        throw .noPort(failure)
    }

    deinit {
        for connection in connections { close(connection.descriptor) }
        for socket in sockets { close(socket) }
    }

    /// The address to which the browser returns.
    var address: String { "http://\(host)/" }

    /// Serves requests until `respond` returns `isLast`, until the time is over (returns `false`), or `isStopped`
    /// returns `true`. `respond` returns a whole response.
    func serve(
        within limit: Duration, start: [UInt8], isStopped: () -> Bool, isOver: () -> Bool = { false },
        respond: (RedirectRequest.Kind) -> (response: [UInt8], isLast: Bool)
    ) throws(SignInError) -> Bool {
        let clock = SystemClock()
        let end = clock.elapsed() + limit
        while clock.elapsed() < end {
            if isStopped() { throw .stopped }
            if isOver() { return false }
            let ready = wait()
            for socket in sockets where ready.contains(socket) { accept(on: socket, at: clock.elapsed()) }
            var isLast = false
            var open: [Connection] = []
            for var connection in connections {
                if !isLast, ready.contains(connection.descriptor) {
                    switch read(&connection) {
                    case .incomplete: break
                    case .ended:
                        close(connection.descriptor)
                        continue
                    case .complete:
                        isLast = answer(connection, start, respond)
                        continue
                    }
                }
                if clock.elapsed() < connection.deadline {
                    open.append(connection)
                } else {
                    close(connection.descriptor)
                }
            }
            connections = open
            if isLast { return true }
        }
        return false
    }

    private func answer(
        _ connection: Connection, _ start: [UInt8],
        _ respond: (RedirectRequest.Kind) -> (response: [UInt8], isLast: Bool)
    ) -> Bool {
        var answer: (response: [UInt8], isLast: Bool) = (RedirectResponse.refused(403), false)
        if SocketOwner.isThisUser(connection.descriptor) {
            answer = respond(RedirectRequest(connection.head, host: host, start: start).kind)
        }
        // The response fits into the socket's buffer.
        _ = unsafe answer.response.withUnsafeBytes { bytes in
            unsafe send(connection.descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
        shutdown(connection.descriptor, Int32(SHUT_WR))
        close(connection.descriptor)
        return answer.isLast
    }

    // MARK: - Sockets

    private static func listen(on family: SocketOwner.Family, port: UInt16) -> (socket: Int32, port: UInt16)? {
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(family == .ipv4 ? AF_INET : AF_INET6, kind, 0)
        guard descriptor >= 0 else { return nil }
        let bound: Int32
        switch family {
        case .ipv4:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            bound = bind(descriptor, to: &address)
        case .ipv6:
            var only: Int32 = 1
            unsafe setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &only, socklen_t(MemoryLayout<Int32>.size))
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            bound = bind(descriptor, to: &address)
        }
        guard bound == 0, Glibc.listen(descriptor, 16) == 0, let own = SocketOwner.local(of: descriptor) else {
            let code = errno
            close(descriptor)
            errno = code
            return nil
        }
        return (descriptor, own.port)
    }

    private static func bind<Address>(_ descriptor: Int32, to address: inout Address) -> Int32 {
        unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe Glibc.bind(descriptor, generic, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }

    /// Waits briefly, and returns the descriptors that are ready.
    private func wait() -> Set<Int32> {
        var asked = (sockets + connections.map(\.descriptor)).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard unsafe poll(&asked, nfds_t(asked.count), Self.interval) > 0 else { return [] }
        return Set(asked.filter { $0.revents != 0 }.map(\.fd))
    }

    private func accept(on socket: Int32, at now: Duration) {
        let descriptor = Glibc.accept(socket, nil, nil)
        guard descriptor >= 0 else { return }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        if connections.count >= Self.maximumConnections { close(connections.removeFirst().descriptor) }
        connections.append(Connection(descriptor: descriptor, deadline: now + Self.patience))
    }

    private enum ReadEnd {
        case incomplete
        case complete
        case ended
    }

    private func read(_ connection: inout Connection) -> ReadEnd {
        var piece = [UInt8](repeating: 0, count: 4096)
        let count = unsafe recv(connection.descriptor, &piece, piece.count, 0)
        if count < 0 { return errno == EAGAIN || errno == EINTR ? .incomplete : .ended }
        if count == 0 { return .ended }
        connection.head += piece[..<count]
        if connection.head.count > RedirectRequest.maximumSize { return .ended }
        return connection.head.suffix(count + 3).indices.contains { index in
            connection.head[index...].starts(with: [0x0D, 0x0A, 0x0D, 0x0A])
        } ? .complete : .incomplete
    }
}
