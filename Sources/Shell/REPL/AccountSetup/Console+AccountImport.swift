internal import AccountImport
internal import Accounts
internal import Disk
internal import MailTypes
internal import SASL
internal import Terminal

extension Console {
    /// Runs `setup --adopt`: reads the configurations of other programs, shows what they mean, and adds the accounts.
    mutating func importAccounts(_ invocation: Invocation) throws(CommandFailure) -> ExitCode {
        guard let source = ImportableConfigurationFiles(environment) else {
            throw CommandFailure(.configuration, "noHome", "HOME is not set to an absolute path. Set it and try again.")
        }
        guard !source.files.isEmpty else {
            throw CommandFailure(
                .noInput, "nothingToAdopt",
                "No configuration of mbsync, msmtp, mutt, aerc, himalaya, OfflineIMAP or notmuch was found in "
                    + "\(source.context.home). Type: petrel setup")
        }
        let files = try accounts()
        let listing: AccountConfigurationFiles.Listing
        do throws(FileError) { listing = try files.listing() } catch { throw CommandFailure(error) }
        if let problem = listing.problems.first { throw CommandFailure(problem) }
        let plan = AccountImportPlan(source, besides: listing.accounts, Settings(of: files.home))
        let isDryRun = invocation.has("dry-run")
        if !isJSON { show(plan) }
        var added: [AccountName] = []
        if !isDryRun, !plan.new.isEmpty || !plan.newAddressBooks.isEmpty {
            var isWanted = invocation.has("yes")
            if !isWanted { isWanted = try wantsToAdd(plan) }
            if !isWanted {
                printLine("Nothing was written.")
                return .done
            }
            added = try add(plan, to: files, keepsPasswords: invocation.has("keep-passwords"))
        }
        let failure = plan.incompleteness.map { CommandFailure(.someFailed, "incompleteAccount", $0) }
        if isJSON {
            object(of: invocation.command.name, failure) { $0.importPlan(plan, added, isDryRun: isDryRun) }
        }
        end(plan, added, isDryRun: isDryRun)
        return failure?.exitCode ?? .done
    }

    private mutating func wantsToAdd(_ plan: AccountImportPlan) throws(CommandFailure) -> Bool {
        let count = plan.new.count
        let subject = count == 0 ? "the address books" : count == 1 ? "this account" : "these \(count) accounts"
        let question = Question(
            text: "Add \(subject)?",
            answers: [.init(letter: "y", words: "Yes"), .init(letter: "n", words: "No")], safe: 1,
            remedy: "Add --yes to add what was found, or --dry-run to see it only.")
        return try ask(question) == 0
    }

    private mutating func end(_ plan: AccountImportPlan, _ added: [AccountName], isDryRun: Bool) {
        if plan.new.isEmpty, plan.newAddressBooks.isEmpty {
            printLine("There is nothing new to add.")
        } else if isDryRun {
            printLine("Nothing was written. To add what is new, type: petrel setup --adopt")
        } else if let first = added.first {
            printLine("Try it: petrel account check \(first), then petrel sync")
        }
    }

    // MARK: - Writing

    private mutating func add(
        _ plan: AccountImportPlan, to files: AccountConfigurationFiles, keepsPasswords: Bool
    ) throws(CommandFailure) -> [AccountName] {
        var added: [AccountName] = []
        for imported in plan.new {
            var account = imported.account
            var keeps = false
            if imported.plainPassword != nil {
                keeps = keepsPasswords
                if !keeps { keeps = try wantsToKeep(imported, plan) }
            }
            do throws(AccountError) {
                if keeps { account.secret = .passwordFile(files.passwordFile(of: account.name)) }
                try files.add(account)
                if keeps, let password = imported.plainPassword { try files.keep(password, of: account.name) }
            } catch {
                throw CommandFailure(error)
            }
            added.append(account.name)
            printLine("Account \(account.name) added: \(plan.shown(files.file(of: account.name).description))")
        }
        if !plan.newAddressBooks.isEmpty {
            let former = Settings(of: files.home)[.addressBooks].map { [$0] } ?? []
            let value = (former + plan.newAddressBooks).joined(separator: ":")
            do throws(AccountError) {
                try Settings.set(.addressBooks, to: value, in: files.home)
            } catch {
                throw CommandFailure(error)
            }
            session?.addressBook = nil
            printLine("Recipients are looked up in the address books too.")
        }
        noteUnwritableDirectories()
        return added
    }

    private mutating func wantsToKeep(_ imported: ImportedAccount, _ plan: AccountImportPlan) throws(CommandFailure)
        -> Bool
    {
        guard canAsk else { return false }
        let question = Question(
            text: "Copy the password of \(imported.account.name) to a file that only you can read?",
            answers: [.init(letter: "y", words: "Yes"), .init(letter: "n", words: "No, ask each time")], safe: 1,
            remedy: "Add --keep-passwords.")
        return try ask(question) == 0
    }

