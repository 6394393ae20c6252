public import SMTPProtocol

/// What became of a message that was given to a client to hand over: one delivery, or several where the server takes no
/// more recipients at once.
public struct SubmissionReport: Hashable, Sendable {
    public internal(set) var deliveries: [Delivery] = []
    /// Why the message could not be read or written down, where that was the reason.
    public internal(set) var stopped: String?

    /// Those for whom the server has the message.
    public var accepted: [EnvelopeAddress] { deliveries.flatMap(\.accepted) }

    /// Those for whom it may have the message, and nobody knows.
    public var unknown: [EnvelopeAddress] {
        deliveries.flatMap { delivery -> [EnvelopeAddress] in
            guard case .unknown = delivery.outcome else { return [] }
            return delivery.recipients.filter { $0.word == .agreed }.map(\.address)
        }
    }

    /// Those whom the server does not take, and its words.
    public var refused: [EnvelopeAddress: Reply] {
        var refused: [EnvelopeAddress: Reply] = [:]
        for recipient in deliveries.flatMap(\.recipients) {
            if case .refused(let reply) = recipient.word { refused[recipient.address] = reply }
        }
        return refused
    }

    /// Why nobody, or not everybody, has it.
    public var failure: SMTPFailure? {
        for delivery in deliveries {
            switch delivery.outcome {
            case .accepted: continue
            case .notSent(let failure), .unknown(let failure): return failure
            }
        }
        return nil
    }

    /// Those who are still to get it in a message of their own, on another connection.
    public var left: [EnvelopeAddress] { deliveries.last?.left ?? [] }
}
