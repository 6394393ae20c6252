internal import InternetMessage
public import MailTypes

/// A message in the outbox, as people know it.
public struct OutboxMessage: Hashable, Sendable {
    public let id: DraftID
    /// `o3`.
    public let number: Int?
    public let subject: String
    /// In the order in which the header names them.
    public let recipients: [Address]

    init(_ id: DraftID, number: Int?, _ octets: [UInt8]) {
        let header = Message(octets).header
        self.id = id
        self.number = number
        subject = header.subject ?? ""
        recipients = [FieldName.to, .cc, .bcc].flatMap { Array(header.addresses($0).prefix(Self.mostRecipients)) }
    }

    /// Nobody reads more of them in a line.
    private static let mostRecipients = 100

    /// As people call it.
    static func name(_ number: Int?) -> String { number.map { "o\($0)" } ?? "oN" }

    /// What is kept of a message of which nobody knows whether it arrived: nothing tries again by itself, and who looks
    /// into the matter has two orders to choose from.
    static func unknownOutcome(of number: Int?, because reason: String) -> String {
        let name = name(number)
        return """
            \(reason) It may have arrived, so it is not sent again by itself. If it arrived, type: outbox sent \(name)  \
            To send it again: outbox retry \(name)
            """
    }

    func unknownOutcome(because reason: String) -> String { Self.unknownOutcome(of: number, because: reason) }
}

/// What happens while the outbox is delivered. Words of servers are in the reasons: whoever shows them makes them harmless.
public enum DeliveryEvent: Hashable, Sendable {
    case sending(OutboxMessage)
    /// So many files that go along with it are fetched first.
    case fetching(OutboxMessage, files: Int)
    case sent(OutboxMessage)
    /// It is tried again, at this time where one is planned.
    case postponed(OutboxMessage, reason: String, until: Instant?)
    case failed(OutboxMessage, reason: String)
    /// It may have arrived.
    case unknown(OutboxMessage, reason: String)
    /// There is no network: so many messages wait for one.
    case offline(waiting: Int)
    /// Nothing can be sent for now, and that is no fault of a message.
    case problem(String)
}

/// What came of a delivery.
public struct DeliveryReport: Sendable {
    public internal(set) var events: [DeliveryEvent] = []
    /// Another process delivers: it has what was queued here, too.
    public internal(set) var isBusy = false
    public internal(set) var isOffline = false
    /// When the next attempt is planned, of the messages that wait for one.
    public internal(set) var nextAttempt: Instant?
    /// Messages that wait to be sent.
    public internal(set) var waiting = 0
    /// Messages that were sent before, and whose copy in Sent was still to be seen to.
    public internal(set) var unfiled = 0

    public init() {}
}

extension DeliveryReport {
    /// Messages that the server took.
    public var sentCount: Int {
        events.count { event in
            if case .sent = event { true } else { false }
        }
    }

    /// Whether there was nothing to do, for anybody.
    public var isIdle: Bool { events.isEmpty && waiting == 0 && unfiled == 0 && !isBusy }

    /// What the later one found, and the events of both.
    public func followed(by next: DeliveryReport) -> DeliveryReport {
        var joined = next
        joined.events = events + next.events
        return joined
    }
}
