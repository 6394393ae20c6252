private import Glibc

/// Waits for a signal that asks the process to end, without using processor time. Only one may exist at a time.
public final class TerminationSignalWait: Sendable {
    private let signals = SignalWatch()

    public init() {
        signals.catching([SIGINT])
    }

    /// Ends the wait of another thread.
    public func wake() {
        signals.ring()
    }

    /// Returns when `wake` is called or a signal arrives: `true` for SIGINT, SIGTERM and SIGHUP.
    public func wait() -> Bool {
        var request = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&request, 1, -1) < 0, errno == EINTR {}
        signals.quieten()
        return [SIGINT, SIGTERM, SIGHUP].contains { signals.take($0) }
    }
}
