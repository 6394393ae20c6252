public import SASL

/// An SMTP connection from the greeting until mail can be sent, as a state machine: each event yields one effect
/// [RFC 5321 §3.1, RFC 3207, RFC 4954].
///
/// Nothing is sent while there is unread input, because unsolicited data could be taken for the answer to the next
/// command. Credentials are never sent before the connection is encrypted.
public struct SMTPSessionInitiation: Sendable {
    public enum Security: Sendable {
        /// TLS starts before the greeting [RFC 8314 §3.3].
        case implicitTLS
        /// The connection starts in plaintext and is upgraded before anything else.
        case startTLS
    }

    public enum Event: Sendable {
        /// The connection is established.
        case connected(isEncrypted: Bool)
        /// Bytes arrived.
        case received([UInt8])
        /// TLS is active, and the server's certificate is verified.
        case secured
        case lost(ConnectionLossReason)
    }

    public enum Effect: Sendable {
        /// Write these bytes and wait for the reply.
        case send([UInt8], SMTPTimeouts.Wait)
        /// Write these bytes, which contain a secret, and wait for the reply.
        case sendSecret(Secret, SMTPTimeouts.Wait)
        /// Wait for more input.
        case read(SMTPTimeouts.Wait)
        case startTLS(SMTPTimeouts.Wait)
        /// The server is ready for mail.
        case ready(ServiceExtensions)
        /// The session failed. Close the connection.
        case failed(SMTPFailure)
    }

    private enum State {
        case unconnected
        case greeting
        case hello
        case oldHello
        case startTLS
        case handshake
        /// `others` are the mechanisms to try if the server rejects this one.
        case authenticating(SASLExchange, others: [Mechanism])
        /// The exchange was cancelled, and the server's reply is expected.
        case cancelling(SASLFailure)
        case ready
        case over
    }

    /// The command that ends the connection. The server's answer does not matter [RFC 5321 §4.1.1.10].
    public static let goodbye = SMTPCommand.quit.octets

    private let security: Security
    private let name: ClientName
    private let credentials: Credentials?
    private let makeExchange: @Sendable (Mechanism, Credentials) -> SASLExchange?
    private var state = State.unconnected
    private var isEncrypted = false
    private var parser = ReplyParser()
    private var extensions = ServiceExtensions()

    /// If `credentials` is `nil`, the session does not authenticate.
    public init(
        _ security: Security, as name: ClientName, _ credentials: Credentials?,
        exchange: @escaping @Sendable (Mechanism, Credentials) -> SASLExchange?
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
            return .send(SMTPCommand.oldHello(name).octets, .command)
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
        return .send(SMTPCommand.hello(name).octets, .command)
    }

    private mutating func afterHello() -> Effect {
        if !isEncrypted {
            guard extensions.startTLS else { return fail(.startTLS, .noTLS, .account, .never) }
            state = .startTLS
            return .send(SMTPCommand.startTLS.octets, .command)
        }
        guard let credentials else {
            state = .ready
            return .ready(extensions)
        }
        let choices = Mechanism.choices(
            for: credentials, offered: extensions.mechanisms, isEncrypted: isEncrypted)
        return begin(choices) ?? fail(.authentication, .noMechanism, .account, .never)
    }

    /// Starts authentication with the first mechanism. Returns `nil` if there is none or it cannot be used.
    private mutating func begin(_ choices: [Mechanism]) -> Effect? {
        guard isEncrypted, let credentials, let mechanism = choices.first,
            var exchange = makeExchange(mechanism, credentials)
        else { return nil }
        let others = Array(choices.dropFirst())
        let waiting = exchange
        let initial = exchange.initialResponse()
        let line = SMTPCommand.authenticate(mechanism, initial)
        // An initial response that does not fit on the line waits for the server's first challenge [RFC 4954 §4].
        if initial != nil, line.count <= SMTPCommand.maximumLine {
            state = .authenticating(exchange, others: others)
            return .sendSecret(Secret(derived: line), .command)
        }
        state = .authenticating(waiting, others: others)
        return .send(SMTPCommand.authenticate(mechanism, nil), .command)
    }

    private mutating func authenticate(
        _ exchange: SASLExchange, _ others: [Mechanism], _ reply: Reply
    ) -> Effect {
        var exchange = exchange
        do throws(SASLFailure) {
            switch reply.severity {
            case .positive:
                // Other success codes do not mean that authentication succeeded.
                guard reply.code == 235 else { return refuse(.authentication, reply) }
                try exchange.succeed()
                state = .ready
                return .ready(extensions)
            case .intermediate:
                guard reply.code == 334, reply.lines.count == 1 else { return refuse(.authentication, reply) }
                let answer = try exchange.response(to: reply.lines[0])
                state = .authenticating(exchange, others: others)
                return .sendSecret(Secret(derived: SMTPCommand.ended(answer.octets)), .command)
            case .transient, .permanent:
                // A server may offer SCRAM without having the keys it needs for every user.
                if exchange.mechanism == .scramSHA256 || reply.code == 504, reply.severity == .permanent,
                    let next = begin(others)
                {
                    return next
                }
                return refuse(.authentication, reply)
            }
        } catch {
            // If the server has completed the exchange, there is nothing to cancel.
            guard reply.severity == .intermediate else {
                return fail(.authentication, .exchange(error), .account, .never)
            }
            state = .cancelling(error)
            return .send(SMTPCommand.ended([0x2A]), .command)
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