    // MARK: - Showing

    private mutating func show(_ plan: AccountImportPlan) {
        printLine("Read:")
        for file in plan.source.files { printLine("  \(file.program.rawValue)  \(plan.shown(file.path))") }
        for imported in plan.accounts {
            printLine("")
            for line in plan.lines(on: imported) { printLine(line) }
        }
        if plan.accounts.isEmpty { printLine("These files describe no account.") }
        let notes = plan.source.findings.notes
        if !notes.isEmpty {
            printLine("")
            printLine("Not understood, or not taken over:")
            for note in notes.prefix(Self.shownNotes) { printLine("  \(plan.shown(note))") }
            if notes.count > Self.shownNotes { printLine("  and \(notes.count - Self.shownNotes) more lines") }
        }
        if !plan.newAddressBooks.isEmpty {
            printLine("")
            printLine("Recipients can be looked up in these address books. They do not become contacts:")
            for path in plan.newAddressBooks { printLine("  \(plan.shown(path))") }
        }
        printLine("")
        output.flush()
    }

    private static let shownNotes = 50
}

extension AccountImportPlan {
    /// The lines about one account.
    fileprivate func lines(on imported: ImportedAccount) -> [String] {
        let account = imported.account
        let main = account.identities.first.map { identity in
            identity.name.map { "\($0) <\(identity.address)>" } ?? identity.address.text
        }
        switch imported.status {
        case .exists(let name): return ["\(name)  \(main ?? "")  is an account of petrel already and stays as it is"]
        case .incomplete(let reason):
            var lines = ["\(imported.found.name)  is not added. \(reason)"]
            if let address = account.identities.first?.address {
                lines.append(
                    "  Add it with: petrel account add \(account.name) --address \(address) --imap URL --smtp URL")
            }
            return lines + imported.found.notes.map { "  note: \(shown($0))" }
        case .new: break
        }
        var lines = ["\(account.name)  \(main ?? "")"]
        for identity in account.identities.dropFirst() { lines.append("  also sends from: \(identity.address)") }
        let user = account.signInName ?? ""
        if let provider = account.knownProvider {
            lines.append("  servers: those of \(provider.name), as \(user)")
        } else {
            lines.append("  reads from: \(words(on: account.imap, imported.found.imap)), as \(user)")
            lines.append("  sends through: \(words(on: account.smtp, imported.found.smtp))")
        }
        lines.append("  \(words(onSecret: imported))")
        if let caFile = account.caFile { lines.append("  trusts the certificates in: \(shown(caFile.description))") }
        lines += words(onMail: imported).map { "  \($0)" }
        return lines + imported.found.notes.map { "  note: \(shown($0))" }
    }

    /// A default port is shown only if the configuration names it.
    private func words(on server: ServerURL?, _ found: ConfiguredServer?) -> String {
        guard let server else { return "-" }
        return found?.port == nil ? server.shortDescription : server.description
    }

    private func words(onSecret imported: ImportedAccount) -> String {
        if imported.plainPassword != nil {
            return "password: written in \(files(of: imported)) as plain text. It is not copied unless you agree."
        }
        return switch imported.account.secret {
        case .passwordCommand(let command): "password: printed by the command \(command)"
        case .tokenCommand(let command): "token: printed by the command \(command)"
        case .passwordFile(let path): "password: in the file \(shown(path.description))"
        case .keyring(let entry): "password: in the keyring, \(entry)"
        case .oauth, nil: "password: not found. petrel asks for it."
        }
    }

    private func files(of imported: ImportedAccount) -> String {
        let server = [imported.found.imap, imported.found.smtp].compactMap(\.self).first { server in
            if case .plain = server.secret { true } else { false }
        }
        return server.map { shown($0.place.file) } ?? "a configuration file"
    }

    private func words(onMail imported: ImportedAccount) -> [String] {
        switch imported.mail {
        case .none: return ["mail: none is here yet; a sync downloads it"]
        case .imported(let path, let messages, let mailboxes):
            if mailboxes == 0 { return ["mail: will be stored in \(shown(path.description)), which is empty"] }
            let folders = mailboxes.counted("folder")
            let stay = "mail: stays in \(shown(path.description)): \(messages.counted("message")) in \(folders)"
            guard imported.isSyncedByOfflineIMAP else { return [stay + "; they are not downloaded again"] }
            return [
                stay, "      Stop OfflineIMAP before the first sync: only one of the two can sync this mail.",
                "      The first sync downloads messages once to recognize them, and stores none twice.",
            ]
        case .unusable(let path, let reason):
            return [
                "mail: \(shown(path)) cannot be used as it is: \(reason).",
                "      It stays untouched, and a sync downloads the mail to a directory of petrel.",
            ]
        }
    }
}
