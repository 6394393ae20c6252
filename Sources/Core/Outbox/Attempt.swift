public import MailTypes

/// How far the handing over of a message has come: what is written down before each step that cannot be taken back.
public struct Attempt: Hashable, Sendable {
    public enum Phase: String, Hashable, Sendable {
        /// Nothing that the server could take for a whole message has left: whatever happens now, nobody has it.
        case connecting
        /// The end of the message may be on its way. Whoever finds this, and no sender, does not know what became of it.
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
    /// Those for whom the server has the message: they do not get it again.
    public var accepted: [String]
    /// Those for whom the end of the message may be on its way.
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
