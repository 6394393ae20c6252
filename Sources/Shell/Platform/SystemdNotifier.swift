private import CLinux

/// Tells the service manager what a service does, if one has started this process [sd_notify(3)].
public struct SystemdNotifier: Sendable {
    /// The path of the manager's socket; `nil` if there is none.
    private let socket: [UInt8]?
    /// How often the service must report that it works; `nil` if it need not.
    public let watchdogInterval: Duration?

    public init(_ environment: Environment) {
        socket = environment["NOTIFY_SOCKET"]
        // WATCHDOG_PID is the process that the limit applies to; without it, any.
        let microseconds = environment["WATCHDOG_USEC"].flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
        watchdogInterval = microseconds.flatMap { $0 > 0 ? .microseconds($0 / 2) : nil }
    }

    /// The service works. `status`: what it does, for people.
    public func ready(_ status: String) {
        send("READY=1\nSTATUS=\(status)")
    }

    /// The service still works.
    public func alive() {
        send("WATCHDOG=1")
    }

    public func stopping() {
        send("STOPPING=1")
    }

    /// Failures are ignored: without a manager, no process listens.
    private func send(_ text: String) {
        guard let socket else { return }
        let path = socket.map { CChar(bitPattern: $0) } + [0]
        let message = text.utf8.map { CChar(bitPattern: $0) } + [0]
        _ = unsafe linux_notify_manager(path, message)
    }
}
