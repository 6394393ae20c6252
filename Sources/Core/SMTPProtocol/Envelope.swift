/// The sender and recipients of a message, independent of its header [RFC 5321 §2.3.1].
public struct Envelope: Hashable, Sendable {
    /// The delivery status notifications that the sender requests [RFC 3461].
    public struct StatusRequest: Hashable, Sendable {
        public enum Occasion: String, CaseIterable, Sendable {
            case success = "SUCCESS"
            case failure = "FAILURE"
            case delay = "DELAY"
        }

        /// Empty to request that no notification is ever sent.
        public let occasions: Set<Occasion>
        /// Whether a notification includes the whole message, and not just its header.
        public let returnsMessage: Bool
        /// The identifier of the message in notifications: printable ASCII, of which at most 100 characters are used.
        public let identifier: [UInt8]

        public init(_ occasions: Set<Occasion>, returnsMessage: Bool = false, identifier: [UInt8] = []) {
            self.occasions = occasions
            self.returnsMessage = returnsMessage
            self.identifier = identifier
        }
    }

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
