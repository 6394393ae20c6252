extension Console {
    /// Called once a message of the account may be sent.
    func deliverSoon(_ account: MailAccount) {}
}
