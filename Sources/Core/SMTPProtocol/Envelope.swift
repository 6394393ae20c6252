/// The sender and recipients of a message, independent of its header [RFC 5321 §2.3.1].
public struct Envelope: Hashable, Sendable {
    public let sender: EnvelopeAddress
    /// Each recipient once, in their original order.
    public let recipients: [EnvelopeAddress]
    /// What to do if the server accepts only some of the recipients: send nothing, or send to those.
    public let isPartialAllowed: Bool
    public let status: StatusRequest?

    public init(
        from sender: EnvelopeAddress, to recipients: [EnvelopeAddress], isPartialAllowed: Bool = false,
        status: StatusRequest? = nil
    ) {
        self.sender = sender
        var seen: Set<EnvelopeAddress> = []
        self.recipients = recipients.filter { seen.insert($0).inserted }
        self.isPartialAllowed = isPartialAllowed
        self.status = status
    }

    var isInternational: Bool { sender.isInternational || recipients.contains(where: \.isInternational) }
}
