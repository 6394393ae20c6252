internal import MailTypes

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
