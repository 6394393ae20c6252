internal import MailClients

/// What came of an operation that does not wait.
enum Step<Value> {
    case done(Value)
    /// To be tried again when the connection is ready for that.
    case wait(Interest)
    case failed(StreamFailure)

    func map<Other>(_ transform: (Value) -> Other) -> Step<Other> {
        switch self {
        case .done(let value): .done(transform(value))
        case .wait(let interest): .wait(interest)
        case .failed(let failure): .failed(failure)
        }
    }
}
