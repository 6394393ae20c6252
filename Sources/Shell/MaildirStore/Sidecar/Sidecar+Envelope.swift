public import InternetMessage
internal import JSONText
public import MailTypes

extension Sidecar {
    /// The sender and recipients of a message in the outbox [RFC 5321 §2.3.1].
    ///
    /// It is fixed when the user orders the message to be sent: it may contain recipients who are not in the header,
    /// and later changes of the header do not affect it.
    public struct Envelope: Hashable, Sendable {
        /// The address for failure reports; `nil` if it was not known when the message was queued. The address of the
        /// sending account is used then.
        public let sender: EmailAddress?
        /// At least one recipient, without duplicates, in the order given.
        public let recipients: [EmailAddress]
        /// Identifies a copy of the message; `nil` if the message has no valid one.
        public let messageID: MessageID?
        /// When the sender wants delivery reports: `SUCCESS`, `FAILURE`, `DELAY`, or none of them for never. `nil` leaves
        /// that to the server [RFC 3461 §4.1].
        public var reports: [String]?
        /// Whether reports contain the whole message.
        public var reportsReturnMessage = false

        /// Returns `nil` if there are no recipients.
        public init?(sender: EmailAddress?, recipients: [EmailAddress], messageID: MessageID?) {
            var seen: Set<EmailAddress> = []
            self.recipients = recipients.filter { seen.insert($0).inserted }
            self.sender = sender
            self.messageID = messageID
            if self.recipients.isEmpty { return nil }
        }

        /// Takes the sender from Sender or else the first From address, and the recipients from To, Cc and Bcc
        /// [RFC 5322 §3.6.2, §3.6.3]. Returns `nil` if there is no valid sender or recipient address.
        public init?(of message: Message) {
            let header = message.header
            let senders = [FieldName.sender, .from].flatMap { Self.addresses(header, $0) }
            guard let sender = senders.first else { return nil }
            self.init(sender: sender, of: message)
        }

        /// Takes the recipients from the header, with another sender.
        public init?(sender: EmailAddress?, of message: Message) {
            let header = message.header
            let recipients = [FieldName.to, .cc, .bcc].flatMap { Self.addresses(header, $0) }
            self.init(sender: sender, recipients: recipients, messageID: header.messageID)
        }

        private static func addresses(_ header: Header, _ name: FieldName) -> [EmailAddress] {
            header.addresses(name).compactMap { $0.email.flatMap { $0.isValid ? $0 : nil } }
        }

        /// Returns the message as a draft. Recipients that its header does not name are added as a Bcc field, so that
        /// they are not lost.
        public func naming(allIn message: [UInt8]) -> [UInt8] {
            let header = Message(message).header
            let named = Set([FieldName.to, .cc, .bcc].flatMap { Self.addresses(header, $0) })
            let others = recipients.filter { !named.contains($0) }.map { Address(email: $0) }
            return ((try? OutgoingField.addresses("Bcc", others).octets()) ?? []) + message
        }

        /// The maximum size of the recipient list in bytes, counting 8 extra bytes per recipient.
        public static let maximumSize = 1 << 19

        /// Whether the envelope is small enough for a sidecar.
        public var fits: Bool {
            recipients.reduce(0) { $0 + $1.text.utf8.count + 8 } <= Self.maximumSize
        }

        init?(_ json: JSONObject) {
            guard let sender = json["sender"], sender.isNull || sender.string != nil,
                let recipients = json["recipients"]?.array
            else { return nil }
            let texts = recipients.compactMap(\.string)
            guard texts.count == recipients.count else { return nil }
            self.init(
                sender: sender.string.map { EmailAddress($0) }, recipients: texts.map { EmailAddress($0) },
                messageID: json["messageId"]?.string.flatMap { Self.identifier($0) })
            reports = json["notify"]?.array?.compactMap(\.string)
            reportsReturnMessage = json["returnsMessage"]?.bool ?? false
        }

        private static func identifier(_ text: String) -> MessageID? {
            let octets = text.utf8
            guard octets.first == 0x3C, octets.last == 0x3E, octets.count > 2 else { return nil }
            return MessageID(String(decoding: octets.dropFirst().dropLast(), as: UTF8.self))
        }

        var json: JSONObject {
            var json = JSONObject([
                ("sender", sender.map { .string($0.text) } ?? .null),
                ("recipients", .array(recipients.map { .string($0.text) })),
                ("messageId", messageID.map { .string($0.description) } ?? .null),
            ])
            if let reports {
                json["notify"] = .array(reports.map { .string($0) })
                json["returnsMessage"] = .bool(reportsReturnMessage)
            }
            return json
        }
    }
}
