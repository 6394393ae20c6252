internal import IMAPProtocol
internal import MailTypes

/// A message to append to a mailbox exactly once.
struct AppendRequest: Sendable {
    let mailbox: MailboxName
    /// The mailbox name as encoded for the server.
    let name: EncodedMailboxName
    let flags: [Flag]
    /// The internal date; `nil` for the time at which the server receives the message.
    let date: DateTime?
    /// The message, with CRLF line endings.
    let octets: [UInt8]
    /// Unique within the account.
    let messageID: MessageID

    var command: AppendCommand {
        var command = AppendCommand(name, size: octets.count)
        command.flags = flags
        command.internalDate = date
        return command
    }
}

/// The outcome of an append.
enum AppendOutcome: Hashable, Sendable {
    /// The server has the message; the UID is `nil` if the server did not report it.
    case stored(UID?)
    /// The server does not have the message.
    case refused(AppendRefusal)
}

/// Why a server rejected a message.
struct AppendRefusal: Error, Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// The account is over quota, so every other message would be rejected too.
        case overQuota
        /// The message is larger than the server accepts.
        case tooLarge
        case other
    }

    let kind: Kind
    /// Describes the refusal to the user.
    let sentence: String
}
