public import SMTPProtocol

/// The result of sending one message: one delivery, or several if the server limits the number of recipients per
/// transaction.
public struct SubmissionReport: Hashable, Sendable {
    public internal(set) var deliveries: [Delivery] = []
    /// Why the message could not be read or its state recorded, if that stopped it.
    public internal(set) var stopped: String?

    /// The recipients for whom the server accepted the message.
    public var accepted: [EnvelopeAddress] { deliveries.flatMap(\.accepted) }

    /// The recipients for whom the server may or may not have accepted the message.
    public var unknown: [EnvelopeAddress] {
        deliveries.flatMap { delivery -> [EnvelopeAddress] in
            guard case .unknown = delivery.outcome else { return [] }
            return delivery.recipients.filter { $0.word == .agreed }.map(\.address)
        }
    }

    /// The recipients that the server refused, with its replies.
    public var refused: [EnvelopeAddress: Reply] {
        var refused: [EnvelopeAddress: Reply] = [:]
        for recipient in deliveries.flatMap(\.recipients) {
            if case .refused(let reply) = recipient.word { refused[recipient.address] = reply }
        }
        return refused
    }

    /// Why the message was not sent, or not to all recipients.
    public var failure: SMTPFailure? {
        for delivery in deliveries {
            switch delivery.outcome {
            case .accepted: continue
            case .notSent(let failure), .unknown(let failure): return failure
            }
        }
        return nil
    }

    /// The recipients still to be served, by a separate transaction on another connection.
    public var left: [EnvelopeAddress] { deliveries.last?.left ?? [] }
}
