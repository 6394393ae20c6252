public import SASL

/// Returns credentials for an account; `isRenewed` asks for new ones, because the server refused the former. Called
/// again for every connection, from any thread.
public typealias CredentialSource = @Sendable (_ isRenewed: Bool) async throws(CredentialProblem) -> Credentials

/// Why there are no credentials, as a sentence for the user.
public struct CredentialProblem: Error, Hashable, Sendable {
    public let sentence: String

    public init(_ sentence: String) {
        self.sentence = sentence
    }
}
