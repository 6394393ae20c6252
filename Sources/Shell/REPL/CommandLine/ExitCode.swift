/// How a command ended, as scripts and mail programs read it [sysexits(3)].
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
    /// A recipient that is unknown, or could be several.
    case noUser = 67
    case unavailable = 69
    /// A fault of petrel's own.
    case software = 70
    case cannotCreate = 73
    case inputOutput = 74
    /// It did not work now, and may later.
    case temporaryFailure = 75
    /// A server refused the user or the secret.
    case noPermission = 77
    case configuration = 78
    /// The terminal was closed.
    case hungUp = 129
    /// The user stopped it.
    case interrupted = 130
    /// The process was asked to terminate.
    case terminated = 143
}
