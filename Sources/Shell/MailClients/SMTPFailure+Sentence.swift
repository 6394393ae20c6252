public import SASL
public import SMTPProtocol

extension SMTPFailure {
    /// Describes the failure in one or two sentences. The caller adds what it means for the message.
    ///
    /// `address` is the account's address. `stream` is why the connection ended, if the network was the cause.
    /// `recipients` are those of the message; each one that was refused is named with its reply. The text may contain
    /// words of the server, so it must be sanitized before it is displayed.
    public func sentence(
        about server: Endpoint, _ address: String, _ kind: Credentials.Kind, _ stream: StreamFailure?,
        _ recipients: [DeliveryResult.Recipient] = []
    ) -> String {
        if isAuthentication { return Self.refusedSecret(of: address, kind, server) + said }
        switch cause {
        case .reply where stage == .recipients && recipients.contains { $0.refusal != nil }:
            return "\(server) does not accept mail for \(Self.list(recipients))"
        case .reply(let reply): return "\(server) \(stage.refusal): \(reply.code) \(reply.text)"
        case .lost(let loss): return stream?.sentences(about: server) ?? loss.sentence(about: server)
        case .malformed:
            return "The server at \(server) does not speak SMTP. Compare the port with your provider's settings."
        case .unasked: return "\(server) sent data out of turn, as an attacker would. petrel closed the connection."
        case .noTLS: return "\(server) offers no encryption, and petrel does not send anything unencrypted."
        case .noMechanism: return "\(server) offers no way to sign in with the credentials of \(address)."
        case .exchange:
            return "\(server) could not prove that it knows the password of \(address). petrel ended the connection."
        case .tooLarge(let limit):
            return "The message is larger than \(server) accepts (\(limit) bytes). Remove an attachment."
        case .needsEightBit: return "\(server) does not accept 8-bit text, which the message contains."
        case .needsUTF8:
            return
                "\(server) accepts only ASCII addresses and header fields. Take the message back to your drafts and use another "
                + "address, or send it from an account whose server accepts it."
        case .message(let fault): return "The message cannot be sent as it is: \(fault.words)."
        case .messageChanged: return "The message changed while it was being sent."
        case .stopped(let reason): return reason
        }
    }

    /// Names the refused recipients, each with the reply.
    private static func list(_ recipients: [DeliveryResult.Recipient]) -> String {
        let refused = recipients.compactMap { recipient in
            recipient.refusal.map { "\(recipient.address): \($0.code) \($0.text.prefix(500))" }
        }
        return refused.count == 1 ? refused[0] : "\(refused.count) recipients. \(refused.joined(separator: "; "))"
    }

    private var said: String {
        reply.map { " The server said: \($0.code) \($0.text)" } ?? ""
    }

    private static func refusedSecret(
        of address: String, _ kind: Credentials.Kind, _ server: Endpoint
    ) -> String {
        switch kind {
        case .password: "SMTP authentication failed for \(address). Please check your app password."
        case .token: "\(server) no longer accepts the token of \(address). Sign in again."
        }
    }
}

extension DeliveryResult.Recipient {
    fileprivate var refusal: Reply? {
        if case .refused(let reply) = word { reply } else { nil }
    }
}

extension SMTPFailure.Stage {
    fileprivate var refusal: String {
        switch self {
        case .greeting, .hello, .reset: "is not available now"
        case .startTLS: "did not start encryption"
        case .authentication: "did not let you sign in"
        case .sender: "does not accept mail from this address"
        case .recipients: "does not accept mail for a recipient"
        case .data, .content, .end: "did not accept the message"
        }
    }
}

extension ConnectionLossReason {
    fileprivate func sentence(about server: Endpoint) -> String {
        switch self {
        case .closed: "\(server) ended the connection."
        case .silent: "\(server) did not answer in time."
        case .broken: "The connection to \(server) was lost."
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
