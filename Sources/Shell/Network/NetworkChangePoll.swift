private import CLinux
private import Glibc
private import Synchronization

/// Reports whether links, addresses or routes have changed, as the kernel announces. A caller that waits for a network
/// need not probe it repeatedly.
final class NetworkChangePoll: Sendable {
    /// The netlink socket, -1 if the system could not create it, or `nil` before first use.
    private let socket = Mutex<Int32?>(nil)

    deinit {
        socket.withLock { socket in
            if let socket, socket >= 0 { close(socket) }
        }
    }

    /// Returns whether something has changed since the last call. The first call returns `false`.
    func haveHappened() -> Bool {
        socket.withLock { socket in
            guard let descriptor = socket else {
                socket = linux_network_changes()
                return false
            }
            return descriptor >= 0 && Self.drain(descriptor)
        }
    }

    /// Discards pending messages; their content does not matter. An overflow of the socket buffer also counts as a
    /// change.
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
