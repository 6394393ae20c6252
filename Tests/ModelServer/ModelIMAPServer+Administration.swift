public import MailTypes

/// What an administrator or the server itself does. Names are in the server's encoding. Missing mailboxes are ignored.
extension ModelIMAPServer {
    /// Makes a mailbox read-only.
    public func setReadOnly(_ mailbox: String) {
        guard let name = Self.name(mailbox) else { return }
        change { $0.account.mailboxes[name]?.isReadOnly = true }
    }

    /// Changes UIDVALIDITY and all UIDs. Disconnects the clients that have selected the mailbox.
    public func renumber(_ mailbox: String) {
        guard let name = Self.name(mailbox) else { return }
        change { state in
            state.account.renumber(name)
            for index in state.sessions.indices where state.sessions[index].selection?.name == name {
                state.sessions[index].disconnect("the mailbox has changed")
            }
        }
    }

    /// Resets the mod-sequences, as if the server was restored from a backup.
    public func rollBack(_ mailbox: String, to modSequence: ModSequence) {
        guard let name = Self.name(mailbox) else { return }
        change { $0.account.rollBack(name, to: modSequence.rawValue) }
    }

    /// Puts a mailbox back to what it was, with its UIDVALIDITY and UIDNEXT. Messages that arrive later get the UIDs of
    /// those that arrived since.
    public func restore(_ mailbox: String, from backup: ModelMailbox) {
        guard let name = Self.name(mailbox) else { return }
        change { $0.account.mailboxes[name] = backup }
    }

    /// Forgets the expunged messages. From now on, VANISHED (EARLIER) includes every UID that does not exist.
    public func forgetExpunged(_ mailbox: String) {
        guard let name = Self.name(mailbox) else { return }
        change { $0.account.forgetExpunged(name) }
    }

    /// Sets the server's clock.
    public func set(_ now: Instant) {
        change { $0.account.now = now }
    }

    /// Refuses the next commands with this verb on any connection: `refuse("UID STORE", "NO [CANNOT] no")`.
    public func refuse(_ verb: String, _ answer: String, times count: Int = 1) {
        change { $0.account.refusals[verb] = (answer, count) }
    }

    /// Accepts these tokens from now on, and no others.
    public func set(tokens: Set<String>) {
        change { $0.account.tokens = tokens }
    }

    /// Disconnects all clients.
    public func dismissAll() {
        change { state in
            for index in state.sessions.indices { state.sessions[index].disconnect("the server stops") }
        }
    }
}

extension ModelAccount {
    mutating func renumber(_ name: EncodedMailboxName) {
        let uidValidity = nextUIDValidity()
        mailboxes[name]?.renumber(uidValidity)
    }

    mutating func rollBack(_ name: EncodedMailboxName, to modSequence: UInt64) {
        mailboxes[name]?.rollBack(to: modSequence)
    }

    mutating func forgetExpunged(_ name: EncodedMailboxName) {
        mailboxes[name]?.forgetExpunged()
    }
}

extension ModelSession {
    mutating func disconnect(_ reason: String) {
        guard case .over = state else {
            say("* BYE \(reason)")
            state = .over
            return
        }
    }
}
