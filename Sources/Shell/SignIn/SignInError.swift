public import Accounts
public import Disk
public import HTTP
public import OAuth

/// Why an account has no token, or could not sign in. Contains no secret.
public enum SignInError: Error, Hashable, Sendable {
    /// The user has not signed in, or has signed out.
    case notSignedIn(AccountName)
    /// The account's file now names another server, client or user than the one that was signed in.
    case changed(AccountName)
    /// The server no longer accepts the sign-in. `server` is its display name.
    case ended(AccountName, server: String)
    /// No client id is configured.
    case noClient(AccountName, server: String)
    /// The file with the client id cannot be read or has none.
    case clientFile(Path, String)
    case unreachable(HTTPFailure, host: String)
    case refused(OAuthFailure, server: String)
    /// The server does not offer sign-in on another device.
    case noDeviceSignIn(server: String)
    /// The tokens cannot be read or stored.
    case file(FileError)
    /// The password cannot be read, or the file of the tokens.
    case secret(SecretError)
    /// The tokens cannot be read from the keyring, or not be stored there.
    case tokens(AccountName, SecretError)
    /// The account has no password and no other way to sign in.
    case noPassword(AccountName)
    /// The user name or the token is not valid.
    case notValid(AccountName)
    /// The file of the tokens is not valid.
    case damaged(Path)
    /// No port of this machine can be used. The value is an errno.
    case noPort(Int32)
    /// The page that leads to the sign-in was opened by another program.
    case openedTwice
    /// The user did not finish in time.
    case timedOut
    /// The user stopped petrel.
    case stopped
    /// The text that the user pasted does not belong to this sign-in.
    case badAddress

    /// Whether the keyring did not return the password or the tokens, for example because it is locked.
    public var isOfKeyring: Bool {
        switch self {
        case .secret(let problem), .tokens(_, let problem): problem.isOfKeyring
        default: false
        }
    }

    /// Whether the same may succeed later without a change by the user.
    public var isTemporary: Bool {
        switch self {
        case .unreachable(let failure, _): failure.isTemporary
        case .refused(let failure, _): failure.isTemporary
        default: false
        }
    }
}

extension SignInError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notSignedIn(let name): "\(name) is not signed in. Type: petrel account sign-in \(name)"
        case .changed(let name):
            "The sign-in of \(name) has changed in its file. Type: petrel account sign-in \(name)"
        case .ended(let name, let server):
            "\(server) no longer accepts the sign-in of \(name). Your mail is kept. Type: petrel account sign-in \(name)"
        case .noClient(let name, let server):
            """
            \(server) needs a client id, and \(name) has none. Type: petrel account sign-in \(name) --client-id ID, or \
            --client-file FILE. petrel-sign-in(7) says how to get one.
            """
        case .clientFile(let path, let problem): "\(path) cannot be used as client file: \(problem)"
        case .unreachable(let failure, let host): failure.sentence(about: host)
        case .refused(let failure, let server): failure.sentence(about: server)
        case .noDeviceSignIn(let server):
            "\(server) offers no sign-in with a code. Sign in with a browser, without --device."
        case .file(let error): error.description
        case .secret(let problem): problem.description
        case .tokens(let name, let problem): problem.sentence(replacing: "petrel account sign-in \(name)")
        case .noPassword(let name):
            "No password is known for \(name). Type: petrel sync, or: petrel help account add"
        case .notValid(let name):
            "Cannot sign in as \(name): its user name or token is not valid. Type: petrel account list"
        case .damaged(let path): "\(path) is damaged. Sign in again: it is then replaced."
        case .noPort(let code): "No port of this machine can be opened for the browser (error \(code)). Add --paste."
        case .openedTwice:
            "The page was opened twice, perhaps by another program. Nothing was signed in. Try again, or add --paste."
        case .timedOut: "The sign-in was not finished in time. Nothing was changed. Try again."
        case .stopped: "Stopped. Nothing was signed in."
        case .badAddress:
            "That is not the address on which this sign-in ended. Nothing was signed in. Try again."
        }
    }
}
