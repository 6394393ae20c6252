private import Dispatch
public import MailClients

/// Tells tasks when descriptors are ready, by one thread for all of them. A program makes one.
///
/// The thread only watches: what reads and writes runs where the task runs. It ends when nobody uses the loop any more.
public final class EventLoop: Sendable {
    private let poller: Poller

    public init() throws(StreamFailure) {
        let poller = try Poller()
        self.poller = poller
        DispatchQueue(label: "petrel.network").async { poller.run() }
    }

    deinit {
        poller.stop()
    }

    /// Returns when the descriptor is ready. Fails with `timedOut`, `cancelled`, or `closed` where it is forgotten.
    func wait(for interest: Interest, on descriptor: Int32, until deadline: Deadline) async throws(StreamFailure) {
        let wait = poller.newWait()
        let end = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                poller.begin(Wait(wait, interest, deadline, continuation), on: descriptor)
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

/// What somebody waits for: that octets can be read, or written.
enum Interest: Sendable {
    case readable
    case writable
}
