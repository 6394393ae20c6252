public import IMAPProtocol
public import MailTypes

/// Responses that arrive while commands run.
public enum IMAPResponseEvent: Hashable, Sendable {
    /// A response, with the index in the pipeline of the command that requested it, or `nil` if it is unsolicited.
    case data(Response, command: Int?, mailbox: EncodedMailboxName?)
    /// A piece of a message's content.
    case literal(LiteralPiece, command: Int?)
    /// A text that the server wants the user to read. It is untrusted input.
    case alert([UInt8])

    /// The index in the pipeline of the command that requested this, or `nil` if it is unsolicited.
    public var command: Int? {
        switch self {
        case .data(_, let command, _), .literal(_, let command): command
        case .alert: nil
        }
    }

    /// Returns the same event for another command of the pipeline.
    package func of(command index: Int) -> IMAPResponseEvent {
        switch self {
        case .data(let response, _?, let mailbox): .data(response, command: index, mailbox: mailbox)
        case .literal(let piece, _?): .literal(piece, command: index)
        case .data, .literal, .alert: self
        }
    }
}
