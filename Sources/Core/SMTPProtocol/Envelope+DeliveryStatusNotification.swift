extension Envelope {
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
}
