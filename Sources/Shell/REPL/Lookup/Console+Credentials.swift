internal import Accounts
internal import LineEditing
internal import SASL
internal import SignIn
internal import Terminal

extension Console {
    /// Returns the credentials: from the configured source, or otherwise typed by the user.
    mutating func credentials(of account: AccountConfiguration) throws(CommandFailure) -> Credentials {
        guard account.secret == nil else {
            let reader = CredentialReader(account, in: try home(), environment, clock: clock)
            do throws(SignInError) {
                return try reader.credentials()
            } catch {
                throw CommandFailure(error)
            }
        }
        let secret = try typedSecret(of: account)
        guard let user = account.signInName, let credentials = Credentials(user: Array(user.utf8), secret, .password)
        else { throw CommandFailure(SignInError.notValid(account.name)) }
        return credentials
    }

    private mutating func typedSecret(of account: AccountConfiguration) throws(CommandFailure) -> Secret {
        guard canAsk else {
            throw .unanswered("Password for \(account.name)? Add \"passwordCommand\" to the file of the account.")
        }
        output.flush()
        var request = LineRequest.question("Password for \(account.name) (not shown): ")
        request.isSecret = true
        guard case .line(let line) = read(request), let secret = Secret(Array(line.utf8)) else {
            throw CommandFailure(.interrupted, "cancelled", "No password was typed. Did not sign in.")
        }
        return secret
    }
}
