internal import Accounts
internal import Disk
internal import MailClients
internal import MailEngine
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import SASL
internal import SignIn

/// What syncing and sending need, for use on any thread.
struct SyncEnvironment: Sendable {
    let home: Home
    let environment: Environment
    let clock: any Clock
    let zone: LocalTimeZone
    /// How servers are reached.
    let connections: NetworkAccess
    let words: DeliveryDescriptions

    /// Returns a loader for the credentials that are stored for an account.
    func credentialLoader(of account: AccountConfiguration) -> CredentialCache {
        CredentialCache(CredentialReader(account, in: home, environment, clock: clock))
    }

    /// Returns all usable accounts that have a server.
    func accountsWithServers() throws(CommandFailure) -> [MailAccount] {
        let files = AccountConfigurationFiles(home)
        do throws(FileError) {
            return try files.usable().accounts.filter(\.hasServer).map { MailAccount(configuration: $0, home: home) }
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Prepares to send the outbox of an account; `nil` if it has no server.
    func delivery(
        of account: MailAccount, using loader: CredentialCache? = nil,
        tell: @escaping @Sendable (DeliveryEvent) -> Void
    ) throws(CommandFailure) -> OutboxDelivery? {
        try places(of: account).map { (places) throws(CommandFailure) in
            try delivery(of: account, places, using: loader, isSentFresh: false, tell: tell)
        }
    }

    /// What a delivery sends from.
    private struct DeliveryPlaces {
        let store: DraftStore
        let files: OutgoingAttachmentDownload?
    }

    /// Returns `nil` if the account has no server for sending, or no mail.
    private func places(of account: MailAccount) throws(CommandFailure) -> DeliveryPlaces? {
        guard !account.configuration.smtpServers.isEmpty, let store = try account.existingDrafts() else { return nil }
        return DeliveryPlaces(store: store, files: try pendingFetch(of: account))
    }

    private func delivery(
        of account: MailAccount, _ places: DeliveryPlaces, using loader: CredentialCache?, isSentFresh: Bool,
        tell: @escaping @Sendable (DeliveryEvent) -> Void
    ) throws(CommandFailure) -> OutboxDelivery {
        let credentials = loader ?? credentialLoader(of: account.configuration)
        // With a loader, the caller syncs Sent.
        let delivery = OutboxDelivery(
            account.configuration, places.store, by: connections, clock: clock, isSentFresh: isSentFresh,
            files: places.files,
            sentAndDraftsSync: loader == nil ? try sentAndDraftsSync(of: account) : nil,
            as: credentials.source, tell: tell)
        guard let log = SubmissionLog(home, environment, zone, clock) else { return delivery }
        return delivery.logging(by: log.record)
    }

    private func sentAndDraftsSync(of account: MailAccount) throws(CommandFailure) -> SentAndDraftsSync? {
        guard !account.configuration.imapServers.isEmpty else { return nil }
        let state = try account.makingState()
        return SentAndDraftsSync(
            mail: try account.makingMail(), drafts: try account.drafts(encryptedIn: environment), state: state)
    }

    /// Returns how to fetch the attachments that an account's messages wait for; `nil` if the account has no server for
    /// them.
    func pendingFetch(of account: MailAccount) throws(CommandFailure) -> OutgoingAttachmentDownload? {
        guard !account.configuration.imapServers.isEmpty, let mail = try account.mail() else { return nil }
        let cache = try account.files { () throws(FileError) in
            AttachmentCache(in: try account.home.makingDirectory(.attachments(account.name)))
        }
        return OutgoingAttachmentDownload(
            account.configuration, by: connections, into: cache, mail: mail, try account.indexLocation(),
            clock: clock)
    }

    // MARK: - Syncing

    /// Starts a sync of accounts on other threads, and ends it after `limit`. If it `isShared`, the worker of the home does
    /// it if there is one, and otherwise this process is the worker meanwhile. `loaders`: the credentials to use, in the
    /// order of the accounts; by default those that are stored. `turns` lets the sync take turns with a watch in this
    /// process. `tell` is called with what the sync has changed, and `finished` at its end, on other threads.
    func beginSync(
        _ accounts: [MailAccount], _ request: AccountSync.Request, _ loaders: [CredentialCache]? = nil,
        within limit: Duration? = nil, isShared: Bool, turns: @escaping SendAndReceive.Turns,
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

    private func round(
        of account: MailAccount, _ request: AccountSync.Request, _ credentials: CredentialCache,
        _ tracker: SyncProgressTracker, _ events: DeliveryLineQueue
    ) throws(CommandFailure) -> SendAndReceive {
        let (mail, state, drafts) = (
            try account.makingMail(), try account.makingState(), try account.drafts(encryptedIn: environment)
        )
        let (name, connections, clock, words) = (account.name, connections, clock, words)
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
        ) { cache, followUp in
            AccountSync(
                account.configuration, as: credentials.source, by: connections, mail: mail, drafts: drafts,
                state: state, index: account.arriving, reusingConnectionsIn: cache, clock: clock,
                followUp ?? request, progress: { tracker.show(name, .fetching($0)) })
        }
    }
}

extension Console {
    /// What syncing and sending need of this console.
    func syncEnvironment() throws(CommandFailure) -> SyncEnvironment {
        SyncEnvironment(
            home: try home(), environment: environment, clock: clock, zone: zone, connections: connections,
            words: DeliveryDescriptions(self))
    }
}
