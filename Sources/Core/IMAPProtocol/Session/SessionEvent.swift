public import MailTypes

/// An event on an IMAP connection.
public enum SessionEvent: Hashable, Sendable {
    /// The server has sent its greeting, with PREAUTH if `isAuthenticated`.
    case greeted(isAuthenticated: Bool)
    /// Data, with the command that requested it, if any.
    case data(Response, Route)
    /// A piece of streamed message content, with the command that requested it.
    case literal(LiteralPiece, Route)
    /// The server sent a continuation request: for the content of a message, for the response to a SASL challenge,
    /// which is passed in base64, or because IDLE has started.
    case proceed(CommandTag, [UInt8])
    indirect case completed(CommandTag, CommandResult)
    /// The command was refused. The session continues.
    indirect case failed(CommandTag, IMAPFailure)
    /// Start the TLS handshake. No input follows the server's answer.
    case startTLS
    /// Everything that follows is compressed in both directions. The bytes are compressed input that was already read
    /// [RFC 4978 §3].
    indirect case compressed(CommandTag, CommandResult, [UInt8])
    /// A text that the user must see. It is untrusted [RFC 9051 §7.1, ALERT].
    case alert([UInt8])
    /// The server closes the connection after a LOGOUT.
    case goodbye

    /// The command and the mailbox that data belongs to.
    public struct Route: Hashable, Sendable {
        /// `nil` for unsolicited data.
        public let tag: CommandTag?
        /// The mailbox that message data refers to.
        public let mailbox: EncodedMailboxName?

        public init(tag: CommandTag?, mailbox: EncodedMailboxName?) {
            self.tag = tag
            self.mailbox = mailbox
        }
    }
}
