private import Dispatch
private import Synchronization
@_spi(ExperimentalScheduling) internal import _Concurrency

/// Runs tasks on a limited number of threads, in the order in which they become ready. Threads start when they are
/// needed, and wait without using processor time.
final class TaskThreadExecutor: TaskExecutor, SchedulingExecutor {
    private struct State {
        var ready = JobQueue()
        /// The threads that wait for a job.
        var idleCount = 0
        var threadCount = 0
    }

    private let limit: Int
    private let isDefault: Bool
    private let state = Mutex(State())
    /// Signalled once for each job.
    private let jobs = DispatchSemaphore(value: 0)
    private let timer = JobTimer()

    /// `isDefault`: whether it runs the tasks of the process that prefer no executor.
    init(threads limit: Int, isDefault: Bool = false) {
        self.limit = limit
        self.isDefault = isDefault
    }

    func enqueue(_ job: consuming ExecutorJob) {
        add(UnownedJob(job))
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
        let job = UnownedJob(job)
        guard let delay = clock.now.duration(to: instant) as? Duration else {
            preconditionFailure("A clock whose durations are not of the type Duration")
        }
        timer.run(job, after: delay, on: self)
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
        enqueue(job, at: clock.now.advanced(by: delay), tolerance: tolerance, clock: clock)
    }

    func add(_ job: UnownedJob) {
        let mustStart = state.withLock { state in
            state.ready.append(job)
            guard state.ready.count > state.idleCount, state.threadCount < limit else { return false }
            state.threadCount += 1
            // It will wait for a job, so that the next job does not start another thread for this one.
            state.idleCount += 1
            return true
        }
        if mustStart { BackgroundThreads.start { self.runJobs() } }
        jobs.signal()
    }

    /// The executor of code that is isolated to no actor, which the runtime represents by zeros.
    private static let anyThread = unsafe unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)

    private func runJobs() -> Never {
        while true {
            jobs.wait()
            let job = state.withLock { state in
                state.idleCount -= 1
                return state.ready.removeFirst()
            }
            if isDefault {
                // As a preferred executor, it would enqueue the task again at each call of an actor's method.
                unsafe job.runSynchronously(on: Self.anyThread)
            } else {
                unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            }
            state.withLock { $0.idleCount += 1 }
        }
    }
}

/// Jobs in the order in which they came.
private struct JobQueue {
    private var jobs: [UnownedJob] = []
    /// The index of the first one.
    private var start = 0

    var count: Int { jobs.count - start }

    mutating func append(_ job: UnownedJob) {
        jobs.append(job)
    }

    mutating func removeFirst() -> UnownedJob {
        let job = jobs[start]
        start += 1
        // Move the others only when that is cheap for each job.
        if start * 2 >= jobs.count {
            jobs.removeFirst(start)
            start = 0
        }
        return job
    }
}
