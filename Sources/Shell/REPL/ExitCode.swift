/// How a command ended, as scripts and mail programs read it [sysexits(3)].
public enum ExitCode: Int32, Sendable {
    case done = 0
    case usage = 64
    /// Input that is not what it should be.
    case dataError = 65
    case noInput = 66
    case inputOutput = 74
}
