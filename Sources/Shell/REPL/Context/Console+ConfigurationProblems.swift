internal import Accounts
internal import Disk

/// What a check of config.json and of the accounts' files found.
struct ConfigurationCheck {
    /// Why the answer of a command about all accounts is incomplete; `nil` if it is complete.
    let failure: CommandFailure?
}

extension Console {
    /// Prints all errors of the configuration, unless the command does not use it. Throws if it must not run.
    mutating func checkConfiguration(for invocation: Invocation) throws(CommandFailure) {
        try checkConfiguration(invocation.command.configuration, account: invocation.value("account"))
    }

    mutating func checkConfiguration(
        _ use: Command.ConfigurationUse, account: [UInt8]? = nil
    ) throws(CommandFailure) {
        // Without a home, the command says so if it needs one.
        guard use != .none, configurationCheck == nil, let home = try? home() else { return }
        let settings = Settings(of: home)
        if use == .required || use == .complete, !settings.problems.isEmpty {
            let accounts = account == nil ? (try? AccountConfigurationFiles(home).usable())?.problems ?? [] : []
            throw CommandFailure(settings.problems + accounts, adding: "Nothing was done. Correct this and try again.")
        }
        for problem in settings.problems { printError(problem.description) }
        if !settings.problems.isEmpty { printError("These settings have no effect until you correct them.") }
        let failure = use == .settings ? nil : try reportAccounts(of: home, use, account)
        configurationCheck = ConfigurationCheck(failure: use == .complete ? failure : nil)
    }

    /// Prints the errors of the accounts' files. Returns them as a failure, or throws them if no account is left.
    private mutating func reportAccounts(
        of home: Home, _ use: Command.ConfigurationUse, _ typed: [UInt8]?
    ) throws(CommandFailure) -> CommandFailure? {
        // If the files cannot be read at all, the command reports it.
        guard let listing = try? AccountConfigurationFiles(home).usable(), !listing.problems.isEmpty else { return nil }
        if let typed {
            // Another account's errors do not concern a command on one account.
            guard let name = AccountName(typed) else { return nil }
            let own = listing.problems(of: name)
            if !own.isEmpty { throw CommandFailure(own, adding: Self.remedy(for: listing)) }
            return nil
        }
        if use != .tolerant, listing.accounts.isEmpty {
            throw CommandFailure(listing.problems, adding: Self.remedy(for: listing))
        }
        for problem in listing.problems { printError(problem.description) }
        printError(Self.remedy(for: listing))
        return CommandFailure(listing.problems)
    }

    private static func remedy(for listing: AccountConfigurationFiles.Listing) -> String {
        let names = Set(listing.problems.compactMap(\.account)).sorted()
        guard let first = names.first else { return "These accounts are not used. Correct their files." }
        let list = names.map(\.text).joined(separator: " and ")
        return names.count == 1
            ? "Account \(list) is not used until its file is correct. Type: petrel account edit \(first)"
            : "Accounts \(list) are not used until their files are correct. Type: petrel account edit \(first)"
    }

    /// Returns the exit code of a command that has run: incomplete work is not a success.
    func completed(_ exitCode: ExitCode) -> ExitCode {
        exitCode == .done ? configurationCheck?.failure?.exitCode ?? exitCode : exitCode
    }
}

extension ConfigurationError {
    /// The account that the file is for; `nil` if its name is not one.
    fileprivate var account: AccountName? {
        file.flatMap { AccountName($0.lastComponent.dropLast(".json".utf8.count)) }
    }
}
