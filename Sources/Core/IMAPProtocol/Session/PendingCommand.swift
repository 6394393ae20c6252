/// A command that the server has not completed.
struct PendingCommand: Sendable {
    let tag: CommandTag
    let command: IMAPCommand
    /// The number of continuation requests that are needed before all of the command can be sent.
    var continuations = 0
    /// The number of other continuation requests received, such as challenges.
    var challenges = 0
    /// Whether DONE was sent.
    var isEnding = false
    /// Whether the server has sent EXISTS since the command was submitted.
    var hasHeardExists = false
    /// The state so far of the mailbox that this command selects.
    var mailbox: SelectedMailbox?
    /// The untagged responses since the command was the oldest in flight.
    var responses = UntaggedResponseLimit()
    /// Data that the server has sent before completing the command.
    var result = CommandResult()
}
