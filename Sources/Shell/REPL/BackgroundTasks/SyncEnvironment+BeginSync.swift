internal import Accounts
internal import Disk
internal import MailClients
internal import MailEngine
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import SASL
internal import SignIn

extension SyncEnvironment {
    /// Starts a sync of accounts on other threads, and ends it after `limit`. If it `isShared`, the worker of the home does
    /// it if there is one, and otherwise this process is the worker meanwhile. `loaders`: the credentials to use, in the
    /// order of the accounts; by default those that are stored. `turns` lets the sync take turns with a watch in this
    /// process. `tell` is called with what the sync has changed, and `finished` at its end, on other threads.
    func beginSync(
        _ accounts: [MailAccount], _ request: AccountSync.Request, _ loaders: [CredentialCache]? = nil,
        within limit: Duration? = nil, isShared: Bool, turns: SendAndReceive.Turns,
        tell: (@Sendable ([WatchEvent]) -> Void)? = nil, finished: @escaping @Sendable () -> Void
    ) throws(CommandFailure) -> SyncJob {
        let accounts = request.isDryRun ? accounts : accounts.map { $0.openingIndex() }
        let (tracker, events) = (SyncProgressTracker(), DeliveryLineQueue())
        var rounds: [SendAndReceive] = []
        for (index, account) in accounts.enumerated() {
            let loader = loaders?[index] ?? credentialLoader(of: account.configuration)
            rounds.append(try round(of: account, request, loader, tracker, events))
        }
        let own = SyncJob.work(accounts, rounds, request, within: limit, turns, clock, tracker, tell: tell)
        guard isShared else { return SyncJob(accounts, request, tracker, events, finished: finished, work: own) }
        let shared = CrossProcessSync(
            home: home, accounts: accounts, request: request, tracker: tracker, deliveries: events)
        return SyncJob(
            accounts, request, tracker, events, finished: finished,
            work: { isStopped in shared.run(unless: isStopped, own) })
    }

    /// How long a sync waits for another process that syncs the account. One that sends in the background needs seconds.
    private static let lockPatience = Duration.seconds(60)

    private func round(
        of account: MailAccount, _ request: AccountSync.Request, _ credentials: CredentialCache,
        _ tracker: SyncProgressTracker, _ events: DeliveryLineQueue
    ) throws(CommandFailure) -> SendAndReceive {
        let (mail, state, drafts) = (
            try account.makingMail(), try account.makingState(), try account.drafts(encryptedIn: environment)
        )
        let (name, connections, clock, words) = (account.name, connections, clock, words)
        var request = request
        request.lockPatience = Self.lockPatience
        let sends = !request.isDryRun && request.mailboxes == nil
        let places = try sends ? places(of: account) : nil
        func delivery(isSentFresh: Bool) throws(CommandFailure) -> OutboxDelivery? {
            try places.map { (places) throws(CommandFailure) in
                try self.delivery(
                    of: account, places, using: credentials, isSentFresh: isSentFresh,
                    tell: { events.add(words.described($0)) })
            }
        }
        return SendAndReceive(
            account: name, before: try delivery(isSentFresh: false)?.tryingAtOnce(),
            after: try delivery(isSentFresh: true)
        ) { [request] cache, followUp in
            AccountSync(
                account.configuration, as: credentials.source, by: connections, mail: mail, drafts: drafts,
                state: state, index: account.arriving, reusingConnectionsIn: cache, clock: clock,
                followUp ?? request, progress: { tracker.show(name, .fetching($0)) })
        }
    }
}
