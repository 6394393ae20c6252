internal import Accounts
internal import Disk

/// Why a command did not do what it was told to: what a script sees and what a person reads.
struct CommandFailure: Error, Hashable {
    let exitCode: ExitCode
    /// A word in lowerCamelCase that stays the same for the same reason.
    let code: String
    /// What is wrong, and what to type.
    let message: String

    init(_ exitCode: ExitCode, _ code: String, _ message: String) {
        self.exitCode = exitCode
        self.code = code
        self.message = message
    }

    /// A command line that cannot be understood.
    static func usage(_ message: String) -> CommandFailure {
        CommandFailure(.usage, "usage", message)
    }

    /// A question that nobody is there to answer; `message` names the option that answers it.
    static func unanswered(_ message: String) -> CommandFailure {
        CommandFailure(.unanswered, "questionNeedsAnswer", message)
    }

    /// For files of our own. One that the user named and that is missing is `noInput`.
    init(_ error: FileError) {
        let couldNotMake = error.operation == .create
        self.init(
            couldNotMake ? .cannotCreate : .inputOutput, couldNotMake ? "cannotCreate" : "inputOutput",
            error.description)
    }

    init(_ error: ConfigurationError) {
        self.init(.configuration, error.file == nil ? "noHome" : "badConfiguration", error.description)
    }
}
