internal import Accounts
internal import Disk
internal import LocalSubmission
internal import MailEngine
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform

extension Command {
    static let sendmail = Command(
        name: "sendmail", summary: "send messages of other programs, compatible with sendmail",
        form: "[-t] [-f ADDR] [-F NAME] [-v] [--wait[=S]] [--no-sign] [--no-encrypt] [-bs|-bp|-bv|-bi|-q] [--] [ADDR…]",
        operands: [.zeroOrMore("ADDR")], readsOwnOptions: true,
        places: [.program],
        configuration: .tolerant,
        details: """
            Reads the message from standard input to its end, and queues it. It is sent to each ADDR and, with -t, to the
            addresses in To, Cc and Bcc; Bcc is never sent. -f sets the envelope sender and selects the account, otherwise From
            does; -f "<>" sends with a null sender; -F sets the author's name if From is missing. Prints nothing unless sending
            fails or -v is given. --wait waits for the outcome, up to S seconds (60), and exits with its code: 67 if a recipient
            was rejected, 69 if the message was, 75 if it waits for another attempt, 77 if the password was, or
            is missing.

            The message is signed and encrypted as the settings of its account say, unless the program that wrote it did so, or
            --no-sign or --no-encrypt is given. If a key or its passphrase is missing, the message is kept as a draft, and the
            exit code is 67, 69 or 77.

            -bs speaks SMTP on standard input and output. -bp lists the queue, as mailq does. -bv tells where mail to each ADDR
            would go. -q sends what waits. -bi checks the alias files, as newaliases does. -N never, or a list of success, failure
            and delay, asks the server for delivery reports, and -R full for the whole message in them, if the server can.
            Other sendmail options are implied (-i, -oi, -oem, -bm) or ignored (-B, other -o). A link to petrel named sendmail, mailq or newaliases runs
            this command.

            A name without a domain, such as root, is replaced by its alias: first from the file aliases beside config.json, then
            from /etc/aliases (see the setting aliases-file). The user who runs petrel needs no alias. Without an account, the
            message is kept, and the exit code is 78. So it is, as a draft, if several accounts could send it and none is set.
            """,
        examples: [
            "petrel sendmail -t < letter.eml", "petrel sendmail --wait -i ana@example.org < letter.eml",
            "petrel sendmail -bv root", "petrel git-setup --global",
        ]
    ) { invocation, console throws(CommandFailure) in
        let options = try SendmailOptions(invocation.operands)
        switch options.mode {
        case .message: return try console.submitInput(options, invocation)
        case .session: return try console.runSMTPSession(invocation)
        case .list: return try console.listMailQueue(invocation)
        case .verify: return try console.verify(options.recipients, invocation)
        case .flush: return try console.flushQueue(invocation)
        case .aliases: return try console.checkAliases()
        }
    }
}

extension Console {
    /// Queues the message on standard input.
    fileprivate mutating func submitInput(
        _ options: SendmailOptions, _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        if !options.readsHeader, options.recipients.isEmpty {
            throw .usage("No recipients. Use petrel sendmail ADDRESS, or -t to send to the addresses in the header.")
        }
        let octets: [UInt8]
        do throws(FileError) {
            octets = try FileReading.standardInput(atMost: Self.largestSubmission)
        } catch  where error.isTooLarge {
            throw CommandFailure(
                .dataError, "tooLarge",
                "The message is larger than \(Self.largestSubmission >> 20) MB. Nothing was queued.")
        } catch {
            throw CommandFailure(.noInput, "cannotRead", error.description)
        }
        if options.readsHeader, let field = OutboxPreparation.resentRecipients(in: octets) {
            throw CommandFailure(
                .dataError, "resent",
                "The message has a \(field) field, so the recipients in its header are those of an earlier transmission. "
                    + "Nothing was queued. Name the recipients as arguments, without -t.")
        }
        let submission = SendmailMessage(
            message: try OutboxPreparation.ready(octets, allowsLocalNames: true), sender: options.sender,
            authorName: options.name, recipients: options.recipients, reports: options.reports,
            reportsReturnMessage: options.reportsReturnMessage, allowsLocalNames: true,
            readsHeader: options.readsHeader, omission: options.omission)
        let (account, item, _) = try queue(submission, invocation)
        try checkAccount(account, holding: item)
        if let wait = options.wait { return try outcome(of: item, in: account, wait, options, invocation) }
        if isJSON || options.isVerbose { printResult(for: item, isInOutbox: true, of: invocation.command, "queued") }
        deliverSoon(account)
        return .done
    }

