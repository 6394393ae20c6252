extension Reply {
    /// The meaning of a refusal at a stage: its scope and when to retry. The enhanced code takes precedence over the
    /// basic one.
    func refusal(at stage: SMTPFailure.Stage) -> SMTPFailure {
        let (reach, retry) = verdict(at: stage)
        return SMTPFailure(stage, .reply(self), reach, retry)
    }

    private func verdict(at stage: SMTPFailure.Stage) -> (SMTPFailure.Reach, SMTPFailure.Retry) {
        // The server goes away [RFC 5321 §3.8].
        if code == 421 { return (.connection, .later(after: has(3, 2) ? Self.crowded : nil)) }
        // Too many connections of one user, as Microsoft says it.
        if code == 432, stage != .authentication { return (.connection, .later(after: Self.crowded)) }
        // Sign-in required; an application password required; wrong name or password [RFC 4954 §6].
        if [530, 534, 535, 538].contains(code) { return (.account, .never) }
        // Neither a final answer nor a refusal: the server is at another place in the conversation than this side.
        guard code >= 400 else { return (.connection, .later(after: nil)) }
        switch stage {
        case .greeting, .hello:
            // No mail is taken here at all [RFC 7504]; other refusals can depend on where the machine is today.
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

    /// Whether a recipient is one too many for this message, so that it goes to the rest in another one. Old servers say
    /// 552 for it, and many say nothing more exact [RFC 5321 §4.5.3.1.10].
    func isTooManyRecipients(afterOthers hasOthers: Bool) -> Bool {
        guard hasOthers, code == 452 || code == 552 else { return false }
        return enhanced.map { $0.subject == 5 && $0.detail == 3 } ?? true
    }
}
