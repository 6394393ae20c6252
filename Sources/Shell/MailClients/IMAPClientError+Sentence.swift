import IMAPProtocol
import SASL

extension IMAPClientError {
    /// Describes the failure in one or two sentences. The caller adds what it means for the mail.
    ///
    /// `address` is the account's address. The text may contain words of the server, so it must be sanitized before it
    /// is displayed.
    public func sentence(about server: Endpoint, _ address: String) -> String {
        switch self {
        case .session(let failure): failure.sentence(about: server, address) + failure.said
        case .stream(let failure): failure.sentences(about: server)
        case .content(let failure): failure?.sentence ?? "The message changed while it was being sent."
        case .exchange(.refused): "IMAP authentication failed for \(address). Please check your app password."
        case .exchange:
            "\(server) could not prove that it knows the password of \(address). petrel ended the connection."
        case .noMechanism: "\(server) offers no way to sign in with the credentials of \(address)."
        }
    }
}

extension IMAPFailure {
    /// The server's explanation, if it sent one.
    fileprivate var said: String {
        text.isEmpty ? "" : " The server said: \(String(decoding: text, as: UTF8.self))"
    }

    fileprivate func sentence(about server: Endpoint, _ address: String) -> String {
        switch cause {
        case .refused(_, .overQuota):
            "Your mailbox on \(server) is full. Delete mail there, or ask your provider for more space."
        case .refused: "\(server) refused what petrel asked for."
        case .throttled: "\(server) asks petrel to slow down, and petrel waits."
        case .tooManyConnections:
            "\(server) accepts no more connections of \(address) now. Close another mail program, or wait."
        case .authenticationRefused: "IMAP authentication failed for \(address). Please check your app password."
        case .authenticationBlocked:
            "\(server) does not let \(address) sign in until you do what your provider asks. Visit its web page."
        case .dismissed: "\(server) ended the connection."
        case .ended: "\(server) closed the connection without a reason. Try again."
        case .notIMAP: "The server at \(server) does not speak IMAP. Compare the port with your provider's settings."
        case .noTLS: "\(server) offers no encryption, and petrel does not send anything unencrypted."
        case .preauthenticatedWithoutTLS:
            """
            \(server) claims that you are signed in before encryption started, as an attacker would. petrel \
            closed the connection; no password and no mail was sent.
            """
        case .plaintextBeforeTLS:
            """
            \(server) sent data before encryption started, as an attacker would. petrel closed the connection; \
            no password and no mail was sent.
            """
        case .violation, .framing, .malformed:
            "\(server) violated the IMAP protocol. petrel closed the connection and ignored the response."
        case .command(let error): error.sentence(about: server)
        }
    }
}

extension CommandError {
    fileprivate func sentence(about server: Endpoint) -> String {
        switch self {
        case .invalid: "That cannot be sent to a mail server: a name in it contains characters that no server accepts."
        case .tooLong: "That is longer than \(server) accepts."
        case .unsupported(let capability): "\(server) cannot do that (it lacks \(capability.rawValue))."
        case .wrongState: "There is no connection to \(server). Try again."
        case .notEncrypted:
            "The connection to \(server) is not encrypted, and petrel does not send anything unencrypted."
        case .mustWait: "\(server) has not answered the previous command."
        }
    }
}
