private import CLinux
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
        var processor: Int32 = 0
        /// `nil` while no processor is reserved.
        var end: ContinuousClock.Instant?
        /// Whether a processor has ever been reserved.
        var wasUsed = false

        /// Makes a background thread run on the processors that it may use now.
        func confine(_ thread: Int32) {
            _ = linux_confine_thread(thread, end == nil ? -1 : processor)
        }

        func confineAll() {
            for thread in threads { confine(thread) }
        }
    }

    private static let state = Mutex(State())
    /// How long a processor stays reserved after a key.
    private static let duration = Duration.seconds(2)

    /// Reserves the processor that the calling thread runs on, for two seconds. While one is reserved, only extends that
    /// time. Is called for each key.
    public static func renew() {
        let mustBegin = state.withLock { state in
            guard !state.threads.isEmpty else { return false }
            let isNew = state.end == nil
            state.end = .now + duration
            if isNew { state.processor = linux_current_processor() }
            state.wasUsed = true
            return isNew
        }
        // The kernel may take its time to move a thread, so the caller does not wait for it.
        if mustBegin { BackgroundThreads.run { hold() } }
    }

    private static func hold() {
        state.withLock { $0.confineAll() }
        while let rest = remainingTime() { BackgroundThreads.pause(rest) }
    }

    /// Returns the time until the end, or `nil` if the processor was just released.
    private static func remainingTime() -> Duration? {
        state.withLock { state in
            guard let end = state.end else { return nil }
            let rest = ContinuousClock.now.duration(to: end)
            if rest > .zero { return rest }
            state.end = nil
            state.confineAll()
            return nil
        }
    }

    /// Adds the calling thread to the background threads while `body` runs.
    static func withBackgroundThread(_ body: () -> Void) {
        let thread = linux_thread_number()
        state.withLock { state in
            state.threads.insert(thread)
            // It was started by another thread, and has inherited its processors.
            if state.wasUsed { state.confine(thread) }
        }
        body()
        // The number may be another thread's as soon as this one has ended.
        _ = state.withLock { $0.threads.remove(thread) }
    }

    /// Calls `body`, which starts a program, on a thread that may use all processors: the program inherits them, and would
    /// keep them.
    public static func withAllProcessors<Result>(_ body: () -> Result) -> Result {
        let thread = linux_thread_number()
        let isConfined = state.withLock { state in
            guard state.end != nil, state.threads.remove(thread) != nil else { return false }
            _ = linux_confine_thread(thread, -1)
            return true
        }
        defer {
            if isConfined {
                state.withLock { state in
                    state.threads.insert(thread)
                    state.confine(thread)
                }
            }
        }
        return body()
    }
}
