private import CLinux
private import Glibc
private import Synchronization

/// Calls a function whenever a file descriptor is readable, until the object is released. Uses no processor time in
/// between. One thread polls for all monitors [epoll(7)].
public final class DescriptorMonitor: Sendable {
    private let registration: Registration

    /// `readable` is called on `queue` and must read from the descriptor. It must not wait if there is nothing to read.
    /// `ended` is called last, and may close the descriptor, which must stay open until then: `ended` must keep its
    /// owner.
    public init(
        _ descriptor: Int32, on queue: SerialQueue, readable: @escaping BackgroundThreads.Work,
        ended: @escaping BackgroundThreads.Work = {}
    ) {
        registration = Registration(descriptor, queue, readable: readable, ended: ended)
        registration.begin()
    }

    deinit { registration.cancel() }
}

/// A descriptor that is monitored. Kept by the table of the polling thread until it is cancelled.
private final class Registration: Sendable {
    let descriptor: Int32
    private let queue: SerialQueue
    private let readable: BackgroundThreads.Work
    private let ended: BackgroundThreads.Work

    init(
        _ descriptor: Int32, _ queue: SerialQueue, readable: @escaping BackgroundThreads.Work,
        ended: @escaping BackgroundThreads.Work
    ) {
        self.descriptor = descriptor
        self.queue = queue
        self.readable = readable
        self.ended = ended
    }

    func begin() {
        DescriptorPoll.add(self)
    }

    /// The descriptor is polled again only after `readable` has read from it.
    func isReady() {
        queue.async {
            guard DescriptorPoll.has(self) else { return }
            self.readable()
            DescriptorPoll.poll(self)
        }
    }

    func cancel() {
        DescriptorPoll.remove(self)
        queue.async { self.ended() }
    }
}

/// The thread that polls.
private enum DescriptorPoll {
    private struct State {
        /// `nil` until the thread has started.
        var epoll: Int32?
        var isStarted = false
        var registrations: [Int32: Registration] = [:]
    }

    private static let state = Mutex(State())

    static func add(_ registration: Registration) {
        let mustStart = state.withLock { state in
            state.registrations[registration.descriptor] = registration
            arm(registration, state)
            defer { state.isStarted = true }
            return !state.isStarted
        }
        if mustStart { BackgroundThreads.start { run() } }
    }

    static func has(_ registration: Registration) -> Bool {
        state.withLock { $0.registrations[registration.descriptor] === registration }
    }

    static func poll(_ registration: Registration) {
        state.withLock { state in
            if state.registrations[registration.descriptor] === registration { arm(registration, state) }
        }
    }

    static func remove(_ registration: Registration) {
        state.withLock { state in
            guard state.registrations[registration.descriptor] === registration else { return }
            state.registrations[registration.descriptor] = nil
            if let epoll = state.epoll { linux_epoll_forget(epoll, registration.descriptor) }
        }
    }

    private static func arm(_ registration: Registration, _ state: State) {
        if let epoll = state.epoll { _ = linux_epoll_watch(epoll, registration.descriptor, 1, 0) }
    }

    private static func run() {
        var epoll = linux_epoll_create()
        while epoll < 0 {
            // The process has too many files open.
            sleep(1)
            epoll = linux_epoll_create()
        }
        state.withLock { [epoll] state in
            state.epoll = epoll
            for registration in state.registrations.values { arm(registration, state) }
        }
        var ready = [linux_ready](repeating: linux_ready(), count: 64)
        while true {
            let count = unsafe linux_epoll_wait(epoll, &ready, Int32(ready.count), -1)
            for event in ready.prefix(Int(count)) {
                state.withLock { $0.registrations[event.descriptor] }?.isReady()
            }
        }
    }
}
