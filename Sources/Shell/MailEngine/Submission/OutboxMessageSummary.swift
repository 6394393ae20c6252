internal import InternetMessage
public import MailTypes
internal import MaildirStore
internal import Outbox

/// A message in the outbox, as shown to the user.
public struct OutboxMessageSummary: Hashable, Sendable {
    public let id: DraftID
    /// The number that the user types, such as 3 in `o3`.
    public let number: Int?
    public let subject: String
    /// To, Cc and Bcc, in that order; of a long list only the first ones.
    public let recipients: [Address]
    /// The number of all recipients.
    public let recipientCount: Int

    /// How much later than planned the message was sent; `nil` if it was not planned or is not sent.
    public internal(set) var delay: Duration?

    /// Whether Sent has a copy, although the message waits.
    public internal(set) var isInSent = false

    /// `envelope`: the recipients that the message was queued for. Those that its header names keep their names.
    init(_ id: DraftID, number: Int?, _ octets: [UInt8], envelope: [EmailAddress]?) {
        let header = Message(octets).header
        self.id = id
        self.number = number
        subject = header.subject ?? ""
        var named = [FieldName.to, .cc, .bcc].flatMap { header.addresses($0) }
        if let envelope {
            let wanted = Set(envelope)
            named.removeAll { address in address.email.map { !wanted.contains($0) } ?? true }
            let present = Set(named.compactMap(\.email))
            named += envelope.filter { !present.contains($0) }.map { Address(email: $0) }
        }
        recipients = Array(named.prefix(Self.mostRecipients))
        recipientCount = named.count
    }

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

extension Sidecar {
    private static let mostNamed = 10

    /// Returns the reason why some recipients do not have the message, and says who has it. `accepted`: those for whom the
    /// server has just accepted it.
    func namingHolders(_ accepted: [String] = [], after reason: String) -> String {
        var seen: Set<EmailAddress> = []
        let holders = ((attempt?.accepted ?? []) + accepted).filter { seen.insert(EmailAddress($0)).inserted }
        guard !holders.isEmpty else { return reason }
        let end = reason.isEmpty ? "" : ".?!".utf8.contains(reason.utf8.last ?? 0x2E) ? " " : ". "
        let all = envelope.map { " of its \($0.recipients.count)" } ?? ""
        let names = holders.prefix(Self.mostNamed).joined(separator: ", ")
        let rest = holders.count - Self.mostNamed
        return """
            \(reason)\(end)Already delivered to \(holders.count)\(all) recipients, who do not get it again: \
            \(names)\(rest > 0 ? " and \(rest) more" : "").
            """
    }
}
