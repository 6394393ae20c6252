public import MailClients
internal import Threads

/// Notifies tasks when file descriptors are ready, with one thread for all of them. A program creates one.
///
/// The thread only polls; reading and writing runs in the waiting task. The thread ends when the loop
/// is released.
public final class EventLoop: Sendable {
    private let poller: Poller

    public init() throws(StreamFailure) {
        let poller = try Poller()
        self.poller = poller
        BackgroundThreads.run { poller.run() }
    }

    deinit {
        poller.stop()
    }

    /// Returns when the descriptor is ready. Fails with `timedOut`, with `cancelled`, or with `closed` if `forget` is
    /// called.
    func wait(for interest: Interest, on descriptor: Int32, until deadline: Deadline) async throws(StreamFailure) {
        let wait = poller.newWait()
        let end = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                poller.begin(PendingDescriptorWait(wait, interest, deadline, continuation), on: descriptor)
            }
        } onCancel: {
            poller.cancel(wait, on: descriptor)
        }
        switch end {
        case .ready: return
        case .failed(let failure): throw failure
        }
    }

    /// Ends all waits on a descriptor that is about to be closed.
    func forget(_ descriptor: Int32) {
        poller.forget(descriptor)
    }
}

/// The operation to wait for.
enum Interest: Sendable {
    case readable
    case writable
}
