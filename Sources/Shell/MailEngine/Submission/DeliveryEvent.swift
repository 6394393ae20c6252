internal import InternetMessage
public import MailTypes
public import MaildirStore

/// A message in the outbox, as shown to the user.
public struct OutboxMessage: Hashable, Sendable {
    public let id: DraftID
    /// The number that the user types, such as 3 in `o3`.
    public let number: Int?
    public let subject: String
    /// To, Cc and Bcc, in that order.
    public let recipients: [Address]

    init(_ id: DraftID, number: Int?, _ octets: [UInt8]) {
        let header = Message(octets).header
        self.id = id
        self.number = number
        subject = header.subject ?? ""
        recipients = [FieldName.to, .cc, .bcc].flatMap { Array(header.addresses($0).prefix(Self.mostRecipients)) }
    }

    /// The maximum number of recipients per header field.
    private static let mostRecipients = 100

    /// The name that the user types.
    static func name(_ number: Int?) -> String { number.map { "o\($0)" } ?? "oN" }

    /// The reason to store with a message whose delivery is unknown. It names the two commands to choose from.
    static func unknownOutcome(of number: Int?, because reason: String) -> String {
        let name = name(number)
        return """
            \(reason) It may have arrived, so it is not sent again by itself. If it arrived, type: outbox sent \(name)  \
            To send it again: outbox retry \(name)
            """
    }

    func unknownOutcome(because reason: String) -> String { Self.unknownOutcome(of: number, because: reason) }
}

/// An event while the outbox is sent. Reasons contain text from servers and must be sanitized before they are shown.
public enum DeliveryEvent: Hashable, Sendable {
    case sending(OutboxMessage)
    /// `files`: the number of attachments that are downloaded first.
    case fetching(OutboxMessage, files: Int)
    case sent(OutboxMessage)
    /// The message will be retried, at `until` if a time is set.
    case postponed(OutboxMessage, reason: String, until: Instant?)
    case failed(OutboxMessage, reason: String)
    /// The message may have been delivered.
    case unknown(OutboxMessage, reason: String)
    /// The network is unavailable. `waiting`: the number of messages that wait for it.
    case offline(waiting: Int)
    /// A problem that affects all messages.
    case problem(String)
}

/// The result of sending an account's outbox.
public struct DeliveryReport: Sendable {
    public internal(set) var events: [DeliveryEvent] = []
    /// Whether another process is sending. It also sends the messages queued here.
    public internal(set) var isBusy = false
    public internal(set) var isOffline = false
    /// When the next attempt is due.
    public internal(set) var nextAttempt: Instant?
    /// The number of messages that wait to be sent.
    public internal(set) var waiting = 0
    /// The number of messages that were sent by an earlier run but not yet filed in Sent.
    public internal(set) var unfiled = 0
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

    /// Whether there was nothing to do, here or in another process.
    public var isIdle: Bool { events.isEmpty && waiting == 0 && unfiled == 0 && !isBusy }

    /// Returns `next` with the events of both reports.
    public func followed(by next: DeliveryReport) -> DeliveryReport {
        var joined = next
        joined.events = events + next.events
        return joined
    }
}
