internal import Accounts
internal import Disk
internal import MailClients
internal import MailEngine
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Reconciliation
internal import SASL
internal import SignIn
internal import Terminal

extension CommandGroup {
    static let syncing = CommandGroup(
        "Sync",
        [
            .sync, .watch, .serviceInstall, .serviceRemove, .serviceStatus, .status, .older, .online, .offline,
        ])
}

extension Command {
    static let sync = Command(
        name: "sync", aliases: ["y"], summary: "synchronize mail with the server",
        operands: [.zeroOrMore("ACCOUNT", .account)],
        options: [
            Option("mailbox", value: "NAME", .folder, summary: "sync only this folder"),
            Option("dry-run", summary: "print what would be done and change nothing"),
            Option("verbose", summary: "with --dry-run, list each step"),
            Option("budget", value: "SECONDS", summary: "sync only the inboxes, and stop after this time"),
            Option("restore-deletions", summary: "fetch the messages again that a sync has asked about"),
            Option("confirm-deletions", summary: "delete on the server the messages that a sync has asked about"),
        ],
        configuration: .complete,
        details: """
            Transfers new messages, flag changes, moves and deletions in both directions. If both sides changed the same thing,
            the server's version wins, and your text is kept. An interrupted sync is continued by the next one. If another
            petrel syncs the account, sync waits for it for up to a minute. At the prompt, Ctrl-C stops the waiting only: the
            sync continues while you work, and petrel reports when it ends. With --budget, for timers, the accounts that were
            not synced for longest come first, and an account that was never synced is skipped.
            With --dry-run, more than 20 steps are summarized for each folder; --verbose and --json list all.
            """,
        examples: ["petrel sync", "petrel sync work --mailbox INBOX", "petrel sync --dry-run"], quickForm: "sync"
    ) { invocation, console throws(CommandFailure) in
        try console.checkOnline()
        let wanted = try console.accountsToSync(invocation)
        // As the worker of the home, it syncs other accounts, too.
        console.enterSandbox(for: try console.syncEnvironment().accountsWithServers())
        // Loading TLS takes milliseconds, during which the sync is prepared.
        for account in wanted { console.connections.prepare(account.configuration.caFile?.bytes) }
        var request = AccountSync.Request()
        request.isDryRun = invocation.has("dry-run")
        request.listsEachStep = invocation.has("verbose")
        request.confirmsDeletions = invocation.has("confirm-deletions")
        request.restoresDeletions = invocation.has("restore-deletions")
        if request.confirmsDeletions, request.restoresDeletions {
            throw .usage(
                "--confirm-deletions deletes the messages, and --restore-deletions fetches them again. Type one of them."
            )
        }
        if let text = try invocation.text("mailbox") {
            guard let name = MailboxName(text) else { throw .usage("\"\(text)\" is not a mailbox name.") }
            request.mailboxes = [name]
        }
        if let budget = try invocation.seconds("budget") {
            return try console.sync(wanted, within: budget, request, invocation)
        }
        if !request.isDryRun { request.pauses = AccountSync.Request.standardPauses }
        return try console.sync(wanted, request, invocation)
    }
}

extension Console {
    func accountsToSync(_ invocation: Invocation) throws(CommandFailure) -> [MailAccount] {
        let all = try accounts(invocation)
        guard !invocation.operands.isEmpty else {
            let withServers = all.filter(\.configuration.hasServer)
            guard !withServers.isEmpty else {
                throw CommandFailure(
                    .configuration, "noServer",
                    "No account has a server yet. Your mail is here, and what you send waits. Type: petrel help account add"
                )
            }
            return withServers
        }
        var wanted: [MailAccount] = []
        for operand in invocation.operands {
            let account = try account(named: operand, in: all)
            if !wanted.contains(where: { $0.name == account.name }) { wanted.append(account) }
        }
        return wanted
    }

    /// Syncs all accounts concurrently. At the prompt, Ctrl-C ends the waiting but not the sync.
    mutating func sync(
        _ accounts: [MailAccount], _ request: AccountSync.Request, _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        if let session, let running = session.syncing {
            session.syncing = nil
            let result = try wait(for: running)
            if running.includes(accounts, request) { return tell(result, invocation) }
            // The running sync does not cover this request, so report it as an event.
            for line in result.lines { tell(line.event) }
        }
        let work = try beginSync(accounts, request, within: nil)
        let result = try wait(for: work)
        try checkFolders(request, of: accounts, after: result)
        return tell(result, invocation)
    }

    /// Fails if the request names a folder that no account has, which is probably a typing error.
    private func checkFolders(
        _ request: AccountSync.Request, of accounts: [MailAccount], after result: SyncResult
    ) throws(CommandFailure) {
        guard !request.isDryRun, result.exitCode == .done else { return }
        for name in request.mailboxes ?? [] {
            var isFound = false
            for account in accounts where !isFound { isFound = try folder(name, of: account) != nil }
            guard isFound else {
                throw CommandFailure(
                    .noInput, "noSuchFolder",
                    "There is no folder \(name), neither here nor on the server. Type: petrel folders")
            }
        }
    }

