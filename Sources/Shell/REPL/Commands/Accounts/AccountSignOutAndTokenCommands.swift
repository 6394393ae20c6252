internal import Accounts
internal import Disk
internal import SASL
internal import SignIn
internal import Terminal

extension Command {
    static let accountSignOut = Command(
        name: "account sign-out", summary: "revoke and delete the tokens of an account",
        operands: [.one("NAME", .account)],
        details: """
            Asks the provider to revoke the tokens and deletes them here, in any case. Mail stays here, and mail that you send
            waits until you sign in again.
            """,
        examples: ["petrel account sign-out work"]
    ) { invocation, console throws(CommandFailure) in
        let (account, store) = try console.tokenStore(invocation)
        let result: TokenStore.SignOut
        do throws(SignInError) {
            result = try store.signOut()
        } catch {
            throw CommandFailure(error)
        }
        let isRevoked = if case .revoked = result { true } else { false }
        console.answer(
            invocation.command,
            { json in
                json.key("account")
                json.string(account.name.text)
                json.key("revoked")
                json.bool(isRevoked)
            }, text: { _ in })
        console.printLine("Signed out of \(account.name). Its tokens are deleted here.")
        switch result {
        case .revoked: break
        case .onlyHere(let problem):
            console.note(
                "\(problem.map { "\($0)" } ?? "The provider offers no way to revoke them.") To be certain, remove petrel's access on the provider's account page."
            )
        }
        return .done
    }

    static let accountToken = Command(
        name: "account token", summary: "print an access token, for other programs",
        operands: [.one("NAME", .account)],
        details: """
            Renews the token if it has expired. mutt, mbsync and msmtp can use this command as their password or token command
            for XOAUTH2 and OAUTHBEARER. With such a token, a program can read and send the account's mail for about an hour.
            """,
        examples: ["petrel account token work"]
    ) { invocation, console throws(CommandFailure) in
        let (account, store) = try console.tokenStore(invocation)
        do throws(SignInError) {
            let token = String(decoding: try store.accessToken().octets, as: UTF8.self)
            console.answer(
                invocation.command,
                { json in
                    json.key("account")
                    json.string(account.name.text)
                    json.key("token")
                    json.string(token)
                }, text: { $0.write("\(token)\n") })
        } catch {
            throw CommandFailure(error)
        }
        return .done
    }
}

extension Console {
    /// Returns the account of a command and its tokens.
    fileprivate func tokenStore(
        _ invocation: Invocation
    ) throws(CommandFailure) -> (AccountConfiguration, TokenStore) {
        let account = try account(named: invocation.operands[0], in: everyAccount()).configuration
        guard let store = TokenStore(account, in: try home(), environment, clock: clock) else {
            throw CommandFailure(
                .configuration, "noOAuth", "\(account.name) does not sign in with a browser, so it has no tokens.")
        }
        return (account, store)
    }
}
