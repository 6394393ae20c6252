public import MailTypes
public import SMTPProtocol

/// The progress of a delivery attempt, recorded before each irreversible step.
public struct DeliveryProgress: Hashable, Sendable {
    public enum Phase: String, Hashable, Sendable {
        /// No data that the server could mistake for a complete message was sent, so the message was not delivered.
        case connecting
        /// The final dot may have been sent. If no sender is running, the outcome is unknown.
        case committing
        /// The server has accepted the message. The copy in Sent is still to be filed.
        case accepted
        /// The copy for Sent is staged, and is moved into the folder next.
        case filing
    }

    /// What a failed attempt is waiting for.
    public enum Obstacle: String, Hashable, Sendable {
        /// This message is deferred. Others may be sent meanwhile.
        case message
        /// The server is unavailable. The message is sent as soon as it is available.
        case server
    }

    /// What is known about the copy of a sent message in Sent while petrel waits for the server's.
    public struct SentCopy: Hashable, Sendable {
        /// Whether petrel has shown its own copy. If it is missing then, the user has deleted or moved it.
        public var isShown: Bool
        /// Whether another message with the same Message-ID was sent, so that a copy with another text may be of that one.
        public var reusesMessageID: Bool

        public init(isShown: Bool = false, reusesMessageID: Bool = false) {
            self.isShown = isShown
            self.reusesMessageID = reusesMessageID
        }
    }

    /// A recipient that the server refused.
    public struct Refusal: Hashable, Sendable {
        public let address: String
        /// The code of the server's reply.
        public let code: Int
        /// The text of the reply. It is untrusted.
        public let text: String

        public init(_ address: String, code: Int, text: String) {
            self.address = address
            self.code = code
            self.text = text
        }
    }

    public var phase: Phase
    public var started: Instant
    /// When the server accepted the message.
    public var ended: Instant?
    /// The recipients for whom the server accepted the message. It is not sent to them again.
    public var accepted: [String]
    /// The recipients for whom the final dot may have been sent.
    public var committing: [String]
    /// The recipients that the server refused in this attempt, in the order of the envelope.
    public var refused: [Refusal] = []
    public var obstacle: Obstacle?
    /// `nil` before the first search for the server's copy.
    public var sentCopy: SentCopy?

    public init(
        _ phase: Phase, started: Instant, accepted: [String] = [], committing: [String] = [],
        obstacle: Obstacle? = nil
    ) {
        self.phase = phase
        self.started = started
        self.accepted = accepted
        self.committing = committing
        self.obstacle = obstacle
    }

    /// The event for a message whose sender ended during the attempt.
    public var abandonment: SubmissionState.Event {
        switch phase {
        case .connecting: .postpone
        case .committing: .lose
        case .accepted, .filing: .accept
        }
    }
}

extension [DeliveryResult] {
    /// The recipients that the server refused.
    public var refusals: [DeliveryProgress.Refusal] {
        flatMap(\.recipients).compactMap { recipient in
            guard case .refused(let reply) = recipient.word else { return nil }
            return DeliveryProgress.Refusal(
                recipient.address.description, code: Int(reply.code), text: String(reply.text.prefix(500)))
        }
    }
}
