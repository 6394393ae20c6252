public import IMAPProtocol
public import SASL

extension IMAPClient {
    /// Requests the capabilities unless the server has already announced them in this state.
    func learnCapabilities() async throws(IMAPClientError) {
        if session.capabilities == .none { try await run(.capability) }
    }

    /// Signs in with LOGIN, for servers without a supported SASL mechanism [RFC 9051 §6.2.3].
    public func logIn(user: [UInt8], password: Password) async throws(IMAPClientError) {
        try await learnCapabilities()
        try await run(.login(user: user, password: password))
        try await learnCapabilities()
    }

    /// Signs in with the best mechanism that the server offers for these credentials. With a password, falls back to
    /// LOGIN if the server offers no supported mechanism. `nonce` is for SCRAM: printable ASCII without commas, never
    /// reused.
    public func signIn(
        as credentials: Credentials, to endpoint: Endpoint, nonce: [UInt8], digest: ScramHashFunctions
    ) async throws(IMAPClientError) {
        try await learnCapabilities()
        // The session refuses to sign in before TLS with any mechanism, so this can assume encryption.
        let choices = Mechanism.choices(for: credentials, offered: capabilities.mechanisms, isEncrypted: true)
        var refusal: IMAPClientError?
        for mechanism in choices {
            let exchange = SASLExchange(
                mechanism, credentials, host: endpoint.host, port: endpoint.port, nonce: nonce, digest)
            guard let exchange else { continue }
            do throws(IMAPClientError) {
                return try await signIn(by: exchange)
            } catch {
                // The server may support SCRAM but not store every password in the form that SCRAM needs.
                guard mechanism == .scramSHA256, error.isRefusedSecret, !isOver else { throw error }
                refusal = error
            }
        }
        if let refusal { throw refusal }
        guard credentials.kind == .password, !capabilities.contains(.loginDisabled) else { throw .noMechanism }
        try await logIn(user: credentials.user, password: Password(credentials.secret.octets))
    }

    /// Signs in and pipelines `questions` after the sign-in command, which saves a round trip. `capabilities` are those
    /// that the server had after the last sign-in. Returns the results of the questions, or `nil` if the mechanism does
    /// not allow pipelining and nothing was asked.
    public func signIn(
        as credentials: Credentials, to endpoint: Endpoint, nonce: [UInt8], digest: ScramHashFunctions,
        expecting capabilities: Capabilities, asking questions: [IMAPCommand],
        receive: (IMAPResponseEvent) async -> Void
    ) async throws(IMAPClientError) -> [Result<CommandResult, IMAPClientError>]? {
        let offered = self.capabilities
        let mechanism = Mechanism.choices(for: credentials, offered: offered.mechanisms, isEncrypted: true).first
        if mechanism == nil, credentials.kind == .password, !offered.contains(.loginDisabled), offered != .none {
            return try await logIn(
                user: credentials.user, password: Password(credentials.secret.octets), expecting: capabilities,
                asking: questions, receive: receive)
        }
        guard let mechanism, mechanism.isOneMessage, offered.contains(.saslInitialResponse),
            var exchange = SASLExchange(
                mechanism, credentials, host: endpoint.host, port: endpoint.port, nonce: nonce, digest),
            let initial = exchange.initialResponse().flatMap({ Base64Line($0.octets) })
        else {
            try await signIn(as: credentials, to: endpoint, nonce: nonce, digest: digest)
            return nil
        }
        let command = IMAPCommand.authenticate(mechanism: mechanism.rawValue, initialResponse: initial)
        return try await signIn(by: [command] + questions, expecting: capabilities, receive: receive) { challenge in
            (try? exchange.response(to: challenge)).flatMap { Base64Line($0.octets) }
        }
    }

    /// Signs in with LOGIN and pipelines `questions` in the same way.
    public func logIn(
        user: [UInt8], password: Password, expecting capabilities: Capabilities, asking questions: [IMAPCommand],
        receive: (IMAPResponseEvent) async -> Void
    ) async throws(IMAPClientError) -> [Result<CommandResult, IMAPClientError>] {
        let command = IMAPCommand.login(user: user, password: password)
        return try await signIn(by: [command] + questions, expecting: capabilities, receive: receive) { _ in nil }
    }

    func signIn(by begun: SASLExchange) async throws(IMAPClientError) {
        var exchange = begun
        var failure: SASLFailure?
        let initial = exchange.initialResponse().flatMap { Base64Line($0.octets) }
        do throws(IMAPClientError) {
            try await signIn(exchange.mechanism.rawValue, initialResponse: initial) { challenge in
                do throws(SASLFailure) {
                    return Base64Line(try exchange.response(to: challenge).octets)
                } catch {
                    failure = error
                    return nil
                }
            }
        } catch {
            // If petrel aborted the exchange, the server's refusal is only its answer to that.
            throw failure.map { .exchange($0) } ?? error
        }
        do throws(SASLFailure) {
            try exchange.succeed()
        } catch {
            await close()
            throw .exchange(error)
        }
    }
}

extension IMAPClientError {
    /// Whether the server rejected the secret itself.
    fileprivate var isRefusedSecret: Bool {
        guard case .session(let failure) = self else { return false }
        return failure.cause == .authenticationRefused
    }
}
