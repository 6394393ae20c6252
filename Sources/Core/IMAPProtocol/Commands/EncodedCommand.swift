/// A command as octets, cut where the server has to ask for what follows.
public struct EncodedCommand: Hashable, Sendable {
    public let steps: [Step]

    public enum Step: Hashable, Sendable {
        /// To write.
        case send([UInt8])
        /// Nothing more goes out before the server's `+`. Where it answers the command instead, nothing more ever does.
        case awaitContinuation
        /// So many octets of the message that the command is about, exactly, follow.
        case sendContent(count: Int)
    }

    /// Whether all of it can be written at once.
    public var isImmediate: Bool { !steps.contains(.awaitContinuation) }
}
