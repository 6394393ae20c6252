public import MailTypes

/// A message as the model server stores it.
public struct ModelMessage: Hashable, Sendable {
    public let uid: UID
    public internal(set) var flags: FlagSet
    public internal(set) var content: [UInt8]
    public let internalDate: DateTime
    /// Shared by all copies of a message, and unique to it: EMAILID, X-GM-MSGID.
    public let object: UInt64
    public internal(set) var modSequence: UInt64
    /// The number of further commands until the message, which is already counted, can be fetched.
    var delay = 0
}
