private import CLinux
private import Glibc
private import Synchronization

/// Tells whether ways to other machines have come or gone, as the system tells of links, addresses and routes: whoever
/// waits for a network need not try again and again to find out.
final class NetworkChanges: Sendable {
    /// The socket; -1 where the system has none to give, and `nil` before somebody asks.
    private let socket = Mutex<Int32?>(nil)

    deinit {
        socket.withLock { socket in
            if let socket, socket >= 0 { close(socket) }
        }
    }

    /// Whether something has changed since this was last asked. The first answer is no.
    func haveHappened() -> Bool {
        socket.withLock { socket in
            guard let descriptor = socket else {
                socket = linux_network_changes()
                return false
            }
            return descriptor >= 0 && Self.drain(descriptor)
        }
    }

    /// What the news are does not matter. More of them than the socket holds are news, too.
    private static func drain(_ descriptor: Int32) -> Bool {
        var octets = [UInt8](repeating: 0, count: 16_384)
        var isNews = false
        while true {
            let count = unsafe recv(descriptor, &octets, octets.count, 0)
            guard count > 0 || count < 0 && (errno == ENOBUFS || errno == EINTR) else { return isNews }
            isNews = true
        }
    }
}
