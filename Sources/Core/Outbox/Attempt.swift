public import MailTypes

/// The progress of handing over a message, recorded before each step that cannot be undone.
public struct Attempt: Hashable, Sendable {
    public enum Phase: String, Hashable, Sendable {
        /// Nothing that the server could take for a complete message was sent: the message is certainly not delivered.
        case connecting
        /// The end of the message may have been sent. If no sender is running, the outcome is unknown.
        case committing
        /// The server has it. The copy in Sent is still to be filed.
        case accepted
        /// The copy in Sent is written, and gets its name.
        case filing
    }

    /// What an attempt that failed waits for.
    public enum Obstacle: String, Hashable, Sendable {
        /// This message was put off: others may go meanwhile.
        case message
        /// The server could not be talked to: as soon as it can, the message goes.
        case server
    }

    public var phase: Phase
    public var started: Instant
    /// The recipients for whom the server accepted the message; it is not sent to them again.
    public var accepted: [String]
    /// The recipients for whom the end of the message may have been sent.
    public var committing: [String]
    public var obstacle: Obstacle?

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

    /// What happens to a message that was being sent when its sender was gone.
    public var abandonment: Submission.Event {
        switch phase {
        case .connecting: .postpone
        case .committing: .lose
        case .accepted, .filing: .accept
        }
    }
}
