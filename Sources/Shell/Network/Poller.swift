private import CLinux
private import Glibc
internal import MailClients
private import Synchronization

/// The thread of an `EventLoop` and the waits that it watches [epoll(7)].
///
/// A descriptor is registered for one event at a time, and again only while a task waits for it, so that the thread
/// never wakes up for nothing. Every wait is resumed exactly once, by the code that removes it from the table.
final class Poller: Sendable {
    fileprivate struct State {
        var nextWait: UInt64 = 0
        var waits: [Int32: [PendingDescriptorWait]] = [:]
        /// When the thread next wakes up by itself.
        var sleepsUntil = Deadline.never
        var isStopped = false
    }

    private let epoll: Int32
    /// An event descriptor that wakes up the thread.
    private let alarm: Int32
    private let state = Mutex(State())

    init() throws(StreamFailure) {
        epoll = linux_epoll_create()
        guard epoll >= 0 else { throw .system(errno) }
        alarm = linux_event_create()
        guard alarm >= 0, linux_epoll_watch(epoll, alarm, 1, 0) == 0 else {
            let code = errno
            close(epoll)
            if alarm >= 0 { close(alarm) }
            throw .system(code)
        }
    }

    deinit {
        close(epoll)
        close(alarm)
    }

    // MARK: - Waiting tasks

    func newWait() -> UInt64 {
        state.withLock { state in
            state.nextWait += 1
            return state.nextWait
        }
    }

    /// Registers a wait, which is resumed exactly once. If the task is already cancelled, it is resumed immediately:
    /// the cancellation handler may have run before the wait was registered.
    func begin(_ wait: PendingDescriptorWait, on descriptor: Int32) {
        let isFirst: Result<Bool, StreamFailure> = state.withLock { state in
            if Task.isCancelled { return .failure(.cancelled) }
            if state.isStopped { return .failure(.closed) }
            state.waits[descriptor, default: []].append(wait)
            guard watch(descriptor, state) else {
                let code = errno
                _ = state.take(from: descriptor) { $0.number == wait.number }
                return .failure(.system(code))
            }
            guard wait.deadline < state.sleepsUntil else { return .success(false) }
            state.sleepsUntil = wait.deadline
            return .success(true)
        }
        switch isFirst {
        case .success(let isFirst): if isFirst { linux_event_signal(alarm) }
        case .failure(let failure): wait.continuation.resume(returning: .failed(failure))
        }
    }

    func cancel(_ number: UInt64, on descriptor: Int32) {
        end(state.withLock { $0.take(from: descriptor) { $0.number == number } }, .failed(.cancelled))
    }

    func forget(_ descriptor: Int32) {
        let waits = state.withLock { state in
            linux_epoll_forget(epoll, descriptor)
            return state.waits.removeValue(forKey: descriptor) ?? []
        }
        end(waits, .failed(.closed))
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        linux_event_signal(alarm)
    }

    private func end(_ waits: [PendingDescriptorWait], _ how: PendingDescriptorWait.End) {
        for wait in waits { wait.continuation.resume(returning: how) }
    }

    /// Registers a descriptor for all events that tasks wait for.
    private func watch(_ descriptor: Int32, _ state: State) -> Bool {
        guard let waits = state.waits[descriptor] else { return true }
        let reads: Int32 = waits.contains { $0.interest == .readable } ? 1 : 0
        let writes: Int32 = waits.contains { $0.interest == .writable } ? 1 : 0
        return linux_epoll_watch(epoll, descriptor, reads, writes) == 0
    }

    // MARK: - Polling thread

    /// Polls until `stop` is called.
    func run() {
        var ready = [linux_ready](repeating: linux_ready(), count: 64)
        while true {
            let sleep: Int32? = state.withLock { state in
                if state.isStopped { return nil }
                let first = state.waits.values.lazy.joined().map(\.deadline).min() ?? .never
                // Keep an earlier wake-up time: the next wait mostly ends later, and then its task need not wake up the
                // thread.
                if first < state.sleepsUntil || state.sleepsUntil <= .now { state.sleepsUntil = first }
                return state.sleepsUntil.milliseconds
            }
            guard let sleep else { break }
            let room = Int32(ready.count)
            let count = unsafe linux_epoll_wait(epoll, &ready, room, sleep)
            for event in ready.prefix(Int(count)) { answer(event) }
            endLate()
        }
        end(state.withLock { $0.takeAll { _ in true } }, .failed(.closed))
    }

    private func answer(_ event: linux_ready) {
        if event.descriptor == alarm {
            linux_event_clear(alarm)
            _ = linux_epoll_watch(epoll, alarm, 1, 0)
            return
        }
        let waits = state.withLock { state in
            let waits = state.take(from: event.descriptor) {
                $0.interest == .readable ? event.reads != 0 : event.writes != 0
            }
            // If registering fails, the remaining waits end at their deadlines.
            _ = watch(event.descriptor, state)
            return waits
        }
        end(waits, .ready)
    }

    private func endLate() {
        let late = state.withLock { state in
            let now = Deadline.now
            return now < state.sleepsUntil ? [] : state.takeAll { $0.deadline <= now }
        }
        end(late, .failed(.timedOut))
    }
}

extension Poller.State {
    fileprivate mutating func take(from descriptor: Int32, where isMeant: (PendingDescriptorWait) -> Bool)
        -> [PendingDescriptorWait]
    {
        guard let waits = waits[descriptor] else { return [] }
        let rest = waits.filter { !isMeant($0) }
        self.waits[descriptor] = rest.isEmpty ? nil : rest
        return waits.filter(isMeant)
    }

    fileprivate mutating func takeAll(where isMeant: (PendingDescriptorWait) -> Bool) -> [PendingDescriptorWait] {
        waits.keys.sorted().flatMap { take(from: $0, where: isMeant) }
    }
}