    /// Syncs the inboxes for a timer. Accounts that were not synced for longest come first, if there are more than can
    /// be synced at the same time.
    fileprivate mutating func sync(
        _ accounts: [MailAccount], within budget: Int, _ request: AccountSync.Request, _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        guard budget >= Self.leastBudget else {
            throw .usage("--budget needs at least \(Self.leastBudget) seconds.")
        }
        let end = clock.elapsed() + .seconds(budget)
        var request = request
        request.mailboxes = request.mailboxes ?? [.inbox]
        var waiting: [(account: MailAccount, completed: Int64)] = []
        for account in accounts {
            let state = try account.makingState()
            if LastSyncRecord.isFirstSync(in: state) {
                note("\(account.name): skipped, because it was never synced. Type: petrel sync \(account.name)")
            } else {
                waiting.append((account, LastSyncRecord(in: state).completed?.seconds ?? .min))
            }
        }
        waiting.sort { $0.completed < $1.completed }
        var results: [SyncResult] = []
        // The first accounts always begin: of the least budget, a moment has passed already.
        while !waiting.isEmpty, results.isEmpty || end - clock.elapsed() >= .seconds(Self.leastBudget) {
            let next = waiting.prefix(Self.mostConnections).map(\.account)
            waiting.removeFirst(next.count)
            let limit = end - clock.elapsed() - Self.timeToStop
            results.append(try wait(for: beginSync(next, request, within: limit)))
        }
        for (account, _) in waiting { note("\(account.name): not begun in time.") }
        return tell(SyncResult(of: results), invocation)
    }

    /// After the first accounts, none is begun with less time, in seconds.
    private static var leastBudget: Int { 10 }
    private static var timeToStop: Duration { .seconds(2) }
    private static var mostConnections: Int { 30 }

    mutating func beginSync(
        _ accounts: [MailAccount], _ request: AccountSync.Request, within limit: Duration?
    ) throws(CommandFailure) -> SyncJob {
        var loaders: [CredentialCache] = []
        for account in accounts {
            loaders.append(try credentialLoader(of: account.configuration, isOnly: accounts.count == 1))
        }
        var caches: [AccountName: ConnectionAndLedgerCache] = [:]
        for account in accounts { caches[account.name] = session?.connection(of: account.name) }
        // A password that the user has typed is known to this process only.
        let isShared = request.isShareable && accounts.allSatisfy { $0.configuration.secret != nil }
        let own = SendAndReceive.Turns { [caches] name, work in await work(caches[name]) }
        let turns = session?.watch?.watch.turns ?? own
        return try syncEnvironment().beginSync(
            accounts, request, loaders, within: limit, isShared: isShared, turns: turns, finished: input.wake)
    }

    /// Returns the loader for the sync of an account. Asks for a password that is not stored. If the user does not
    /// answer, only this account fails.
    private mutating func credentialLoader(
        of account: AccountConfiguration, isOnly: Bool
    ) throws(CommandFailure) -> CredentialCache {
        let reader = CredentialReader(account, in: try home(), environment, clock: clock)
        guard account.secret == nil else { return CredentialCache(reader) }
        do throws(CommandFailure) {
            return CredentialCache(reader, known: try credentials(of: account))
        } catch {
            if isOnly { throw error }
            return CredentialCache(reader, problem: CredentialError(error.message))
        }
    }

    /// Waits for the end. Reports mail that is sent or arrives in the meantime.
    private mutating func wait(for work: SyncJob) throws(CommandFailure) -> SyncResult {
        let session = isInteractive && !isJSON && work.request.canGoOn ? session : nil
        output.flush()
        let advice = session.flatMap { $0.hasExplainedWaiting ? nil : ProgressReport.goesOn }
        var ticker = progressStyle.map { SyncProgressDisplay($0, clock, advice: advice) }
        var errors = errors
        let result = work.wait(unless: input.isStopped) { ticker?.update(work.tracker, on: &errors) }
        ticker?.finish(on: &errors)
        self.errors = errors
        if advice != nil, ticker?.hasAdvised ?? false { session?.hasExplainedWaiting = true }
        if !isJSON { tellDelivery(work.deliveries.take()) }
        guard let result else {
            if let session {
                session.syncing = work
                throw CommandFailure(.interrupted, "interrupted", work.goesOn)
            }
            work.stop()
            // A message whose transmission had begun may have been sent meanwhile.
            if !isJSON { tellDelivery(work.deliveries.take()) }
            throw CommandFailure(
                .interrupted, "interrupted",
                "Stopped. Messages fetched so far are kept; the next sync continues. Type: petrel sync")
        }
        if result.hasReachedServer { self.session?.noteServerReached() }
        if !work.request.isDryRun { tellOfNewMail(result.newMail) }
        return result
    }

    private mutating func tell(_ result: SyncResult, _ invocation: Invocation) -> ExitCode {
        guard isJSON else {
            for line in result.lines {
                switch line {
                case .news(let text): printLine(text)
                case .problem(let text): printError(text)
                case .note(let text): note(text)
                }
            }
            return result.exitCode
        }
        object(of: invocation.command.name, result.failure) { json in
            json.key("accounts")
            json.array { json in for account in result.accounts { json.value(account) } }
        }
        return result.exitCode
    }
}

extension AccountSync.Request {
    /// The pauses before reconnecting while the user waits for the sync.
    static let standardPauses: [Duration] = [.seconds(5), .seconds(15), .seconds(45)]
}
