private import IMAPProtocol
public import SASL

extension IMAPClient {
    /// Signs in with the best mechanism that the server offers for these credentials; with a password by LOGIN, where it
    /// offers none that is known here. `nonce` is for SCRAM: printable ASCII without commas, never the same twice.
    public func signIn(
        as credentials: Credentials, to endpoint: Endpoint, nonce: [UInt8], digest: ScramDigest
    ) async throws(IMAPClientError) {
        try await learnCapabilities()
        // The session lets nobody sign in before TLS, whatever the mechanism.
        let choices = Mechanism.choices(for: credentials, offered: capabilities.mechanisms, isEncrypted: true)
        var refusal: IMAPClientError?
        for mechanism in choices {
            let exchange = Exchange(
                mechanism, credentials, host: endpoint.host, port: endpoint.port, nonce: nonce, digest)
            guard let exchange else { continue }
            do throws(IMAPClientError) {
                return try await signIn(by: exchange)
            } catch {
                // A server may know SCRAM and yet not have every password in the form that it needs.
                guard mechanism == .scramSHA256, error.isRefusedSecret, !isOver else { throw error }
                refusal = error
            }
        }
        if let refusal { throw refusal }
        guard credentials.kind == .password, !capabilities.contains(.loginDisabled) else { throw .noMechanism }
        try await logIn(user: credentials.user, password: Password(credentials.secret.octets))
    }

    func signIn(by begun: Exchange) async throws(IMAPClientError) {
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
            // The server's refusal is only its answer to the exchange having been given up.
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
    /// Whether the server said that the secret is wrong, in answer to all that the mechanism says.
    fileprivate var isRefusedSecret: Bool {
        guard case .session(let failure) = self else { return false }
        return failure.cause == .authenticationRefused
    }
}
