public import SASL
public import SMTPProtocol

extension SMTPFailure {
    /// What happened, in a sentence or two. What it means for the message, whoever sent it adds.
    ///
    /// `address` is the account's, `stream` says why the connection ended where the network was the reason. Words of the
    /// server are in it: whoever shows it makes them harmless.
    public func sentence(
        about server: Endpoint, _ address: String, _ kind: Credentials.Kind, _ stream: StreamFailure?
    ) -> String {
        if isAuthentication { return Self.refusedSecret(of: address, kind, server) + said }
        switch cause {
        case .reply(let reply): return "\(server) \(stage.refusal): \(reply.code) \(reply.text)"
        case .lost(let loss): return stream?.sentences(about: server) ?? loss.sentence(about: server)
        case .malformed: return "What \(server) says is not SMTP. Compare the port with what your provider says."
        case .unasked: return "\(server) spoke out of turn, as somebody in between would. petrel ended the connection."
        case .noTLS: return "\(server) offers no encryption, and petrel sends nothing without."
        case .noMechanism: return "\(server) offers no way to sign in with what the account \(address) has."
        case .exchange:
            return "\(server) did not prove that it knows the password of \(address). petrel ended the connection."
        case .tooLarge(let limit):
            return "The message is larger than \(server) takes (\(limit) bytes). Take a file off."
        case .needsEightBit: return "\(server) takes no 8-bit text, and the message holds some."
        case .needsUTF8: return "\(server) takes only addresses and header fields in ASCII letters."
        case .message(let fault): return "The message can't be sent as it is: \(fault.words)."
        case .messageChanged: return "The message was changed while it was sent."
        case .stopped: return "The message could not be read, or its state could not be written down."
        }
    }

    private var said: String {
        reply.map { " The server said: \($0.code) \($0.text)" } ?? ""
    }

    private static func refusedSecret(
        of address: String, _ kind: Credentials.Kind, _ server: Endpoint
    ) -> String {
        switch kind {
        case .password: "SMTP authentication failed for \(address). Please check your app password."
        case .token: "\(server) no longer takes the token of \(address). Sign in again."
        }
    }
}

extension SMTPFailure.Stage {
    fileprivate var refusal: String {
        switch self {
        case .greeting, .hello, .reset: "does not want to talk now"
        case .startTLS: "did not begin encryption"
        case .authentication: "did not let you sign in"
        case .sender: "does not take mail from this address"
        case .recipients: "does not take mail for a recipient"
        case .data, .content, .end: "did not take the message"
        }
    }
}

extension ConnectionLoss {
    fileprivate func sentence(about server: Endpoint) -> String {
        switch self {
        case .closed: "\(server) ended the connection."
        case .silent: "\(server) did not answer in time."
        case .broken: "The connection to \(server) broke off."
        }
    }
}

extension DotStuffing.Fault {
    fileprivate var words: String {
        switch self {
        case .bareCR, .bareLF: "a line in it ends wrongly"
        case .nul: "it holds a NUL"
        case .lineTooLong: "a line in it is longer than 998 characters"
        }
    }
}
