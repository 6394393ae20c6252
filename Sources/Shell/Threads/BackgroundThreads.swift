private import CLinux
private import Dispatch
private import Glibc
private import Synchronization

/// Threads for work that may wait: for a disk, a program, or a resolver. Each piece of work has a thread to itself, which
/// is used again for later work.
///
/// The queues of Dispatch are not used: once one has a thread, Dispatch wakes every second to count its threads.
public enum BackgroundThreads {
    public typealias Work = @Sendable () -> Void

    private static let idle = Mutex<[IdleThread]>([])
    /// How many seconds a thread waits for more work before it ends.
    private static let patience = 5

    /// Runs `work` at once on another thread.
    public static func run(_ work: @escaping Work) {
        guard let thread = idle.withLock({ $0.popLast() }) else { return start { serve(work) } }
        thread.give(work)
    }

    /// Calls `body` with each number below `count`, in no order and on several threads, and waits for all calls.
    ///
    /// `width`: the maximum number of calls at a time; by default the number of processors.
    public static func perform(
        _ count: Int, width: Int = processorCount, _ body: @escaping @Sendable (Int) -> Void
    ) {
        let next = Atomic(0)
        let done = DispatchSemaphore(value: 0)
        let performAll: Work = {
            while true {
                let number = next.add(1, ordering: .relaxed).oldValue
                guard number < count else { return }
                body(number)
            }
        }
        let helpers = max(min(count, width) - 1, 0)
        for _ in 0..<helpers {
            run {
                performAll()
                done.signal()
            }
        }
        performAll()
        for _ in 0..<helpers { done.wait() }
    }

    public static let processorCount = max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1)

    /// Starts a thread that receives no signals, so that they interrupt the main thread. Waits while the system has no
    /// room for another thread.
    static func start(_ work: @escaping Work) {
        let argument = unsafe Unmanaged.passRetained(ThreadBody(work)).toOpaque()
        let body: @convention(c) (UnsafeMutableRawPointer?) -> Void = { argument in
            guard let argument = unsafe argument else { return }
            let thread = unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
            ProcessorReservation.withBackgroundThread(thread.work)
        }
        while unsafe linux_thread_start(body, argument) == EAGAIN { usleep(10_000) }
    }

    private static func serve(_ first: Work) {
        first()
        let thread = IdleThread()
        while true {
            idle.withLock { $0.append(thread) }
            guard let work = thread.wait(seconds: patience) ?? leave(thread) else { return }
            work()
        }
    }

    /// Returns `nil`, and the thread gets no more work; or the work that it got at the last moment.
    private static func leave(_ thread: IdleThread) -> Work? {
        let isGivenWork = idle.withLock { idle in
            guard let index = idle.firstIndex(where: { $0 === thread }) else { return true }
            idle.remove(at: index)
            return false
        }
        return isGivenWork ? thread.wait() : nil
    }
}

private final class ThreadBody: Sendable {
    let work: BackgroundThreads.Work

    init(_ work: @escaping BackgroundThreads.Work) {
        self.work = work
    }
}

/// A thread that waits for work.
private final class IdleThread: Sendable {
    private let given = Mutex<BackgroundThreads.Work?>(nil)
    private let signal = DispatchSemaphore(value: 0)

    func give(_ work: @escaping BackgroundThreads.Work) {
        given.withLock { $0 = work }
        signal.signal()
    }

    /// Waits for work. Returns `nil` if none comes within that many seconds.
    func wait(seconds: Int) -> BackgroundThreads.Work? {
        signal.wait(timeout: .now() + .seconds(seconds)) == .success ? given.withLock { $0.take() } : nil
    }

    /// Waits for work that another thread is about to give.
    func wait() -> BackgroundThreads.Work? {
        signal.wait()
        return given.withLock { $0.take() }
    }
}
