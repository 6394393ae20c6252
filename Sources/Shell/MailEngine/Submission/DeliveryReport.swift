public import MailTypes
public import MaildirStore

/// The result of sending an account's outbox.
public struct DeliveryReport: Sendable {
    public internal(set) var events: [DeliveryEvent] = []
    public internal(set) var attempts: [SubmissionAttempt] = []
    /// Whether another process is sending. It also sends the messages queued here.
    public internal(set) var isBusy = false
    public internal(set) var isOffline = false
    /// Whether nothing was sent because a prompt works offline.
    public internal(set) var awaitsPrompt = false
    /// Whether the messages wait for a password that is stored nowhere, so that only the user can provide it.
    public internal(set) var awaitsPassword = false
    /// When the next attempt is due.
    public internal(set) var nextAttempt: Instant?
    /// The number of messages that wait to be sent, without those planned for a later time.
    public internal(set) var waiting = 0
    /// The number of messages planned for a later time.
    public internal(set) var planned = 0
    /// The number of messages that were sent by an earlier run but not yet filed in Sent.
    public internal(set) var unfiled = 0
    /// Whether the time was over before the copies of sent messages were stored on the server.
    public internal(set) var awaitsCopies = false
    /// Why the outbox could not be read or changed.
    public internal(set) var failure: DraftError?

    public init() {}
}

extension DeliveryReport {
    /// The number of messages that the server accepted.
    public var sentCount: Int {
        events.count { event in
            if case .sent = event { true } else { false }
        }
    }

    /// Whether the server has answered an attempt to send a message.
    public var hasReachedServer: Bool { attempts.contains { $0.replyCode != nil } }

    /// Whether there was nothing to do, here or in another process.
    public var isIdle: Bool { events.isEmpty && waiting == 0 && unfiled == 0 && !isBusy }

    /// Returns `next` with the events of both reports.
    public func followed(by next: DeliveryReport) -> DeliveryReport {
        var joined = next
        joined.events = events + next.events
        joined.attempts = attempts + next.attempts
        return joined
    }
}
