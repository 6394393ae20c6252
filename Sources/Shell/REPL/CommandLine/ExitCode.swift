/// The exit code of a command, as scripts and mail programs expect it [sysexits(3)].
public enum ExitCode: Int32, Sendable {
    case done = 0
    /// Some items failed.
    case someFailed = 1
    /// A question could not be asked because input is not interactive.
    case unanswered = 3
    case usage = 64
    /// The input is invalid.
    case dataError = 65
    case noInput = 66
    /// A recipient is unknown or ambiguous.
    case noUser = 67
    case unavailable = 69
    /// An internal error of petrel.
    case software = 70
    case cannotCreate = 73
    case inputOutput = 74
    /// A temporary failure; a later attempt may succeed.
    case temporaryFailure = 75
    /// A server refused the user name or the credentials.
    case noPermission = 77
    case configuration = 78
    /// The terminal was closed.
    case hungUp = 129
    /// The user stopped it.
    case interrupted = 130
    /// The process was asked to terminate.
    case terminated = 143

    /// The code of a process that this signal has ended.
    init(endedBy signal: Int32) {
        self = Self(rawValue: 128 + signal) ?? .terminated
    }
}
