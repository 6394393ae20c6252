/// How the handing over of one message ended.
public struct Delivery: Hashable, Sendable {
    public enum Outcome: Hashable, Sendable {
        /// The server has the message for all recipients that it agreed to.
        case accepted(Reply)
        /// No server has it for anybody.
        case notSent(SMTPFailure)
        /// The message was sent completely, but the server's answer is unknown. It must not be sent again without the
        /// user's order [RFC 5321 §4.5.3.2.6].
        case unknown(SMTPFailure)
    }

    /// The server's reply for one recipient.
    public enum Word: Hashable, Sendable {
        /// The server was not asked.
        case untried
        case agreed
        case refused(Reply)
        /// One too many for one message: it belongs to the next.
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
    /// In the order of the envelope.
    public let recipients: [Recipient]
    /// Whether the connection can carry another message.
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

    /// Those who are to get it in a message of their own.
    public var left: [EnvelopeAddress] { recipients.filter { $0.word == .left }.map(\.address) }
}
