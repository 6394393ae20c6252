import MailTypes

/// Notifications of changes in the selected mailbox.
extension ModelSession {
    /// Records that the client knows the current state of the mailbox.
    mutating func note(_ mailbox: ModelMailbox) {
        note(mailbox.messages)
        selection?.changes = mailbox.changes
        selection?.mailbox = mailbox
    }

    private mutating func note(_ messages: [ModelMessage]) {
        selection?.seen = messages.map { ($0.uid, $0.modSequence) }
    }

    /// Reports the changes in the selected mailbox since the last report. Ends the connection if the mailbox is gone.
    mutating func update(_ account: ModelAccount, isAsked: Bool = false) {
        guard let selection else { return }
        guard let mailbox = account.mailboxes[selection.name] else {
            say("* BYE the mailbox is gone")
            state = .over
            return
        }
        guard mailbox.changes != selection.changes else { return }
        let present = UIDSet(mailbox.messages.map(\.uid))
        sayGone(selection.seen.map(\.uid).filter { !present.contains($0) })
        let seen = self.selection?.seen ?? []
        let isHeld = account.profile.announcesWhenAsked && !isAsked
        let messages = isHeld ? Array(mailbox.messages.prefix(seen.count)) : mailbox.messages
        if messages.count != seen.count {
            say("* \(messages.count) EXISTS")
            say("* 0 RECENT")
        }
        for (message, (index, known)) in zip(messages, seen.enumerated())
        where message.modSequence != known.modSequence {
            sayFlags(message, number: index + 1, hasUID: hasModSequences)
        }
        if isHeld { note(messages) } else { note(mailbox) }
    }

    /// Returns the UIDs that have been announced to the client.
    func announced(_ uids: UIDSet, _ account: ModelAccount) -> UIDSet {
        guard account.profile.announcesWhenAsked, let selection else { return uids }
        return uids.intersection(UIDSet(selection.seen.map(\.uid)))
    }

    /// Reports removed messages. The sequence numbers after them decrease.
    mutating func sayGone(_ uids: [UID]) {
        guard !uids.isEmpty else { return }
        if hasVanished || isUIDOnly {
            let gone = UIDSet(uids)
            say("* VANISHED \(gone)")
            selection?.seen.removeAll { gone.contains($0.uid) }
            return
        }
        for uid in uids {
            guard let index = selection?.seen.firstIndex(where: { $0.uid == uid }) else { continue }
            say("* \(index + 1) EXPUNGE")
            selection?.seen.remove(at: index)
        }
    }

    mutating func sayFlags(_ message: ModelMessage, number: Int, hasUID: Bool) {
        let uid = hasUID && !isUIDOnly ? "UID \(message.uid) " : ""
        let modSequence = hasModSequences ? " MODSEQ (\(message.modSequence))" : ""
        say(
            fetchLine(message, number: number)
                + Array("\(uid)FLAGS ".utf8) + Self.flags(message.flags) + Array("\(modSequence))".utf8))
    }

    /// Whether responses have UIDs instead of sequence numbers [RFC 9586].
    var isUIDOnly: Bool { enabled.contains("UIDONLY") }

    /// The beginning of a response about a message.
    func fetchLine(_ message: ModelMessage, number: Int) -> [UInt8] {
        Array(isUIDOnly ? "* \(message.uid) UIDFETCH (".utf8 : "* \(number) FETCH (".utf8)
    }
}
