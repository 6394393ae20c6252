internal import MailClients

/// The result of a nonblocking operation.
enum NonblockingResult<Value> {
    case done(Value)
    /// Retry when the connection is ready for this.
    case wait(Interest)
    case failed(StreamFailure)

    func map<Other>(_ transform: (Value) -> Other) -> NonblockingResult<Other> {
        switch self {
        case .done(let value): .done(transform(value))
        case .wait(let interest): .wait(interest)
        case .failed(let failure): .failed(failure)
        }
    }
}
