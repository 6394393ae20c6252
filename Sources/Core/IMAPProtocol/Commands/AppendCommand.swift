public import MailTypes

/// APPEND. The message is sent after the command [RFC 9051 §6.3.12].
public struct AppendCommand: Hashable, Sendable {
    public let mailbox: EncodedMailboxName
    /// The size of the message in bytes.
    public let size: Int
    public var flags: [Flag] = []
    public var internalDate: DateTime?

    public init(_ mailbox: EncodedMailboxName, size: Int) {
        self.mailbox = mailbox
        self.size = size
    }
}
