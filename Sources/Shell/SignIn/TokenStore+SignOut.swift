internal import HTTP
internal import OAuth

extension TokenStore {
    /// What became of the tokens when the user signed out.
    public enum SignOut: Sendable {
        /// The server has revoked them.
        case revoked
        /// They are deleted here, but the server still accepts them until they expire.
        case onlyHere(SignInError?)
    }

    /// Revokes the tokens at the server if it offers that, and deletes them here in any case.
    public func signOut() throws(SignInError) -> SignOut {
        let record: TokenRecord
        do throws(SignInError) {
            record = try lockedRecord()
        } catch .notSignedIn(let name) {
            throw .notSignedIn(name)
        } catch {
            // They cannot be read, so the server cannot be told.
            try forget()
            return .onlyHere(error)
        }
        var result = SignOut.onlyHere(nil)
        let token = record.tokens.refresh ?? record.tokens.access
        do throws(SignInError) {
            if let request = TokenRenewalAndRevocation.revocation(of: token, at: record.server, by: try client()) {
                let response = try answer(to: request)
                result =
                    response.isSuccess
                    ? .revoked : .onlyHere(.refused(.badAnswer(response.status), server: serverName))
            }
        } catch {
            result = .onlyHere(error)
        }
        try forget()
        return result
    }
}
