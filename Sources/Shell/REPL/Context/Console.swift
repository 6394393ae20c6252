internal import Accounts
internal import Disk
private import Glibc
internal import LineEditing
internal import MailClients
internal import Platform
internal import Processes
internal import Terminal

/// A command's environment: output streams, user input, clock and file locations.
struct Console {
    var output: Output
    var errors: Output
    let environment: Environment
    let clock: any Clock
    let zone: LocalTimeZone
    /// The width of the screen; `nil` if output is not a terminal, so that lines are not cut.
    let columns: Int?
    /// The height of the screen; `nil` if output is not a terminal.
    let rows: Int?
    let system: any FileSystem
    /// How servers are reached.
    let connections: NetworkAccess
    /// Where lines come from.
    var input: LineInput
    /// Whether the user can type: standard input is a terminal.
    private(set) var isInteractive: Bool
    /// Whether the user can be asked: input is interactive and --no-input was not given.
    private(set) var canAsk: Bool
    private(set) var isAccessible: Bool
    private(set) var displaySettings = InterfaceSettings()
    private(set) var isQuiet = false
    private(set) var isJSON = false
    /// Whether the running command has written its object.
    var hasAnswered = false
    /// What the running command has done, as a sentence; `nil` if nothing depends on knowing it.
    var accomplishment: String?
    /// Whether long output may be shown by the pager.
    private(set) var mayPage = true
    /// The result of checking the configuration; `nil` if it was not checked yet.
    var configurationCheck: ConfigurationCheck?
    /// The state of the prompt; `nil` for a command that runs from a shell.
    var session: PromptState?
    /// Starts another petrel with these arguments, which outlives this one; `nil` if none may be started.
    var detach: (@Sendable (_ arguments: [[UInt8]], Environment) -> Void)?
    /// Lets this process change nothing but these files and directories from now on; `nil` if it is not restricted.
    var restrict: (@Sendable (_ places: [Path], _ temporaryDirectory: Path?) -> Void)?
    private(set) var homeDirectory: [UInt8]?

    init(
        output: Output, errors: Output, environment: Environment, clock: any Clock, zone: LocalTimeZone,
        columns: Int? = nil, rows: Int? = nil, system: any FileSystem, connections: NetworkAccess = .none,
        isTerminal: Bool,
        input: LineInput
    ) {
        self.output = output
        self.errors = errors
        self.environment = environment
        self.clock = clock
        self.zone = zone
        self.columns = columns
        self.rows = rows
        self.system = system
        self.connections = connections
        self.input = input
        isInteractive = isTerminal
        canAsk = isTerminal
        isAccessible = environment.isOn("ACCESSIBLE")
    }

    /// Whether text styles such as bold may be used, in addition to words that say the same.
    var isStyled: Bool {
        guard !isAccessible else { return false }
        return switch displaySettings.color {
        case .always: true
        case .never: false
        case .automatic: columns != nil && !(environment["TERM"]?.elementsEqual("dumb".utf8) ?? true)
        }
    }

    /// Returns the console of this process.
    static func ofProcess(_ connections: NetworkAccess) -> Console {
        var console = Console(
            output: .standardOutput, errors: .standardError, environment: .ofProcess, clock: SystemClock(),
            zone: .ofProcess, columns: TerminalPathAndSize.columns, rows: TerminalPathAndSize.rows,
            system: POSIXFileSystem.shared, connections: connections, isTerminal: isatty(STDIN_FILENO) == 1,
            input: .ofProcess(.ofProcess))
        console.detach = { arguments, environment in _ = DetachedProcess.start(arguments, environment) }
        if !(console.environment["PETREL_SANDBOX"]?.elementsEqual("off".utf8) ?? false) {
            console.restrict = { Sandbox.enter(allowing: $0, temporaryDirectory: $1) }
        }
        return console
    }

    /// The same console with lines from a script, which cannot answer questions.
    func reading(_ lines: [String]) -> Console {
        var console = self
        var rest = lines[...]
        console.input = LineInput { _ in rest.popFirst().map { .line($0) } ?? .endOfInput }
        console.isInteractive = false
        console.canAsk = false
        return console
    }

    /// Runs `body` as with --quiet: only failures and what a command is asked for are printed.
    mutating func quietly(_ body: (inout Console) throws(CommandFailure) -> Void) throws(CommandFailure) {
        let former = isQuiet
        isQuiet = true
        defer { isQuiet = former }
        try body(&self)
    }

