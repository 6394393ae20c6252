public import SASL

/// Returns credentials for an account; `isRenewed` asks for new ones, because the server refused the former. Called
/// again for every connection, from any thread.
public typealias CredentialSource = @Sendable (_ isRenewed: Bool) async throws(CredentialError) -> Credentials

/// Why there are no credentials, as a sentence for the user.
public struct CredentialError: Error, Hashable, Sendable {
    public let sentence: String
    /// Whether they may be there later without a change by the user.
    public let isTemporary: Bool
    /// Whether the keyring did not return them, for example because it is locked.
    public let isOfKeyring: Bool

    public init(_ sentence: String, isTemporary: Bool = false, isOfKeyring: Bool = false) {
        self.sentence = sentence
        self.isTemporary = isTemporary
        self.isOfKeyring = isOfKeyring
    }
}
