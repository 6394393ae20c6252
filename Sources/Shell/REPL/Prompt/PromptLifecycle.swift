internal import Accounts
internal import Composer
internal import Disk
internal import LineEditing
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Processes
internal import Terminal

/// A run of the prompt, from the recovery of crashed sessions and the startup file until its history is saved.
struct PromptLifecycle {
    private(set) var console: Console
    private let state: PromptState

    init(
        _ console: Console, endsWithDraft: Bool = false, script: String? = nil, keepsGoing: Bool = false,
        echoes: Bool = false
    ) {
        state = PromptState(at: console.clock.elapsed(), endsWithDraft: endsWithDraft)
        state.scriptName = script
        state.keepsGoing = keepsGoing
        state.echoes = echoes
        self.console = console
        self.console.session = state
    }

    /// Runs the prompt and returns the exit code. `begin` is called before the first line is read.
    mutating func run(
        _ begin: (inout Console) throws(CommandFailure) -> Void = { _ throws(CommandFailure) in }
    ) -> ExitCode {
        do throws(CommandFailure) {
            let home = try console.home()
            console.configure(by: Settings(of: home))
            if let input = console.input.forPrompt(history(in: home), console.appearance) { console.input = input }
            if Settings(of: home).isOn(.ticker) == false { console.input.ticks = false }
            if console.isInteractive, !state.endsWithDraft { greet() }
            try console.checkConfiguration(console.isInteractive ? .tolerant : .required)
            ExternalViewerFile.removeOld(in: home, at: console.clock.now())
            try recover()
            try begin(&console)
        } catch {
            for line in error.lines { console.printError(line) }
            return console.finish(error.exitCode)
        }
        runStartupFile()
        state.queued = PromptString.queued(console)
        if state.queued > 0 { console.sendWhatWaits() }
        console.startWatch()
        defer { console.stopWatch() }
        defer { keepHistory() }
        var prompt = Prompt(console, state)
        defer { console = prompt.console }
        return prompt.run()
    }

    // MARK: - The startup file

    private static let startupName = Array("startup".utf8)
    private static let largestStartup = 1 << 16

    /// Runs the lines of the file "startup" beside config.json. A line that fails is reported, and the others are run.
    /// What the lines did is not said.
    private mutating func runStartupFile() {
        guard console.isInteractive, !state.endsWithDraft, let home = try? console.home(),
            let directory = try? home.directory(.configuration)
        else { return }
        let octets: [UInt8]
        do throws(FileError) {
            octets = try directory.contents(of: Self.startupName, limit: Self.largestStartup)
        } catch {
            if !error.isMissing { console.printError("\(error) The commands in it were not run.") }
            return
        }
        for (index, line) in TextLines.of(octets).enumerated() where state.ending == nil {
            do throws(CommandFailure) {
                try console.quietly { console throws(CommandFailure) in
                    try PromptCommandLine(Array(line.utf8)).run(on: &console)
                }
            } catch {
                console.printError("startup:\(index + 1): \(error.message)")
            }
        }
        console.output.flush()
    }

    // MARK: - History

    private static let historyName = Array("history".utf8)
    private static let maximumHistory = 4 << 20

    /// Returns the history of former runs. If the file cannot be read, petrel starts without it and reports nothing.
    private func history(in home: Home) -> LineHistory {
        guard let directory = try? home.directory(.records),
            let octets = try? directory.contents(of: Self.historyName, limit: Self.maximumHistory)
        else { return LineHistory() }
        return LineHistory(octets)
    }

    private func keepHistory() {
        let history = console.input.historyNow()
        guard console.isInteractive, !history.lines.isEmpty, let home = try? console.home(),
            let directory = try? home.makingDirectory(.records)
        else { return }
        // A failure loses no mail.
        try? directory.write(
            history.encoded, as: Self.historyName, .replacing, through: directory,
            named: Array(".history.".utf8) + UniqueName.next())
    }

    // MARK: - Output

    private mutating func greet() {
        console.printLine("petrel - write mail anywhere, send it when you can. Type help at any time.")
        guard console.environment["EMAIL"] == nil, let files = try? console.accounts(),
            let listing = try? files.listing(), listing.accounts.isEmpty, listing.problems.isEmpty
        else { return }
        console.printLine(
            "You write as \(console.display(console.unnamedSender)). To change that, type: setup")
    }

    /// Reports what was recovered from sessions that ended without saving.
    private mutating func recover() throws(CommandFailure) {
        var obstacle: CommandFailure?
        for account in try console.everyAccount() {
            do throws(CommandFailure) {
                try recover(account)
            } catch {
                // What is there can be read.
                guard error.preventsSaving else { throw error }
                obstacle = obstacle ?? error
            }
        }
        console.report(obstacle)
    }

    private mutating func recover(_ account: MailAccount) throws(CommandFailure) {
        guard let store = try account.existingDrafts() else { return }
        let date = console.savingFacts.date
        let contents = try account.files { () throws(FileError) in try store.contents(at: date.instant) }
        for item in contents.returned {
            let name = item.sidecar?.draftNumber.map { "d\($0)" } ?? "a draft"
            console.tell("\(name) was not sent: petrel exited before its undo window ended. Type: resume \(name)")
        }
        for line in try console.recoverSessions(of: account, store) { console.tell(line) }
    }
}
