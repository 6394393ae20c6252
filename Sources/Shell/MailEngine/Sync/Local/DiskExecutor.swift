private import Dispatch

/// A thread for work that waits for disks, so that nobody who waits for the network has to wait for them as well.
final class DiskExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(_ label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The last job may end behind the actor whose executor this is.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
