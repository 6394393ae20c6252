public import InternetMessage
internal import JSONText
public import MailTypes

extension Sidecar {
    /// From whom and to whom a message in the outbox goes [RFC 5321 §2.3.1].
    ///
    /// It is written when the order to send is given and holds from then on: a recipient need not stand in the header,
    /// and a program that changes the header changes nobody to whom the message goes.
    public struct Envelope: Hashable, Sendable {
        /// Where reports of failure go; `nil` where nobody had an address yet when the order was given: then it is that of
        /// the account which sends the message.
        public let sender: EmailAddress?
        /// At least one, each once, in the order in which they were named.
        public let recipients: [EmailAddress]
        /// By which a copy of the message is known again; `nil` where it has none that can be read.
        public let messageID: MessageID?

        /// `nil` where the message would go to nobody.
        public init?(sender: EmailAddress?, recipients: [EmailAddress], messageID: MessageID?) {
            var seen: Set<EmailAddress> = []
            self.recipients = recipients.filter { seen.insert($0).inserted }
            self.sender = sender
            self.messageID = messageID
            if self.recipients.isEmpty { return nil }
        }

        /// What the header says: from the Sender or, where there is none, from the first author, to all of To, Cc and
        /// Bcc [RFC 5322 §3.6.2, §3.6.3]. `nil` where it names no sender or no recipient whom mail can be addressed to.
        public init?(of message: Message) {
            let header = message.header
            let senders = [FieldName.sender, .from].flatMap { Self.addresses(header, $0) }
            guard let sender = senders.first else { return nil }
            self.init(sender: sender, of: message)
        }

        /// The same with another sender.
        public init?(sender: EmailAddress?, of message: Message) {
            let header = message.header
            let recipients = [FieldName.to, .cc, .bcc].flatMap { Self.addresses(header, $0) }
            self.init(sender: sender, recipients: recipients, messageID: header.messageID)
        }

        private static func addresses(_ header: Header, _ name: FieldName) -> [EmailAddress] {
            header.addresses(name).compactMap { $0.email.flatMap { $0.isValid ? $0 : nil } }
        }

        /// A message as a draft: those whom its header does not name stand in a Bcc, so that nobody is lost.
        func naming(allIn message: [UInt8]) -> [UInt8] {
            let header = Message(message).header
            let named = Set([FieldName.to, .cc, .bcc].flatMap { Self.addresses(header, $0) })
            let others = recipients.filter { !named.contains($0) }.map { Address(email: $0) }
            return ((try? OutgoingField.addresses("Bcc", others).octets()) ?? []) + message
        }

        /// Octets of all recipients: their list is no longer than that.
        public static let maximumSize = 1 << 19

        /// Whether a sidecar has room for it.
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
        }

        private static func identifier(_ text: String) -> MessageID? {
            let octets = text.utf8
            guard octets.first == 0x3C, octets.last == 0x3E, octets.count > 2 else { return nil }
            return MessageID(String(decoding: octets.dropFirst().dropLast(), as: UTF8.self))
        }

        var json: JSONObject {
            JSONObject([
                ("sender", sender.map { .string($0.text) } ?? .null),
                ("recipients", .array(recipients.map { .string($0.text) })),
                ("messageId", messageID.map { .string($0.description) } ?? .null),
            ])
        }
    }
}
