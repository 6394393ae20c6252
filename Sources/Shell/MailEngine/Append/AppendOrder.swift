internal import IMAPProtocol
internal import MailTypes

/// A message to append to a mailbox exactly once.
struct AppendOrder: Sendable {
    let mailbox: MailboxName
    /// The server's name of the mailbox.
    let name: EncodedMailboxName
    let flags: [Flag]
    /// `nil` for the time at which the server gets it.
    let date: DateTime?
    /// With CRLF at the end of each line.
    let octets: [UInt8]
    /// No other message of the account has it.
    let messageID: MessageID

    var command: AppendCommand {
        var command = AppendCommand(name, size: octets.count)
        command.flags = flags
        command.internalDate = date
        return command
    }
}

/// What became of an order.
enum AppendOutcome: Hashable, Sendable {
    /// It is there; `nil` where the server does not tell which one it is.
    case stored(UID?)
    /// It is not there.
    case refused(AppendRefusal)
}

/// Why a server does not take a message.
struct AppendRefusal: Error, Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// The account has no more room: the same with every message.
        case overQuota
        /// This message is larger than the server accepts.
        case tooLarge
        case other
    }

    let kind: Kind
    /// What happened, for people.
    let sentence: String
}
