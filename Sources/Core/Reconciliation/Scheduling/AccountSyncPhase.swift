/// The current phase of an account's sync.
public enum AccountSyncPhase: Hashable, Sendable, CaseIterable {
    case idle
    case connecting
    case authenticating
    /// The server no longer accepts the account's token, and a new one is being requested. The sync is suspended
    /// meanwhile.
    case renewingToken
    /// Listing the mailboxes and finding those that have changed.
    case syncingFolders
    /// Fetching the changes of each mailbox.
    case syncingHeaders
    /// Downloading messages.
    case syncingBodies
    /// The connection was lost; petrel reconnects after a delay.
    case waiting
    /// Another process is syncing the account; petrel waits until it has finished.
    case waitingForProcess
    /// Ended without completing.
    case failed
    /// Ended because the server no longer accepts the account's credentials. The account is inactive until the user
    /// fixes that; the next successful login activates it again.
    case signedOut

    /// Returns whether this phase may directly follow `former`.
    public func canFollow(_ former: AccountSyncPhase) -> Bool {
        switch self {
        case .idle: former == .syncingFolders || former == .syncingHeaders || former == .syncingBodies
        case .connecting:
            former == .idle || former == .connecting || former == .waiting || former == .failed
                || former == .renewingToken || former == .signedOut || former == .waitingForProcess
        case .authenticating: former == .connecting
        case .renewingToken, .signedOut:
            former.isWithServer || former == .waitingForProcess || former == .renewingToken && self == .signedOut
        case .syncingFolders:
            former == .authenticating || former == .syncingFolders || former == .syncingHeaders
                || former == .syncingBodies || former == .waitingForProcess
        case .syncingHeaders: former == .syncingFolders
        case .syncingBodies: former == .syncingHeaders || former == .syncingBodies
        case .waiting: former != .idle && former != .failed && former != .waiting && former != .signedOut
        // A connection is opened first, or there is one.
        case .waitingForProcess:
            former == .connecting || former == .authenticating || former == .idle || former == .failed
        case .failed: former != .failed && former != .signedOut
        }
    }

    /// Whether the account is logging in or logged in to the server.
    private var isWithServer: Bool {
        switch self {
        case .authenticating, .syncingFolders, .syncingHeaders, .syncingBodies: true
        case .idle, .connecting, .renewingToken, .waiting, .waitingForProcess, .failed, .signedOut: false
        }
    }
}
