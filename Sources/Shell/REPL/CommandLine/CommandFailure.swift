internal import Accounts
internal import Disk
internal import MailIndex

/// The reason why a command failed: an exit code and a word for scripts, and a sentence for the user.
struct CommandFailure: Error, Hashable {
    let exitCode: ExitCode
    /// A word in lowerCamelCase that stays the same for the same reason.
    let code: String
    /// What is wrong and what to type.
    let message: String
    /// Why nothing can be saved, if so: the disk is full or read-only, or the user may not write there.
    private(set) var obstacle: String?

    init(_ exitCode: ExitCode, _ code: String, _ message: String) {
        self.exitCode = exitCode
        self.code = code
        self.message = message
    }

    /// Returns the failure with one more sentence at the end.
    func adding(_ sentence: String) -> CommandFailure {
        var failure = CommandFailure(exitCode, code, "\(message) \(sentence)")
        failure.obstacle = obstacle
        return failure
    }

    var preventsSaving: Bool { obstacle != nil }

    /// What is reported if a command can show what is there although nothing can be saved.
    var whileReading: String {
        "\(obstacle ?? message) You can read your mail, but nothing can be saved, and the newest mail may be missing."
    }

    /// An invalid command line.
    static func usage(_ message: String) -> CommandFailure {
        CommandFailure(.usage, "usage", message)
    }

    /// Confirmation is required but input is not interactive; `message` names the option to use instead.
    static func unanswered(_ message: String) -> CommandFailure {
        CommandFailure(.unanswered, "questionNeedsAnswer", message)
    }

    /// Creates a failure for one of petrel's own files. A missing file that the user named is `noInput` instead.
    init(_ error: FileError) {
        if error.holder != nil {
            self.init(.temporaryFailure, "heldByStoppedProcess", error.description)
            return
        }
        let couldNotMake = error.operation == .create
        self.init(
            couldNotMake ? .cannotCreate : .inputOutput, couldNotMake ? "cannotCreate" : "inputOutput",
            error.description)
        // A file that may not be read is another problem.
        let isReading = error.operation == .open || error.operation == .read || error.operation == .list
        if error.preventsSaving, !isReading { obstacle = error.description }
    }

    init(_ error: IndexFailure) {
        self.init(
            .inputOutput, "index",
            error.preventsSaving
                ? "\(error) Your mail is safe."
                : "\(error) Your mail is safe; petrel rebuilds the index if you remove it.")
        if error.preventsSaving { obstacle = error.description }
    }

    init(_ error: AccountError) {
        switch error {
        case .alreadyExists(let name):
            self.init(
                .cannotCreate, "accountExists",
                "There already is an account \(name). Choose another name, or type: petrel account remove \(name)")
        case .unknown(let name):
            self = .noSuchAccount(name.text)
        case .busy(let name):
            self.init(
                .temporaryFailure, "accountBusy",
                "Another petrel is syncing or sending the mail of \(name). Nothing was changed. Try again when it is done."
            )
        case .sharesMaildir(let name, let other, let place):
            self.init(
                .configuration, "sharedMaildir",
                "The mail of \(name) would be stored in \(place), together with that of \(other). Add another --maildir DIR."
            )
        case .configuration(let error): self.init(error)
        case .file(let error): self.init(error)
        }
    }

    static func noSuchAccount(_ name: String, _ code: ExitCode = .noInput) -> CommandFailure {
        CommandFailure(code, "noSuchAccount", "There is no account \"\(name)\". Type: petrel account list")
    }

    /// All errors of a configuration, each on a line.
    init(_ errors: [ConfigurationError], adding sentence: String? = nil) {
        let lines = errors.map(\.description) + (sentence.map { [$0] } ?? [])
        self.init(.configuration, "badConfiguration", lines.dropFirst().reduce(lines.first ?? "") { "\($0)\n\($1)" })
    }

    /// The lines to print. Only the errors of a configuration are several.
    var lines: [String] {
        guard code == "badConfiguration" else { return [message] }
        return message.utf8.split(separator: 0x0A).map { String(decoding: Array($0), as: UTF8.self) }
    }

    init(_ error: ConfigurationError) {
        self.init(.configuration, error.file == nil ? "noHome" : "badConfiguration", error.description)
    }
}
