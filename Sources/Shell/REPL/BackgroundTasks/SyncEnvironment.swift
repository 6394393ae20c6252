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
    struct DeliveryPlaces {
        let store: DraftStore
        let files: OutgoingAttachmentDownload?
        let hold: OfflineHold
    }

    /// Returns `nil` if the account has no server for sending, or no mail.
    func places(of account: MailAccount) throws(CommandFailure) -> DeliveryPlaces? {
        guard !account.configuration.smtpServers.isEmpty, let store = try account.existingDrafts() else { return nil }
        return DeliveryPlaces(store: store, files: try pendingFetch(of: account), hold: OfflineHold(home))
    }

    func delivery(
        of account: MailAccount, _ places: DeliveryPlaces, using loader: CredentialCache?, isSentFresh: Bool,
        tell: @escaping @Sendable (DeliveryEvent) -> Void
    ) throws(CommandFailure) -> OutboxDelivery {
        let credentials = loader ?? credentialLoader(of: account.configuration)
        // With a loader, the caller syncs Sent.
        let delivery = OutboxDelivery(
            account.configuration, places.store, by: connections, clock: clock, isSentFresh: isSentFresh,
            files: places.files,
            sentAndDraftsSync: loader == nil ? try sentAndDraftsSync(of: account) : nil,
            as: credentials.source, tell: tell
        ).respecting(places.hold)
        guard let log = SubmissionAttemptLog(home, environment, zone, clock) else { return delivery }
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
}

extension Console {
    /// What syncing and sending need of this console.
    func syncEnvironment() throws(CommandFailure) -> SyncEnvironment {
        SyncEnvironment(
            home: try home(), environment: environment, clock: clock, zone: zone, connections: connections,
            words: DeliveryDescriptions(self))
    }
}
