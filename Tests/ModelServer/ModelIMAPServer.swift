public import MailClients
public import MailTypes
import Synchronization

/// An IMAP server in this process, with one account and any number of simultaneous connections. It is strict, logs all
/// commands, and has methods that change the account as another client would.
///
///     let server = ModelIMAPServer(.dovecot)
///     server.deliver("Subject: hello\r\n\r\nhello\r\n")
///     let client = IMAPClient(server.connect(), .implicitTLS, clock: SystemClock())
public final class ModelIMAPServer: Sendable {
    struct State {
        var account: ModelAccount
        var sessions: [ModelSession] = []
        /// The connections that clients have open. Each holds the server, so an entry must be removed on close to avoid
        /// a reference cycle.
        var connections: [Int: ModelConnection] = [:]
    }

    let state: Mutex<State>

    public init(_ profile: ModelProfile) {
        state = Mutex(State(account: ModelAccount(profile)))
    }

    /// Opens a connection. Unless `isEncrypted`, the client must use STARTTLS.
    public func connect(_ faults: ModelFaults = .none, isEncrypted: Bool = true) -> ModelConnection {
        state.withLock { state in
            let number = state.sessions.count
            state.sessions.append(
                ModelSession(connection: number, isEncrypted: isEncrypted, faults: faults, state.account))
            let connection = ModelConnection(self, number, faults, isEncrypted: isEncrypted)
            state.connections[number] = connection
            return connection
        }
    }

    /// Returns connections to this server. `faults` is called with the number of each connection.
    public func connections(_ faults: @escaping @Sendable (Int) -> ModelFaults = { _ in .none }) -> NetworkAccess {
        NetworkAccess { [self] endpoint, _ throws(StreamFailure) in
            connect(faults(connectionCount), isEncrypted: endpoint.security == .implicitTLS)
        }
    }

    // MARK: - State

    public var connectionCount: Int { state.withLock { $0.sessions.count } }
    /// A copy of the current account.
    public var account: ModelAccount { state.withLock { $0.account } }
    /// All commands received, in order of execution.
    public var log: [CommandRecord] { state.withLock { $0.account.log } }
    /// Client errors, see `ModelAccount.violations`.
    public var violations: [String] { state.withLock { $0.account.violations } }

    public func mailbox(_ name: String) -> ModelMailbox? {
        EncodedMailboxName(Array(name.utf8)).flatMap { account.mailboxes[$0] }
    }

    /// The content of all mailboxes for comparison, by mailbox name and in ascending order of UID.
    public var snapshot: [String: [ModelSnapshot]] {
        let mailboxes = account.mailboxes.map { name, mailbox in
            (
                name.description,
                mailbox.messages.map { ModelSnapshot(uid: $0.uid, flags: $0.flags, content: $0.content) }
            )
        }
        return Dictionary(uniqueKeysWithValues: mailboxes)
    }

    // MARK: - Connections

    func receive(_ octets: [UInt8], _ number: Int) {
        change { state in state.sessions[number].receive(octets, &state.account) }
    }

    func takeOutput(_ number: Int) -> (octets: [UInt8], isOver: Bool) {
        state.withLock { state in
            if case .over = state.sessions[number].state { return (state.sessions[number].takeOutput(), true) }
            return (state.sessions[number].takeOutput(), false)
        }
    }

    /// Removes a connection that its client has closed.
    func forget(_ number: Int) {
        state.withLock { $0.connections[number] = nil }
    }

    /// Starts TLS if the client has issued STARTTLS. The client has read all output before.
    func startTLS(_ number: Int) -> Bool {
        state.withLock { state in
            guard state.sessions[number].isHandshakeDue else { return false }
            state.sessions[number].isHandshakeDue = false
            state.sessions[number].isEncrypted = true
            return true
        }
    }

    /// Makes a change, notifies clients in IDLE and wakes all readers.
    func change<Result>(_ body: (inout State) -> Result) -> Result {
        let (result, connections) = state.withLock { state in
            let result = body(&state)
            for index in state.sessions.indices where state.sessions[index].isIdle {
                state.sessions[index].update(state.account)
            }
            return (result, Array(state.connections.values))
        }
        for connection in connections { connection.wake() }
        return result
    }
}

/// The properties of a message that are compared.
public struct ModelSnapshot: Hashable, Sendable {
    public let uid: UID
    public let flags: FlagSet
    public let content: [UInt8]
}
