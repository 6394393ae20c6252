internal import Accounts
internal import Disk
internal import MailTypes
internal import Platform
internal import Processes
internal import Terminal

extension Command {
    static let gitSetup = Command(
        name: "git-setup", summary: "make git send-email send through petrel",
        options: [
            Option("global", summary: "for all repositories of this user"),
            Option("undo", summary: "restore what was set before"),
        ],
        places: [.program],
        details: """
            Sets sendemail.sendmailCmd, sendemail.from and sendemail.envelopeSender in the configuration of git, for this
            repository or with --global. The former values are kept there too, and --undo restores them. --account chooses the
            address; otherwise it is that of the account for new mail.
            """,
        examples: ["petrel git-setup --global", "petrel git-setup --undo --global"]
    ) { invocation, console throws(CommandFailure) in
        let configuration = GitConfiguration(
            isGlobal: invocation.has("global"), environment: console.environment)
        let changes =
            invocation.has("undo")
            ? try configuration.restore() : try configuration.set(console.gitSettings(invocation))
        console.answer(invocation.command) { json in
            json.key("settings")
            json.array { json in
                for change in changes {
                    json.object { json in
                        json.key("name")
                        json.string(change.name)
                        json.key("value")
                        json.string(change.value)
                        json.key("former")
                        json.string(change.former)
                    }
                }
            }
        } text: { output in
            for change in changes { output.write(change.line + "\n") }
        }
        if !invocation.has("undo") {
            console.note("To undo this, type: petrel git-setup --undo\(configuration.option)")
        }
        return .done
    }
}

extension Console {
    /// Returns the settings, in the order in which they are shown.
    fileprivate func gitSettings(_ invocation: Invocation) throws(CommandFailure) -> [(name: String, value: String)] {
        let account = try accountToWriteFrom(invocation)
        guard let identity = account.configuration.identities.first else {
            throw CommandFailure(
                .configuration, "noAccount", "No account has an address yet. Nothing was set. Type: petrel setup")
        }
        var command = "petrel"
        if let homeDirectory {
            // git runs the command in any directory.
            let path = Path(homeDirectory).absolute(in: environment)
            command += " --home \(Self.quotedForShell(path.description))"
        }
        if try invocation.text("account") != nil { command += " --account \(account.name.text)" }
        let name = identity.name.map { "\($0) <\(identity.address.text)>" } ?? identity.address.text
        return [
            ("sendemail.sendmailCmd", "\(command) sendmail"), ("sendemail.from", name),
            ("sendemail.envelopeSender", "auto"),
        ]
    }

    static func quotedForShell(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }
}

/// The configuration of git for one repository or all.
private struct GitConfiguration {
    let isGlobal: Bool
    let environment: Environment

    struct Change {
        let name: String
        /// `nil` if the setting was removed.
        let value: String?
        let former: String?

        var line: String {
            let was = former.map { " (was: \($0))" } ?? ""
            return value.map { "\(name) = \($0)\(was)" } ?? "\(name) removed\(was)"
        }
    }

    var option: String { isGlobal ? " --global" : "" }

    /// Former values are kept under these names in the same configuration.
    private static let names = ["sendmailCmd", "from", "envelopeSender"]
    private static let mark = "petrel.gitSetup"

    func set(_ settings: [(name: String, value: String)]) throws(CommandFailure) -> [Change] {
        let formers = try settings.map { setting throws(CommandFailure) in try value(of: setting.name) }
        // A second run must not take petrel's own values for former ones, and one that was interrupted must not either.
        if try value(of: Self.mark) == nil {
            for ((name, _), former) in zip(settings, formers) {
                if let former {
                    try write(Self.formerName(name), former)
                } else if try value(of: Self.formerName(name)) != nil {
                    try remove(Self.formerName(name))
                }
            }
            try write(Self.mark, "true")
        }
        var changes: [Change] = []
        for ((name, value), former) in zip(settings, formers) {
            if former != value { try write(name, value) }
            changes.append(Change(name: name, value: value, former: former == value ? nil : former))
        }
        return changes
    }

    func restore() throws(CommandFailure) -> [Change] {
        guard try value(of: Self.mark) != nil else {
            throw CommandFailure(
                .dataError, "nothingToUndo", "petrel git-setup\(option) has set nothing here. Nothing was changed.")
        }
        var changes: [Change] = []
        for name in Self.names.map({ "sendemail.\($0)" }) {
            let present = try value(of: name)
            let former = try value(of: Self.formerName(name))
            if let former {
                try write(name, former)
                try remove(Self.formerName(name))
            } else if present != nil {
                try remove(name)
            }
            changes.append(Change(name: name, value: former, former: present))
        }
        try remove(Self.mark)
        return changes
    }

    private static func formerName(_ name: String) -> String {
        "petrel.former\(name.split(separator: ".").last.map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? "")"
    }

    // MARK: - Running git

    /// git exits with this code if a setting has no value.
    private static let noValue: Int32 = 1

    private func value(of name: String) throws(CommandFailure) -> String? {
        let output: [UInt8]
        do throws(ProgramOutput.Failure) {
            output = try run(["--null", "--get-all", name])
        } catch {
            if error == .failed(.exited(Self.noValue)) { return nil }
            throw failure(error)
        }
        let values = output.split(separator: 0, omittingEmptySubsequences: false).dropLast()
        guard values.count < 2 else {
            throw CommandFailure(
                .dataError, "severalValues",
                "\(name) has \(values.count) values in the configuration of git. Nothing was set. Remove all but one: "
                    + "git config\(option) --edit")
        }
        return values.first.map { String(decoding: $0, as: UTF8.self) }
    }

    private func write(_ name: String, _ value: String) throws(CommandFailure) {
        do throws(ProgramOutput.Failure) { _ = try run([name, value]) } catch { throw failure(error) }
    }

    private func remove(_ name: String) throws(CommandFailure) {
        do throws(ProgramOutput.Failure) { _ = try run(["--unset-all", name]) } catch { throw failure(error) }
    }

    private func run(_ arguments: [String]) throws(ProgramOutput.Failure) -> [UInt8] {
        let words = ["git", "config", isGlobal ? "--global" : "--local"] + arguments
        return try ProgramOutput.of(
            program: words.map { Array($0.utf8) }, environment, within: .seconds(10), atMost: 1 << 16)
    }

    private func failure(_ failure: ProgramOutput.Failure) -> CommandFailure {
        if case .failed(.notStarted) = failure {
            return CommandFailure(.unavailable, "noGit", "git cannot be started. Is it installed? Nothing was set.")
        }
        return CommandFailure(
            .dataError, "gitFailed",
            isGlobal
                ? "git config --global failed. Type: git config --global --list"
                : "git config failed: this directory may not be in a repository. Add --global for all repositories.")
    }
}
