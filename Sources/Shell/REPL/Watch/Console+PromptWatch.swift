internal import Accounts
internal import JSONText
internal import LineEditing
internal import MailClients
internal import MailEngine
internal import MailIndex
internal import MailTypes
internal import Platform
private import Synchronization

extension Console {
    /// Begins to keep the mail of all accounts in sync while the user works, unless it has begun, the user has turned it
    /// off, or there is no account with a server.
    func startWatch() {
        guard let session, session.watch == nil, !session.isPaused, isInteractive, input.watchesMail,
            !connections.isNone,
            let home = try? home(), Settings(of: home).isOn(.watch) ?? true,
            let environment = try? syncEnvironment(), let accounts = try? Self.watchedAccounts(environment),
            !accounts.isEmpty
        else { return }
        let wake = input.wake
        session.watch = try? PromptWatch { lines, outboxes throws(CommandFailure) in
            let tell: @Sendable ([WatchEvent]) -> Void = { found in
                lines.add(found)
                wake()
            }
            var plan = SyncWorkerOrFollower.Plan(
                environment: environment,
                accounts: { () throws(CommandFailure) in try Self.watchedAccounts(environment) }, tell: tell)
            plan.workerHooks = try newMailHook().map { [$0] } ?? []
            plan.outboxChanged = { name, isServerBack in
                outboxes.add(name, isServerBack: isServerBack)
                wake()
            }
            return plan
        }
        session.watch?.watch.start()
    }

    /// The accounts that can be synced without asking for a password.
    private static func watchedAccounts(_ environment: SyncEnvironment) throws(CommandFailure) -> [MailAccount] {
        try environment.accountsWithServers().filter { $0.configuration.secret != nil }
    }

    /// Stops the watch of the prompt. Another process of this home, if any, takes over.
    func stopWatch() {
        session?.watch?.watch.stop(within: 2)
        session?.watch = nil
        session?.unread = nil
    }
}

extension Console {
    /// The age in seconds from which the mail of an account is synced when the user turns to it [FR-SYNC-11].
    private static var staleness: Int64 { 5 * 60 }

    /// Syncs an account in the background if that has not been done for some time.
    mutating func syncIfStale(_ name: AccountName) {
        guard let session, session.watch != nil, !session.isPaused, session.syncing == nil,
            let account = try? everyAccount().first(where: { $0.name == name }), account.configuration.hasServer,
            account.configuration.secret != nil, let state = try? account.makingState()
        else { return }
        let completed = LastSyncRecord(in: state).completed?.seconds ?? .min
        guard completed < clock.now().seconds - Self.staleness else { return }
        session.syncing = try? beginSync([account], AccountSync.Request(), within: nil)
    }
}
