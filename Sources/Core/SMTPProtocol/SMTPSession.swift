public import SASL

/// A connection from the server's greeting until mail can be sent, as a state machine: each event yields one effect
/// [RFC 5321 §3.1, RFC 3207, RFC 4954].
///
/// Nothing is sent while unread input remains: unsolicited data could be taken for the answer to the next command. No
/// byte of the credentials is sent before the connection is encrypted.
public struct SMTPSession: Sendable {
    public enum Security: Sendable {
        /// TLS was there before the greeting [RFC 8314 §3.3].
        case implicitTLS
        /// TLS has to come before anything else.
        case startTLS
    }

    public enum Event: Sendable {
        /// The connection is there.
        case connected(isEncrypted: Bool)
        /// Bytes arrived.
        case received([UInt8])
        /// The peer has proven who it is and what follows is encrypted.
        case secured
        case lost(ConnectionLoss)
    }

    public enum Effect: Sendable {
        /// Write these and wait for the reply.
        case send([UInt8], SMTPTimeouts.Wait)
        /// The same for a secret.
        case sendSecret(Secret, SMTPTimeouts.Wait)
        /// Wait on.
        case read(SMTPTimeouts.Wait)
        case startTLS(SMTPTimeouts.Wait)
        /// Mail can be handed over.
        case ready(ServiceExtensions)
        /// The connection is of no use. It may be ended.
        case failed(SMTPFailure)
    }

    private enum State {
        case unconnected
        case greeting
        case hello
        case oldHello
        case startTLS
        case handshake
        /// `others` are mechanisms to try where the server refuses this one.
        case authenticating(Exchange, others: [Mechanism])
        /// The exchange cannot go on, and the server is told so.
        case cancelling(SASLFailure)
        case ready
        case over
    }

    /// The command that ends the connection. The server's answer does not matter [RFC 5321 §4.1.1.10].
    public static let goodbye = Command.quit.octets

    private let security: Security
    private let name: ClientName
    private let credentials: Credentials?
    private let makeExchange: @Sendable (Mechanism, Credentials) -> Exchange?
    private var state = State.unconnected
    private var isEncrypted = false
    private var parser = ReplyParser()
    private var extensions = ServiceExtensions()

    /// Without credentials, the session does not sign in.
    public init(
        _ security: Security, as name: ClientName, _ credentials: Credentials?,
        exchange: @escaping @Sendable (Mechanism, Credentials) -> Exchange?
    ) {
        self.security = security
        self.name = name
        self.credentials = credentials
        makeExchange = exchange
    }

    // MARK: - Events

    public mutating func handle(_ event: Event) -> Effect {
        switch event {
        case .connected(let isEncrypted):
            precondition(stage == nil, "a session begins once")
            self.isEncrypted = isEncrypted
            guard isEncrypted || security == .startTLS else { return fail(.greeting, .noTLS, .account, .never) }
            state = .greeting
            return .read(.greeting)
        case .secured:
            guard case .handshake = state else { return fail(.startTLS, .unasked, .connection, .later(after: nil)) }
            isEncrypted = true
            // Everything learned before TLS is discarded [RFC 3207 §4.2].
            parser = ReplyParser()
            extensions = ServiceExtensions()
            return hello()
        case .lost(let loss):
            return fail(stage ?? .greeting, .lost(loss), .connection, .later(after: nil))
        case .received(let octets):
            parser.append(octets)
            return takeReply()
        }
    }

    private var stage: SMTPFailure.Stage? {
        switch state {
        case .unconnected: nil
        case .greeting: .greeting
        case .hello, .oldHello: .hello
        case .startTLS, .handshake: .startTLS
        case .authenticating, .cancelling: .authentication
        case .ready, .over: .end
        }
    }

    private mutating func takeReply() -> Effect {
        let stage = stage ?? .greeting
        let reply: Reply?
        do throws(ReplyParser.Fault) {
            reply = try parser.next()
        } catch {
            return fail(stage, .malformed(error), .connection, .later(after: nil))
        }
        guard let reply else { return .read(stage == .greeting ? .greeting : .command) }
        guard parser.isEmpty else { return fail(stage, .unasked, .connection, .later(after: nil)) }
        return handle(reply)
    }

