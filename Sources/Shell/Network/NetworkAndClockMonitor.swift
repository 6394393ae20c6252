private import CLinux
private import Glibc
private import Synchronization
internal import Threads

/// Calls a function when links, addresses or routes have changed [rtnetlink(7)], and when the machine wakes from suspend
/// or its clock is set [timerfd_create(2)]. Uses no processor time in between.
final class NetworkAndClockMonitor: Sendable {
    private let network: DescriptorMonitor?
    private let clock: DescriptorMonitor?

    /// `changed` is called on a thread of its own, once for changes that happen at the same time.
    init(_ changed: @escaping @Sendable () -> Void) {
        let queue = SerialQueue()
        let pending = Pending()
        let gather: @Sendable () -> Void = {
            guard pending.begin() else { return }
            BackgroundThreads.run {
                usleep(Self.gathering)
                pending.end()
                changed()
            }
        }
        network = Self.monitor(linux_network_changes(), on: queue) {
            Self.drain($0)
            gather()
        }
        clock = Self.monitor(linux_clock_changes(), on: queue) {
            linux_clock_changes_next($0)
            gather()
        }
    }

    /// In microseconds. A new link causes a series of messages within milliseconds.
    private static let gathering: UInt32 = 200_000

    private static func monitor(
        _ descriptor: Int32, on queue: SerialQueue, _ changed: @escaping @Sendable (Int32) -> Void
    ) -> DescriptorMonitor? {
        guard descriptor >= 0 else { return nil }
        return DescriptorMonitor(descriptor, on: queue, readable: { changed(descriptor) }, ended: { close(descriptor) })
    }

    /// Whether a call is pending.
    private final class Pending: Sendable {
        private let isSet = Mutex(false)

        /// Returns whether no call was pending.
        func begin() -> Bool {
            isSet.withLock { isSet in
                defer { isSet = true }
                return !isSet
            }
        }

        func end() { isSet.withLock { $0 = false } }
    }

    private static func drain(_ descriptor: Int32) {
        var octets = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = unsafe recv(descriptor, &octets, octets.count, 0)
            // An overflow of the socket's buffer is reported once.
            guard count > 0 || count < 0 && (errno == ENOBUFS || errno == EINTR) else { return }
        }
    }
}
