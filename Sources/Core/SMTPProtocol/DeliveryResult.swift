/// The result of sending one message.
public struct DeliveryResult: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        /// The server accepted the message for all recipients that it had agreed to.
        case accepted(Reply)
        /// The message was not accepted for any recipient.
        case notSent(SMTPFailure)
        /// The complete message was sent, but the server's answer is unknown. The message must not be sent again unless
        /// the user requests it [RFC 5321 §4.5.3.2.6].
        case unknown(SMTPFailure)
    }

    /// The server's reply for one recipient.
    public enum Word: Hashable, Sendable {
        /// The server was not asked about this recipient.
        case untried
        case agreed
        case refused(Reply)
        /// The message has too many recipients. This one is left for a further message.
        case left
    }

    public struct Recipient: Hashable, Sendable {
        public let address: EnvelopeAddress
        public internal(set) var word: Word

        public init(_ address: EnvelopeAddress, _ word: Word) {
            self.address = address
            self.word = word
        }
    }

    public let outcome: Outcome
    /// In envelope order.
    public let recipients: [Recipient]
    /// Whether the connection can be used for another message.
    public let isReusable: Bool

    public init(_ outcome: Outcome, _ recipients: [Recipient], isReusable: Bool) {
        self.outcome = outcome
        self.recipients = recipients
        self.isReusable = isReusable
    }

    /// The recipients for whom the server accepted the message.
    public var accepted: [EnvelopeAddress] {
        guard case .accepted = outcome else { return [] }
        return recipients.filter { $0.word == .agreed }.map(\.address)
    }

    /// The recipients that need a further message.
    public var left: [EnvelopeAddress] { recipients.filter { $0.word == .left }.map(\.address) }
}

extension DeliveryResult {
    /// Whether the server ended the connection before the message was transmitted. Servers do that after some messages, or
    /// after some time, and would accept the message on a new connection.
    public var isConnectionEnded: Bool {
        guard case .notSent(let failure) = outcome, [.reset, .sender, .recipients, .data].contains(failure.stage) else {
            return false
        }
        return switch failure.cause {
        case .lost(.closed), .lost(.broken): true
        case .reply(let reply): reply.code == 421
        default: false
        }
    }
}

/// A message takes several deliveries if the server accepts fewer recipients at once than it has.
extension [DeliveryResult] {
    /// The recipients for whom the server accepted the message.
    public var accepted: [EnvelopeAddress] { flatMap(\.accepted) }

    /// The recipients for whom the server may have accepted the message.
    public var unknown: [EnvelopeAddress] {
        flatMap { delivery -> [EnvelopeAddress] in
            guard case .unknown = delivery.outcome else { return [] }
            return delivery.recipients.filter { $0.word == .agreed }.map(\.address)
        }
    }

    /// The recipients that the server refused, each with its reply.
    public var refused: [EnvelopeAddress: Reply] {
        var refused: [EnvelopeAddress: Reply] = [:]
        for recipient in flatMap(\.recipients) {
            if case .refused(let reply) = recipient.word { refused[recipient.address] = reply }
        }
        return refused
    }

    /// Why not every recipient has the message.
    public var failure: SMTPFailure? {
        for delivery in self {
            switch delivery.outcome {
            case .accepted: continue
            case .notSent(let failure), .unknown(let failure): return failure
            }
        }
        return nil
    }

    /// The recipients that need another delivery, on a new connection.
    public var left: [EnvelopeAddress] { last?.left ?? [] }
}
