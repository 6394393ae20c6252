public import MailTypes

/// What happened on a connection.
public enum SessionEvent: Hashable, Sendable {
    /// The server is there. `isAuthenticated` where it knows the user already.
    case greeted(isAuthenticated: Bool)
    /// Data, for the command that asked for it or for nobody.
    case data(Response, Route)
    /// A piece of a message's content, for the command that asked for it.
    case literal(LiteralPiece, Route)
    /// The server asks for what follows: the content of a message, or the answer to a challenge of a mechanism, which
    /// stands there in base64. IDLE has begun.
    case proceed(CommandTag, [UInt8])
    indirect case completed(CommandTag, Completion)
    /// The command was refused; others go on.
    indirect case failed(CommandTag, IMAPFailure)
    /// TLS begins now; nothing was read beyond the server's answer.
    case startTLS
    /// All that follows is compressed, in both directions; these octets of it were read already [RFC 4978 §3].
    indirect case compressed(CommandTag, Completion, [UInt8])
    /// The server wants the user to read this: octets of unknown origin [RFC 9051 §7.1, ALERT].
    case alert([UInt8])
    /// The server ends the connection, as it was asked to.
    case goodbye

    /// Whose data it is.
    public struct Route: Hashable, Sendable {
        /// `nil` for what nobody asked for.
        public let tag: CommandTag?
        /// The mailbox that data about messages is about.
        public let mailbox: EncodedMailboxName?

        public init(tag: CommandTag?, mailbox: EncodedMailboxName?) {
            self.tag = tag
            self.mailbox = mailbox
        }
    }
}

/// How a command that the server has obeyed has ended. Nothing in it was said to another command.
public struct Completion: Hashable, Sendable {
    public internal(set) var code: ResponseCode?
    /// What the server wants the user to read: octets of unknown origin [RFC 9051 §7.1, ALERT].
    public internal(set) var alert: [UInt8]?
    /// Of SELECT and EXAMINE.
    public internal(set) var mailbox: SelectedMailbox?
    /// Of APPEND and REPLACE: where the message is now, if the server says so.
    public internal(set) var appended: AppendedUID?
    /// Of COPY and MOVE, if the server says so.
    public internal(set) var copied: CopiedUIDs?
    /// Of ENABLE: what the server has really switched on, in upper case.
    public internal(set) var enabled: [[UInt8]] = []

    public struct AppendedUID: Hashable, Sendable {
        public let validity: UIDValidity
        public let uid: UID

        public init(validity: UIDValidity, uid: UID) {
            self.validity = validity
            self.uid = uid
        }
    }
}
