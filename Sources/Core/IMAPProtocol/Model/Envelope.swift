/// The ENVELOPE of a message. Header values are raw and not decoded [RFC 9051 §7.5.2].
public struct Envelope: Hashable, Sendable {
    public var date: [UInt8]?
    public var subject: [UInt8]?
    public var from: [Mailbox] = []
    public var sender: [Mailbox] = []
    public var replyTo: [Mailbox] = []
    public var to: [Mailbox] = []
    public var cc: [Mailbox] = []
    public var bcc: [Mailbox] = []
    public var inReplyTo: [UInt8]?
    public var messageID: [UInt8]?

    /// An address. Without a host it starts a group, and without host and mailbox it ends one. Servers insert words
    /// such as `MISSING_DOMAIN` for missing values.
    public struct Mailbox: Hashable, Sendable {
        public let name: [UInt8]?
        public let mailbox: [UInt8]?
        public let host: [UInt8]?

        public init(name: [UInt8]?, mailbox: [UInt8]?, host: [UInt8]?) {
            self.name = name
            self.mailbox = mailbox
            self.host = host
        }
    }

    public init() {}
}
