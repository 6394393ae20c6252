/// What the sync of an account is at.
public enum AccountPhase: Hashable, Sendable, CaseIterable {
    case idle
    case connecting
    case authenticating
    /// The server no longer takes what the account signs in with, and whoever made it is asked for another one. What the
    /// sync was at waits.
    case renewingToken
    /// Which mailboxes there are, and which of them have changed.
    case syncingFolders
    /// What has changed in them.
    case syncingHeaders
    /// Messages come.
    case syncingBodies
    /// The connection ended, and is made again in a while.
    case waiting
    /// Over, and not done.
    case failed
    /// Over, as the server lets the account in no more: nothing is done for it before its user has seen to that, and a
    /// sync that is let in makes it active again.
    case signedOut

    /// Whether the one can follow on the other.
    public func canFollow(_ former: AccountPhase) -> Bool {
        switch self {
        case .idle: former == .syncingFolders || former == .syncingHeaders || former == .syncingBodies
        case .connecting:
            former == .idle || former == .connecting || former == .waiting || former == .failed
                || former == .renewingToken || former == .signedOut
        case .authenticating: former == .connecting
        case .renewingToken, .signedOut: former.isWithServer || former == .renewingToken && self == .signedOut
        case .syncingFolders:
            former == .authenticating || former == .syncingFolders || former == .syncingHeaders
                || former == .syncingBodies
        case .syncingHeaders: former == .syncingFolders
        case .syncingBodies: former == .syncingHeaders || former == .syncingBodies
        case .waiting: former != .idle && former != .failed && former != .waiting && former != .signedOut
        case .failed: former != .failed && former != .signedOut
        }
    }

    /// A server is being talked to.
    private var isWithServer: Bool {
        switch self {
        case .authenticating, .syncingFolders, .syncingHeaders, .syncingBodies: true
        case .idle, .connecting, .renewingToken, .waiting, .failed, .signedOut: false
        }
    }
}
