internal import Accounts
internal import MailClients

/// Keeps a signed-in connection and the open ledger between syncs of an account, so that the next one needs no TLS
/// handshake, no sign-in, and does not open the ledger.
public actor ConnectionAndLedgerCache {
    private var kept: (session: ServerSession, since: Duration)?
    private var store: SyncStore?
    /// When a connection or a store was last kept.
    private var lastUse = Duration.zero
    private let limit: Duration

    /// `limit`: how long an unused connection and the ledger are kept [FR-SYNC-16].
    public init(limit: Duration = .seconds(15 * 60)) {
        self.limit = limit
    }

    /// Returns the connection, if there is one for this account that is not too old. The caller owns it.
    func take(for account: AccountConfiguration, at now: Duration) async -> ServerSession? {
        guard let (session, since) = kept.take() else { return nil }
        if now - since < limit, session.belongs(to: account), await session.client.isReusable { return session }
        await session.leave()
        return nil
    }

    /// Keeps a connection instead of the one that it has.
    func keep(_ session: ServerSession, at now: Duration) async {
        let former = kept.take()
        kept = (session, now)
        lastUse = now
        await former?.session.leave()
    }

    /// Returns the store that has the ledger open. The caller owns it.
    func takeStore() -> SyncStore? { store.take() }

    /// Keeps a store that rests.
    func keep(_ store: SyncStore, at now: Duration) async {
        let former = self.store
        self.store = store
        lastUse = now
        await former?.close()
    }

    /// Closes the connection and the ledger if they have not been used for too long.
    public func closeIfIdle(at now: Duration) async {
        if now - lastUse >= limit { await close() }
    }

    public func close() async {
        await store.take()?.close()
        await kept.take()?.session.leave()
    }
}
