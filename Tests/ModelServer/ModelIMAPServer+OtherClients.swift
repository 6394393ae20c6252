public import MailTypes

/// Changes by other clients. They happen at once, and only connected clients are notified. Names are in the server's
/// encoding. Missing mailboxes and messages are ignored.
extension ModelIMAPServer {
    static func name(_ name: String) -> EncodedMailboxName? { EncodedMailboxName(Array(name.utf8)) }

    /// Returns `nil` if the mailbox does not exist.
    @discardableResult
    public func deliver(
        _ content: [UInt8], to mailbox: String = "INBOX", flags: [Flag] = [], date: DateTime? = nil
    ) -> UID? {
        guard let name = Self.name(mailbox) else { return nil }
        return change { state in
            let date = date ?? state.account.date
            let delay = state.account.profile.fetchDelay
            return state.account.add(content, FlagSet(flags), date, to: name, delay: delay)
        }
    }

    @discardableResult
    public func deliver(_ content: String, to mailbox: String = "INBOX", flags: [Flag] = []) -> UID? {
        deliver(Array(content.utf8), to: mailbox, flags: flags)
    }

    public func setFlags(_ uid: UID, in mailbox: String, adding added: [Flag] = [], removing removed: [Flag] = []) {
        guard let name = Self.name(mailbox) else { return }
        change { state in
            _ = state.account.setFlags(name, uid) { flags in
                for flag in added { flags.insert(flag) }
                for flag in removed { flags.remove(flag) }
            }
        }
    }

    @discardableResult
    public func copy(_ uid: UID, in mailbox: String, to target: String) -> UID? {
        guard let name = Self.name(mailbox), let target = Self.name(target) else { return nil }
        return change { $0.account.copy(name, uid, to: target) }
    }

    @discardableResult
    public func move(_ uid: UID, in mailbox: String, to target: String) -> UID? {
        guard let name = Self.name(mailbox), let target = Self.name(target) else { return nil }
        return change { $0.account.move(name, uid, to: target) }
    }

    /// Removes messages whatever their flags are.
    public func expunge(_ uids: UIDSet, in mailbox: String) {
        guard let name = Self.name(mailbox) else { return }
        change { state in _ = state.account.expunge(name, uids) }
    }

    /// Gives the UID of a message to another one, as a server does after its mailbox was restored from a backup.
    public func substitute(_ uid: UID, in mailbox: String, by content: [UInt8]) {
        guard let name = Self.name(mailbox) else { return }
        change { $0.account.mailboxes[name]?.substitute(uid, by: content) }
    }

    /// Stops listing a message for a while. Returns it, to be put back.
    public func withhold(_ uid: UID, in mailbox: String) -> ModelMessage? {
        guard let name = Self.name(mailbox) else { return nil }
        return change { $0.account.mailboxes[name]?.withhold(uid) }
    }

    public func putBack(_ message: ModelMessage, in mailbox: String) {
        guard let name = Self.name(mailbox) else { return }
        change { $0.account.mailboxes[name]?.putBack(message) }
    }

    public func create(_ mailbox: String, _ use: SpecialUse? = nil) {
        guard let name = Self.name(mailbox) else { return }
        change { $0.account.create(name, use) }
    }

    public func delete(_ mailbox: String) {
        guard let name = Self.name(mailbox) else { return }
        change { $0.account.delete(name) }
    }

    public func rename(_ mailbox: String, to target: String) {
        guard let name = Self.name(mailbox), let target = Self.name(target) else { return }
        change { $0.account.rename(name, to: target) }
    }
}
