import IMAPProtocol
import SASL

extension IMAPClientError {
    /// What happened, in a sentence or two. What it means for the mail, whoever ran the command adds.
    ///
    /// `address` is the account's. Words of the server are in it: whoever shows it makes them harmless.
    public func sentence(about server: Endpoint, _ address: String) -> String {
        switch self {
        case .session(let failure): failure.sentence(about: server, address) + failure.said
        case .stream(let failure): failure.sentences(about: server)
        case .content(let failure): failure?.sentence ?? "The message was changed while it was sent."
        case .exchange(.refused): "IMAP authentication failed for \(address). Please check your app password."
        case .exchange:
            "\(server) did not prove that it knows the password of \(address). petrel ended the connection."
        case .noMechanism: "\(server) offers no way to sign in with what the account \(address) has."
        }
    }
}

extension IMAPFailure {
    /// The server's words, where it said some.
    fileprivate var said: String {
        text.isEmpty ? "" : " The server said: \(String(decoding: text, as: UTF8.self))"
    }

    fileprivate func sentence(about server: Endpoint, _ address: String) -> String {
        switch cause {
        case .refused: "\(server) refused what petrel asked for."
        case .throttled: "\(server) asks petrel to slow down, and petrel waits."
        case .tooManyConnections:
            "\(server) takes no more connections of \(address) now. Close another mail program, or wait."
        case .authenticationRefused: "IMAP authentication failed for \(address). Please check your app password."
        case .authenticationBlocked:
            "\(server) lets \(address) in no more before you have done what your provider asks. Visit its web page."
        case .dismissed: "\(server) ended the connection."
        case .ended: "\(server) ended the connection without a word. Try again."
        case .notIMAP: "What answers at \(server) does not speak IMAP. Compare the port with what your provider says."
        case .noTLS: "\(server) offers no encryption, and petrel sends nothing without."
        case .preauthenticatedWithoutTLS:
            """
            \(server) says that you are signed in before anything is encrypted, as somebody in between would. petrel \
            ended the connection; neither a password nor mail was sent.
            """
        case .plaintextBeforeTLS:
            """
            \(server) sent something ahead of the encryption, as somebody in between would. petrel ended the connection; \
            neither a password nor mail was sent.
            """
        case .violation, .framing, .malformed:
            "What \(server) says breaks the rules of IMAP. petrel ended the connection, and nothing of it was believed."
        case .command(let error): error.sentence(about: server)
        }
    }
}

extension CommandError {
    fileprivate func sentence(about server: Endpoint) -> String {
        switch self {
        case .invalid: "That can't be said to a mail server: a name in it holds characters that none takes."
        case .tooLong: "That is longer than \(server) takes."
        case .unsupported(let capability): "\(server) cannot do that (it lacks \(capability.rawValue))."
        case .wrongState: "The connection to \(server) is over, or not there yet. Try again."
        case .notEncrypted: "The connection to \(server) is not encrypted, and petrel sends nothing without."
        case .mustWait: "\(server) has not answered what it was asked before."
        }
    }
}
