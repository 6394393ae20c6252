internal import Accounts
internal import Disk
internal import MailEngine
internal import MailTypes

extension Console {
    /// Asks the questions that set up or change an account.
    mutating func setUp(_ listing: AccountConfigurationFiles.Listing, in files: AccountConfigurationFiles)
        throws(CommandFailure) -> ExitCode
    {
        for problem in listing.problems { printError("\(problem)") }
        var dialogue = SetupDialogue(self, files, listing.accounts)
        let finished: SetupDialogue.Finished?
        do throws(CommandFailure) {
            finished = try dialogue.run()
        } catch {
            self = dialogue.console
            throw error
        }
        self = dialogue.console
        guard let finished else { return .done }
        return try finish(finished)
    }

    /// Starts the first sync. At the prompt, the mail arrives in the background.
    private mutating func finish(_ finished: SetupDialogue.Finished) throws(CommandFailure) -> ExitCode {
        let account = finished.account
        guard account.hasServer else {
            printLine("Ready. Mail you send waits in the outbox until you run: setup")
            return .done
        }
        guard let inbox = finished.inbox, account.secret != nil else {
            let isSignedIn = finished.inbox != nil && account.secret == nil
            let next = isSignedIn ? "To get your mail, type: petrel sync" : "Try: new, list, help"
            printLine("Saved as the account \(account.name). \(next)")
            if let inbox = finished.inbox { printLine("Signed in. INBOX: \(inbox).") }
            return .done
        }
        askForSync(of: account.name)
        var code = ExitCode.done
        if session == nil {
            printLine("Saved as the account \(account.name).")
            code = try syncFirst(account.name)
        } else {
            printLine("Saved as the account \(account.name). Your mail arrives while you work. Try: list, new, help")
        }
        printLine("Signed in. INBOX: \(inbox).")
        return code
    }

    private mutating func syncFirst(_ name: AccountName) throws(CommandFailure) -> ExitCode {
        guard let account = try everyAccount().first(where: { $0.name == name }) else { return .done }
        printLine("Getting your mail. You can stop with Ctrl-C; the next sync continues.")
        var request = AccountSync.Request()
        request.pauses = AccountSync.Request.standardPauses
        return try sync([account], request, Invocation(of: .sync))
    }
}