    func read(_ request: LineRequest) -> LineResult {
        input.read(request)
    }

    /// Runs work that the user waits for before the next question. What is typed meanwhile is not shown, because it may
    /// be a password, and is discarded: the user has not seen the question that it would answer.
    mutating func withoutTyping<Value, Failure>(
        _ body: (inout Console) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard isInteractive else { return try body(&self) }
        input.stopEcho()
        output.flush()
        defer { input.restoreEcho() }
        return try body(&self)
    }

    /// Applies the user's settings, except those that options of this run override.
    mutating func configure(by settings: Settings) {
        if settings.isOn(.accessible) ?? false { isAccessible = true }
        displaySettings = InterfaceSettings(settings)
    }

    /// Applies a setting that the user has just changed. `settings` are the other settings.
    mutating func follow(_ setting: SettingDefinition, _ value: String, _ settings: Settings) {
        let isOn = value == "on"
        if setting == .accessible { isAccessible = isOn }
        if setting == .addressBooks { session?.addressBook = nil }
        displaySettings.follow(setting, value)
        guard [.accessible, .ticker, .color, .keys].contains(setting) else { return }
        let mayTick = input.follow(appearance)
        input.ticks = mayTick && (setting == .ticker ? isOn : settings.isOn(.ticker) ?? true)
    }

    /// How lines are shown.
    var appearance: LineEditorSettings {
        LineEditorSettings(isAccessible: isAccessible, color: displaySettings.color, keys: displaySettings.keys)
    }

    /// Applies the global options.
    mutating func configure(by invocation: Invocation) {
        if invocation.has("no-input") { canAsk = false }
        if invocation.has("accessible") { isAccessible = true }
        if invocation.has("quiet") { isQuiet = true }
        if invocation.has("json") { isJSON = true }
        if invocation.has("no-pager") { mayPage = false }
        homeDirectory = invocation.value("home") ?? homeDirectory
    }

    /// Runs one command with its options, which are reset afterwards.
    mutating func run(
        _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        let former = (canAsk, isAccessible, isQuiet, isJSON, mayPage)
        configure(by: invocation)
        let isAccessibleHere = invocation.has("accessible")
        defer {
            (canAsk, isQuiet, isJSON, mayPage) = (former.0, former.2, former.3, former.4)
            // A setting that the command itself changed is kept.
            if isAccessibleHere { isAccessible = former.1 }
        }
        return try perform(invocation)
    }

    /// Runs the action of a command. In JSON, a command that has nothing to report says that it succeeded.
    mutating func perform(_ invocation: Invocation) throws(CommandFailure) -> ExitCode {
        hasAnswered = false
        let command = invocation.command
        if isJSON, !command.places.isEmpty, !command.places.contains(.program) {
            return try performForPrompt(invocation)
        }
        recoverSessions(before: invocation)
        let code = try command.run(invocation, &self)
        if isJSON, !hasAnswered, code == .done, !OutputSchema.withoutAnswer.contains(command.name) {
            object(of: command.name, nil) { _ in }
        }
        return code
    }

    /// Runs a command that is only for the prompt, whose text becomes a member of its object.
    private mutating func performForPrompt(_ invocation: Invocation) throws(CommandFailure) -> ExitCode {
        let screen = output
        output = Output()
        let result: Result<ExitCode, CommandFailure>
        do throws(CommandFailure) {
            result = .success(try invocation.command.run(invocation, &self))
        } catch {
            result = .failure(error)
        }
        let text = output.contents
        output = screen
        if hasAnswered {
            output.write(text.span)
        } else if case .success(.done) = result {
            object(of: invocation.command.name, nil) { json in
                guard !text.isEmpty else { return }
                json.key("text")
                json.string { $0.piece(text.span) }
            }
        }
        return try result.get()
    }

    /// Returns the directories of the user's data. Does not create any.
    func home() throws(CommandFailure) -> Home {
        if homeDirectory?.isEmpty == true { throw .usage("--home needs a directory: --home DIR") }
        do throws(ConfigurationError) {
            return try Home(named: homeDirectory, environment, on: system)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Returns the accounts of the home. Finishes removals that a crash interrupted.
    func accounts() throws(CommandFailure) -> AccountConfigurationFiles {
        let files = AccountConfigurationFiles(try home())
        // If this fails, the account is removed anyway.
        try? files.finishRemovals()
        return files
    }
}
