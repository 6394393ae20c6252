internal import Accounts
internal import Disk
internal import MailEngine
internal import MailTypes

extension Console {
    /// Asks the questions that set up or change an account.
    mutating func setUp(_ listing: AccountFiles.Listing, in files: AccountFiles) throws(CommandFailure) -> ExitCode {
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

extension AccountName {
    /// Returns the name of a new account: the first part of the address's domain, with the part before the `@` or a
    /// number behind it if there is such an account. `isTaken` tells whether there is.
    static func suggested(for address: EmailAddress, isTaken: (AccountName) -> Bool) -> AccountName {
        let labels = (address.domain ?? "").utf8.split(separator: 0x2E).map { Self.cleaned($0) }
        // The "mail" of kim@mail.example.net tells nothing.
        let significant = labels.count > 2 && ["mail", "email"].contains(labels[0]) ? labels[1] : labels.first ?? ""
        let local = Self.cleaned(address.localPart.utf8)
        let base = significant.isEmpty ? (local.isEmpty ? "mail" : local) : significant
        let both = local.isEmpty ? base : "\(base)-\(local)"
        for text in [base, both] + (2...maximumNumber).map({ "\(base)-\($0)" }) {
            if let name = AccountName(text), name != .local, !isTaken(name) { return name }
        }
        return .local
    }

    private static let maximumNumber = 1000

    /// The letters, digits and hyphens, in lower case; at most 20.
    private static func cleaned(_ octets: some Sequence<UInt8>) -> String {
        let lowercased = octets.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        let kept: [UInt8] = lowercased.filter { octet in
            octet &- 0x61 < 26 || octet &- 0x30 < 10 || octet == 0x2D || octet == 0x5F
        }
        return String(decoding: kept.drop { $0 == 0x2D }.prefix(20), as: UTF8.self)
    }
}
