public import MailClients
public import MailTypes
import Synchronization

/// An IMAP server in this process: one account, and any number of connections to it at once. It is strict, keeps a log of
/// all that it was told, and has hands that change the account as another client would.
///
///     let server = ModelIMAPServer(.dovecot)
///     server.deliver("Subject: hello\r\n\r\nhello\r\n")
///     let client = IMAPClient(server.connect(), .implicitTLS, clock: SystemClock())
public final class ModelIMAPServer: Sendable {
    struct State {
        var account: ModelAccount
        var sessions: [ModelSession] = []
        /// Those that their clients have open. Each holds the server, which would outlive everybody with those it holds.
        var connections: [Int: ModelConnection] = [:]
    }

    let state: Mutex<State>

    public init(_ profile: ModelProfile) {
        state = Mutex(State(account: ModelAccount(profile)))
    }

    /// A new connection. Without `isEncrypted` the client has to begin TLS.
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

    /// What programs are given to reach servers by: each connection has the faults that `faults` says for its number.
    public func connections(_ faults: @escaping @Sendable (Int) -> ModelFaults = { _ in .none }) -> Connections {
        Connections { [self] endpoint, _ throws(StreamFailure) in
            connect(faults(connectionCount), isEncrypted: endpoint.security == .implicitTLS)
        }
    }

    // MARK: - What there is

    public var connectionCount: Int { state.withLock { $0.sessions.count } }
    /// All of it as it is now.
    public var account: ModelAccount { state.withLock { $0.account } }
    /// Every command that was heard, in the order in which they were obeyed.
    public var log: [ModelCommand] { state.withLock { $0.account.log } }
    /// What a client must never say.
    public var violations: [String] { state.withLock { $0.account.violations } }

    public func mailbox(_ name: String) -> ModelMailbox? {
        EncodedMailboxName(Array(name.utf8)).flatMap { account.mailboxes[$0] }
    }

    /// What stands where, for comparing: by the name of the mailbox, in ascending order of UID.
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

    /// The client has closed it.
    func forget(_ number: Int) {
        state.withLock { $0.connections[number] = nil }
    }

    /// TLS begins, if the client has asked for it; what the server has said was read.
    func startTLS(_ number: Int) -> Bool {
        state.withLock { state in
            guard state.sessions[number].isHandshakeDue else { return false }
            state.sessions[number].isHandshakeDue = false
            state.sessions[number].isEncrypted = true
            return true
        }
    }

    /// Changes something, tells those who wait in IDLE, and wakes all who read.
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

/// A message in a mailbox, as far as two mailboxes are compared.
public struct ModelSnapshot: Hashable, Sendable {
    public let uid: UID
    public let flags: FlagSet
    public let content: [UInt8]
}
