internal import Accounts
internal import MailTypes
internal import Outbox
internal import Platform

extension Console {
    /// Call this when a message of the account may be sent. Wakes this prompt's background sender, or starts a process
    /// that outlives this one. With `triesAtOnce`, also tries at once what waits for the server.
    func deliverSoon(_ account: MailAccount, triesAtOnce: Bool = false) {
        guard !account.configuration.smtpServers.isEmpty, session?.isPaused != true else { return }
        if let courier = courier(of: account) {
            // After the user sends something, petrel reports again that it is offline.
            session?.saidOffline.remove(account.name)
            return courier.wake(triesAtOnce: triesAtOnce)
        }
        if session != nil, isInteractive { return }
        deliverDetached(account)
    }

    /// Starts `outbox flush`, which runs until no more attempts are made.
    func deliverDetached(_ account: MailAccount) {
        guard let detach, !account.configuration.smtpServers.isEmpty else { return }
        var words = [
            "outbox", "flush", "--background", "--quiet", "--no-input", "--wait",
            "\(RetrySchedule.totalDuration.components.seconds)",
        ].map { Array($0.utf8) }
        words += [Array("--account".utf8), Array(account.name.text.utf8)]
        if let homeDirectory { words += [Array("--home".utf8), homeDirectory] }
        detach(words, environment)
    }
}
