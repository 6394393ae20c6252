private import CLinux
private import Glibc
private import Synchronization

/// Keeps a processor free of background threads while the user types, so that a key is shown at once.
///
/// A busy processor can delay a key by several milliseconds, also when its threads have a low priority: the kernel finishes
/// a system call first, and it passes keys on to a program with threads of its own. With a single processor nothing
/// changes.
public enum ProcessorReservation {
    private struct State {
        /// The background threads, by their numbers in the kernel.
        var threads: Set<Int32> = []
        /// The processor that they leave free, if any.
        var processor: Int32?
        /// Whether a processor has ever been reserved.
        var wasUsed = false

        /// Makes a background thread run on the processors that it may use now.
        func confine(_ thread: Int32) {
            _ = linux_confine_thread(thread, processor ?? -1)
        }

        mutating func reserve(_ processor: Int32?) {
            self.processor = processor
            wasUsed = true
            for thread in threads { confine(thread) }
        }
    }

    private static let state = Mutex(State())
    private static let threadCount = Atomic(0)
    /// When the reservation ends, in nanoseconds since the machine started; 0 while no processor is reserved.
    private static let end = Atomic<Int64>(0)
    /// How long a processor stays reserved after a key, in nanoseconds.
    private static let duration: Int64 = 2_000_000_000

    /// Reserves the processor that the calling thread runs on, for two seconds. While one is reserved, only extends that
    /// time. Is called for each key, and never waits.
    public static func renew() {
        guard threadCount.load(ordering: .relaxed) > 0 else { return }
        let former = end.exchange(linux_boot_time() + duration, ordering: .relaxed)
        guard former == 0 else { return }
        let processor = linux_current_processor()
        // The kernel may take its time to move a thread.
        BackgroundThreads.run { hold(processor) }
    }

    private static func hold(_ processor: Int32) {
        state.withLock { $0.reserve(processor) }
        while true {
            let known = end.load(ordering: .relaxed)
            let rest = known - linux_boot_time()
            if rest > 0 {
                usleep(UInt32(clamping: rest / 1000 + 1))
                continue
            }
            let isOver = state.withLock { state in
                guard end.compareExchange(expected: known, desired: 0, ordering: .relaxed).exchanged else {
                    return false
                }
                state.reserve(nil)
                return true
            }
            if isOver { return }
        }
    }

    /// Adds the calling thread to the background threads while `body` runs.
    static func withBackgroundThread(_ body: () -> Void) {
        let thread = linux_thread_number()
        threadCount.add(1, ordering: .relaxed)
        state.withLock { state in
            state.threads.insert(thread)
            // It was started by another thread, and has inherited its processors.
            if state.wasUsed { state.confine(thread) }
        }
        body()
        // The number may be another thread's as soon as this one has ended.
        _ = state.withLock { $0.threads.remove(thread) }
        threadCount.subtract(1, ordering: .relaxed)
    }

    /// Calls `body`, which starts a program, on a thread that may use all processors: the program inherits them, and would
    /// keep them.
    public static func withAllProcessors<Result>(_ body: () -> Result) -> Result {
        let thread = linux_thread_number()
        let isBackground = state.withLock { state in
            guard state.threads.remove(thread) != nil else { return false }
            if state.processor != nil { _ = linux_confine_thread(thread, -1) }
            return true
        }
        defer {
            if isBackground {
                state.withLock { state in
                    state.threads.insert(thread)
                    if state.wasUsed { state.confine(thread) }
                }
            }
        }
        return body()
    }
}
