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
