internal import Database
public import Disk
internal import IMAPProtocol
public import MailClients
public import MaildirStore
internal import SASL
public import SyncLedger

/// Why the sync of an account or of one of its mailboxes failed.
public enum SyncFailure: Error, Sendable {
    case server(IMAPClientError, Endpoint, address: String)
    case unreachable(StreamFailure, Endpoint)
    /// The server rejected the current token, and a renewed one, too. `problem`: why there is no renewed one.
    case tokenRefused(Endpoint, address: String, problem: CredentialError? = nil)
    case noServer
    /// The account's credentials could not be loaded.
    case credentials(CredentialError)
    case file(FileError)
    case ledger(LedgerFailure)
    case draft(DraftError)
    /// Another process is syncing the account.
    case busy
    /// mbsync syncs the same mail, and petrel must not do so now.
    case sharing(MbsyncConflict)
    /// All connections that this process may have, or that the provider permits, are in use.
    case tooManyConnections(Int)

    /// Whether there are no credentials, or the server was reached but rejected the account or its credentials.
    public var isRefusal: Bool {
        switch self {
        case .server(let error, _, _): error.reach == .account
        case .tokenRefused: true
        case .credentials(let problem): !problem.isTemporary
        case .unreachable, .noServer, .file, .ledger, .draft, .busy, .sharing, .tooManyConnections: false
        }
    }

    /// Whether the account's credentials could not be loaded, so the server was not asked, and the user must act.
    public var isWithoutCredentials: Bool {
        if case .credentials(let problem) = self { !problem.isTemporary } else { false }
    }

    /// Whether another petrel or mbsync has to finish first, or a stopped process has to be resumed.
    public var awaitsOtherProcess: Bool {
        switch self {
        case .busy, .sharing(.running), .sharing(.interrupted): true
        case .file(let error): error.holder != nil
        default: false
        }
    }

    /// Whether the keyring did not return the credentials, for example because it is locked. No server has rejected them.
    public var isOfKeyring: Bool {
        switch self {
        case .credentials(let problem), .tokenRefused(_, _, let problem?): problem.isOfKeyring
        default: false
        }
    }

    /// Whether signing in will keep failing until the user acts.
    public var isOfSecret: Bool {
        switch self {
        case .server(.session(let failure), _, _):
            switch failure.cause {
            case .authenticationRefused, .authenticationBlocked: true
            default: false
            }
        case .server(.exchange, _, _), .server(.noMechanism, _, _), .tokenRefused: true
        case .server, .unreachable, .noServer, .credentials, .file, .ledger, .draft, .busy, .sharing,
            .tooManyConnections:
            false
        }
    }

    /// Returns this failure for an account that signs in with a token: `tokenRefused` if the server rejected the token,
    /// otherwise unchanged. `problem`: why the token could not be renewed.
    func ofToken(_ problem: CredentialError? = nil) -> SyncFailure {
        guard case .server(let error, let endpoint, let address) = self else { return self }
        switch error {
        case .exchange(.refused): return .tokenRefused(endpoint, address: address, problem: problem)
        case .session(let failure) where failure.cause == .authenticationRefused:
            return .tokenRefused(endpoint, address: address, problem: problem)
        case .session, .stream, .content, .exchange, .noMechanism: return self
        }
    }

    /// Whether another process is syncing the account.
    public var isBusy: Bool {
        if case .busy = self { true } else { false }
    }

    /// Whether no connection could be made.
    var isUnreachable: Bool {
        if case .unreachable = self { true } else { false }
    }

    /// Whether the connection is unusable, or there is none, and a new one may succeed.
    public var isOfConnection: Bool {
        switch self {
        case .server(let error, _, _): error.reach == .connection
        case .unreachable: true
        case .credentials(let problem): problem.isTemporary
        case .tokenRefused, .noServer, .file, .ledger, .draft, .busy, .sharing, .tooManyConnections: false
        }
    }

    /// Whether the server refused one request but may accept others.
    var isOfRequest: Bool {
        if case .server = self { !isOfConnection && !isRefusal } else { false }
    }

    /// Whether the ledger is damaged.
    var isOfDamagedLedger: Bool {
        if case .ledger(.database(.damaged)) = self { true } else { false }
    }

    /// Describes the failure in a sentence or two. It may contain the server's words, which the caller must sanitize.
    public var sentence: String {
        switch self {
        case .server(let error, let endpoint, let address): error.sentence(about: endpoint, address)
        case .unreachable(let error, let endpoint): error.sentences(about: endpoint)
        case .tokenRefused(_, _, let problem?): problem.sentence
        case .tokenRefused(let endpoint, let address, nil):
            "\(endpoint) no longer accepts tokens of \(address), not even a new one. Sign in at your provider again."
        case .noServer: "The account has no server. Mail that you write waits here."
        case .credentials(let problem): problem.sentence
        case .file(let error): error.description
        case .ledger(let error): error.description
        case .draft(.file(let error)): error.description
        case .draft(.missing), .draft(.beingSent):
            "A draft changed during the sync. It is unchanged here; the next sync checks it again."
        case .draft(.newer): "A newer petrel changed a draft. It is unchanged here; sync with that version."
        case .sharing(let problem): problem.sentence
        case .busy: "Another petrel is syncing the account."
        case .tooManyConnections(let total):
            "No connection became free in time: petrel uses at most \(total) at once, and those that a provider permits."
        }
    }

    static func file<Result>(_ body: () throws(FileError) -> Result) throws(SyncFailure) -> Result {
        do throws(FileError) { return try body() } catch { throw .file(error) }
    }

    static func ledger<Result>(_ body: () throws(DatabaseError) -> Result) throws(SyncFailure) -> Result {
        do throws(DatabaseError) { return try body() } catch { throw .ledger(.database(error)) }
    }

    static func draft<Result>(_ body: () throws(DraftError) -> Result) throws(SyncFailure) -> Result {
        do throws(DraftError) { return try body() } catch { throw .draft(error) }
    }
}
