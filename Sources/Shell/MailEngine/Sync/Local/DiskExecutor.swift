internal import Threads

/// Runs an actor's disk I/O on a separate queue, so that it does not block tasks that wait for the network.
final class DiskExecutor: SerialExecutor {
    private let queue = SerialQueue()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // Capture `self`: the last job may outlive the actor that owns this executor.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
