private import CLinux
private import Glibc
private import Synchronization

/// Adds jobs to an executor after a delay, during which the machine may be suspended [timerfd_create(2),
/// CLOCK_BOOTTIME].
final class JobTimer: Sendable {
    private struct DelayedJob {
        /// Since the machine started.
        let time: Duration
        let job: UnownedJob
        let executor: TaskThreadExecutor
    }

    private struct State {
        /// The first one runs last.
        var jobs: [DelayedJob] = []
        /// `nil` until the thread has started.
        var timer: Int32?
        var isStarted = false

        mutating func insert(_ new: DelayedJob) {
            var (low, high) = (0, jobs.count)
            while low < high {
                let middle = (low + high) / 2
                if jobs[middle].time > new.time { low = middle + 1 } else { high = middle }
            }
            jobs.insert(new, at: low)
        }

        func setTimer() {
            guard let timer, let (seconds, attoseconds) = jobs.last?.time.components else { return }
            // A timer that is set to zero would never expire.
            linux_timer_set(timer, seconds, max(Int(attoseconds / 1_000_000_000), 1))
        }
    }

    private let state = Mutex(State())

    func run(_ job: UnownedJob, after delay: Duration, on executor: TaskThreadExecutor) {
        let new = DelayedJob(time: Self.now + max(delay, .zero), job: job, executor: executor)
        let mustStart = state.withLock { state in
            state.insert(new)
            state.setTimer()
            defer { state.isStarted = true }
            return !state.isStarted
        }
        if mustStart { BackgroundThreads.start { self.runJobs() } }
    }

    private static var now: Duration { .nanoseconds(linux_boot_time()) }

    private func runJobs() -> Never {
        var timer = linux_timer_create()
        while timer < 0 {
            // The process has too many files open.
            sleep(1)
            timer = linux_timer_create()
        }
        state.withLock { [timer] in
            $0.timer = timer
            $0.setTimer()
        }
        while true {
            linux_timer_wait(timer)
            for due in takeDueJobs() { due.executor.add(due.job) }
        }
    }

    private func takeDueJobs() -> [DelayedJob] {
        let now = Self.now
        return state.withLock { state in
            let count = state.jobs.reversed().prefix { $0.time <= now }.count
            defer {
                state.jobs.removeLast(count)
                state.setTimer()
            }
            return state.jobs.suffix(count).reversed()
        }
    }
}