    private mutating func handle(_ reply: Reply) -> Effect {
        switch state {
        case .greeting:
            guard reply.code == 220 else { return refuse(.greeting, reply) }
            return hello()
        case .hello:
            if reply.severity == .positive {
                extensions = ServiceExtensions(reply)
                return afterHello()
            }
            // A server without extensions can neither encrypt nor authenticate.
            guard reply.severity == .permanent, reply.code != 521, isEncrypted, credentials == nil else {
                return refuse(.hello, reply)
            }
            state = .oldHello
            return .send(Command.oldHello(name).octets, .command)
        case .oldHello:
            guard reply.severity == .positive else { return refuse(.hello, reply) }
            state = .ready
            return .ready(extensions)
        case .startTLS:
            guard reply.code == 220 else { return refuse(.startTLS, reply) }
            state = .handshake
            return .startTLS(.handshake)
        case .authenticating(let exchange, let others):
            return authenticate(exchange, others, reply)
        case .cancelling(let failure):
            return fail(.authentication, .exchange(failure), .account, .never)
        case .unconnected, .handshake, .ready, .over:
            return fail(stage ?? .greeting, .unasked, .connection, .later(after: nil))
        }
    }

    // MARK: - Steps

    private mutating func hello() -> Effect {
        state = .hello
        return .send(Command.hello(name).octets, .command)
    }

    private mutating func afterHello() -> Effect {
        if !isEncrypted {
            guard extensions.startTLS else { return fail(.startTLS, .noTLS, .account, .never) }
            state = .startTLS
            return .send(Command.startTLS.octets, .command)
        }
        guard let credentials else {
            state = .ready
            return .ready(extensions)
        }
        let choices = Mechanism.choices(
            for: credentials, offered: extensions.mechanisms, isEncrypted: isEncrypted)
        return begin(choices) ?? fail(.authentication, .noMechanism, .account, .never)
    }

    /// Begins with the first mechanism; `nil` where none is left.
    private mutating func begin(_ choices: [Mechanism]) -> Effect? {
        guard isEncrypted, let credentials, let mechanism = choices.first,
            var exchange = makeExchange(mechanism, credentials)
        else { return nil }
        let others = Array(choices.dropFirst())
        let waiting = exchange
        let initial = exchange.initialResponse()
        let line = Command.authenticate(mechanism, initial)
        // What does not fit into a command waits for the server's first challenge [RFC 4954 §4].
        if initial != nil, line.count <= Command.maximumLine {
            state = .authenticating(exchange, others: others)
            return .sendSecret(Secret(derived: line), .command)
        }
        state = .authenticating(waiting, others: others)
        return .send(Command.authenticate(mechanism, nil), .command)
    }

    private mutating func authenticate(
        _ exchange: Exchange, _ others: [Mechanism], _ reply: Reply
    ) -> Effect {
        var exchange = exchange
        do throws(SASLFailure) {
            switch reply.severity {
            case .positive:
                // Other consents mean something else.
                guard reply.code == 235 else { return refuse(.authentication, reply) }
                try exchange.succeed()
                state = .ready
                return .ready(extensions)
            case .intermediate:
                guard reply.code == 334, reply.lines.count == 1 else { return refuse(.authentication, reply) }
                let answer = try exchange.response(to: reply.lines[0])
                state = .authenticating(exchange, others: others)
                return .sendSecret(Secret(derived: Command.ended(answer.octets)), .command)
            case .transient, .permanent:
                // A server may know SCRAM and yet not have every password in the form that it needs.
                if exchange.mechanism == .scramSHA256 || reply.code == 504, reply.severity == .permanent,
                    let next = begin(others)
                {
                    return next
                }
                return refuse(.authentication, reply)
            }
        } catch {
            // A server that says that it is done has nothing left to be told.
            guard reply.severity == .intermediate else {
                return fail(.authentication, .exchange(error), .account, .never)
            }
            state = .cancelling(error)
            return .send(Command.ended([0x2A]), .command)
        }
    }

    private mutating func refuse(_ stage: SMTPFailure.Stage, _ reply: Reply) -> Effect {
        state = .over
        return .failed(reply.refusal(at: stage))
    }

    private mutating func fail(
        _ stage: SMTPFailure.Stage, _ cause: SMTPFailure.Cause, _ reach: SMTPFailure.Reach,
        _ retry: SMTPFailure.Retry
    ) -> Effect {
        state = .over
        return .failed(SMTPFailure(stage, cause, reach, retry))
    }
}
