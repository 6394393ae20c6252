internal import MailClients

/// A task's wait for a descriptor.
struct PendingDescriptorWait: Sendable {
    enum End: Sendable {
        case ready
        case failed(StreamFailure)
    }

    let number: UInt64
    let interest: Interest
    let deadline: Deadline
    let continuation: CheckedContinuation<End, Never>

    init(
        _ number: UInt64, _ interest: Interest, _ deadline: Deadline, _ continuation: CheckedContinuation<End, Never>
    ) {
        self.number = number
        self.interest = interest
        self.deadline = deadline
        self.continuation = continuation
    }
}
