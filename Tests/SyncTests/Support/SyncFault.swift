/// A way in which a sync is disturbed.
enum SyncFault: Hashable, Sendable {
    case none
    /// The connection is cut after this many bytes of the server.
    case said(Int)
    /// The connection is cut after this many bytes of the client.
    case heard(Int)
    /// The process stops before this change on the disk, counted from 1.
    case stop(Int)
    /// The command with this number, counted from 0, is refused.
    case refusal(Int)
    /// The command with this number is executed, and the connection is cut before the answer.
    case lostAnswer(Int)
}
