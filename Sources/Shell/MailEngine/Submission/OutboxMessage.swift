internal import InternetMessage
public import MailTypes

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
