internal import SASL

/// Runs `body` with credentials. If the server rejects a token, renews it and runs `body` once more. `failure` makes an
/// error of `body` from a missing secret; `isRejection` returns whether an error means that the server rejected the
/// credentials.
func signingIn<Value, Failure: Error>(
    with source: CredentialSource, failure: (CredentialError) -> Failure, isRejection: (Failure) -> Bool,
    isolation: isolated (any Actor)? = #isolation, _ body: (Credentials) async throws(Failure) -> Value
) async throws(Failure) -> Value {
    var isRenewed = false
    while true {
        let credentials: Credentials
        do throws(CredentialError) { credentials = try await source(isRenewed) } catch { throw failure(error) }
        do throws(Failure) {
            return try await body(credentials)
        } catch {
            guard !isRenewed, credentials.kind == .token, isRejection(error) else { throw error }
            isRenewed = true
        }
    }
}
