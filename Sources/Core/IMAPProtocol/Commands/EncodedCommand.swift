/// A command as bytes, split where the client has to wait for a continuation request.
public struct EncodedCommand: Hashable, Sendable {
    public let steps: [Step]

    public enum Step: Hashable, Sendable {
        /// Write these bytes.
        case send([UInt8])
        /// Wait for the continuation request. If the server completes the command instead, discard the remaining steps.
        case awaitContinuation
        /// Write exactly this many bytes of the message.
        case sendContent(count: Int)
    }

    /// Whether the whole command can be written at once.
    public var isImmediate: Bool { !steps.contains(.awaitContinuation) }
}