    /// In bytes, as for the SMTP session of `-bs`.
    private static var largestSubmission: Int { SMTPServerSession.Limits().messageSize }

    /// Throws if no account exists that could ever send a message that was just queued.
    func checkAccount(_ account: MailAccount, holding item: DraftItem) throws(CommandFailure) {
        guard account.configuration.isUnnamed else { return }
        let name = item.sidecar?.outboxNumber.map { "o\($0)" } ?? "a message"
        let place = account.home.path(of: .mail(account.name)) / "Outbox"
        throw CommandFailure(
            .configuration, "noAccount",
            "No account is set up, so the message was not sent. It is kept in \(place) as \(name). Type: petrel setup")
    }

    /// Sends a queued message, and returns the exit code for what became of it.
    private mutating func outcome(
        of item: DraftItem, in account: MailAccount, _ wait: Int, _ options: SendmailOptions, _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        let awaited = AwaitedMessage(item: item, account: account)
        let copy = self
        let reports: [DeliveryReport]
        do throws(CommandFailure) {
            reports = try deliver([account], wait: .seconds(wait), tellsOnlyProblems: !options.isVerbose) {
                awaited.isSettled(at: copy.clock.now())
            }
        } catch {
            throw awaited.explained(error, at: clock.now())
        }
        let state = try awaited.state(after: reports, at: clock.now(), elseExiting: .unavailable)
        let isSent = state.sidecar?.submission == .sent
        let attempt = reports.flatMap(\.attempts).last { $0.id == item.draftID }
        // There may be no attempt: another process may have made it, or the message failed before any.
        let code: ExitCode =
            switch state.sidecar?.submission {
            case _ where isSent: .done
            case .queued?: reports.codeOfQueued
            case .failed?, .unknown?: attempt.map { ExitCode($0) } ?? .unavailable
            case .draft?, .undoable?, .sending?, .sent?, nil: .temporaryFailure
            }
        if isJSON || options.isVerbose {
            let isUnknown = state.sidecar?.isOutcomeUnknown ?? false
            let isQueued = code == .temporaryFailure || code == .noPermission && state.sidecar?.submission == .queued
            let words =
                isSent
                ? "sent"
                : isQueued ? "queued" : isUnknown ? "not sure whether it arrived:" : "not sent:"
            printResult(for: state, isInOutbox: true, of: invocation.command, words)
            if isSent { noteAwaitedCopies(reports) }
        }
        if code == .temporaryFailure { deliverDetached(account) }
        return code
    }

    /// Sends what waits in all accounts.
    fileprivate mutating func flushQueue(_ invocation: Invocation) throws(CommandFailure) -> ExitCode {
        let accounts = try accounts(invocation).filter { !$0.configuration.smtpServers.isEmpty }
        guard !accounts.isEmpty else {
            throw CommandFailure(
                .configuration, "noServer", "No account has a server yet. What waits is kept. Type: petrel setup")
        }
        let reports = try deliver(accounts, wait: .zero)
        let code = reports.exitCode
        guard reports.contains(where: { $0.waiting > 0 }), code != .someFailed else { return code }
        // Another process that is sending takes what waits here, too.
        if reports.allSatisfy({ $0.isBusy || $0.waiting == 0 }) { return .done }
        reportRemainingOutbox(try drafts(of: accounts).outbox, after: reports.flatMap(\.events))
        return code
    }
}
