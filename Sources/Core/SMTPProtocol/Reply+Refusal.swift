extension Reply {
    /// Classifies a refusal at a stage by its scope and when to retry. The enhanced code takes precedence over the
    /// basic one.
    func refusal(at stage: SMTPFailure.Stage) -> SMTPFailure {
        let (reach, retry) = verdict(at: stage)
        return SMTPFailure(stage, .reply(self), reach, retry)
    }

    private func verdict(at stage: SMTPFailure.Stage) -> (SMTPFailure.Reach, SMTPFailure.Retry) {
        // The server is closing the connection [RFC 5321 §3.8].
        if code == 421 { return (.connection, .later(after: has(3, 2) ? Self.crowded : nil)) }
        // Microsoft's code for too many connections by one user.
        if code == 432, stage != .authentication { return (.connection, .later(after: Self.crowded)) }
        // Authentication required, application password required, or wrong credentials [RFC 4954 §6]. Before
        // authentication, the server has seen no credentials that it could reject.
        if stage != .greeting, stage != .hello, [530, 534, 535, 538].contains(code) { return (.account, .never) }
        // Neither final nor a refusal, so the server is out of step with the client.
        guard code >= 400 else { return (.connection, .later(after: nil)) }
        switch stage {
        case .greeting, .hello:
            // The server accepts no mail at all [RFC 7504]. Other refusals may depend on the network in use today.
            return code == 521 || code == 556 ? (.account, .never) : (.connection, .later(after: nil))
        case .startTLS:
            return severity == .transient ? (.connection, .later(after: nil)) : (.account, .never)
        case .authentication:
            return severity == .transient && code != 432 ? (.connection, .later(after: nil)) : (.account, .never)
        case .reset:
            return (.connection, .later(after: nil))
        case .recipients:
            return severity == .transient ? (.message, .later(after: nil)) : (.recipients, .never)
        case .sender, .data, .content, .end:
            if code == 503 { return (.connection, .later(after: nil)) }
            return (.message, severity == .transient ? .later(after: nil) : .never)
        }
    }

    private static let crowded = Duration.seconds(60)

    /// Whether the message has too many recipients, so that this one needs another message. Old servers reply with 552,
    /// and many do not send a more specific code [RFC 5321 §4.5.3.1.10].
    func isTooManyRecipients(afterOthers hasOthers: Bool) -> Bool {
        guard hasOthers, code == 452 || code == 552 else { return false }
        return enhanced.map { $0.subject == 5 && $0.detail == 3 } ?? true
    }
}
