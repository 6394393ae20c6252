internal import MailTypes

/// A complete message that was fetched.
struct ArrivedMessage: Sendable {
    enum Content: Sendable {
        case octets([UInt8])
        /// The message is too large to hold in memory. It is already in the temporary file with this number.
        case temporaryFile(Int)
    }

    let uid: UID
    var flags: FlagSet
    /// When the server received it.
    let arrived: Instant
    let content: Content
}
