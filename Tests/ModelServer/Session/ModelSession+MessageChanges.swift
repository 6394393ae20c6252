import MailTypes

extension ModelSession {
    // MARK: - STORE

    mutating func store(
        _ uids: UIDSet, _ scanner: inout RequestScanner, _ command: inout CommandRecord, _ account: inout ModelAccount
    ) throws(MalformedCommand) -> String {
        try scanner.space()
        let isAdding = scanner.skip("+")
        if !isAdding { try scanner.expect("-") }
        let word = try scanner.word()
        guard word == "FLAGS" || word == "FLAGS.SILENT" else {
            throw MalformedCommand("STORE of something else than flags")
        }
        try scanner.space()
        let flags = try scanner.flags()
        try scanner.end()
        guard !flags.isEmpty else { throw MalformedCommand("STORE of nothing") }
        guard let selection else { throw MalformedCommand("STORE without a mailbox") }
        guard !selection.isReadOnly else { return "NO [READ-ONLY] this mailbox is only read" }
        for uid in present(uids, account) {
            let isChanged = account.setFlags(selection.name, uid) { set in
                for flag in flags { if isAdding { set.insert(flag) } else { set.remove(flag) } }
            }
            if isChanged {
                command.effects.append(
                    .flags(selection.name, uid, added: isAdding ? flags : [], removed: isAdding ? [] : flags))
            }
            if account.profile.removesDeletedAtOnce, isAdding, flags.contains(.deleted) {
                for message in account.expunge(selection.name, UIDSet(uid)) {
                    command.effects.append(.expunged(selection.name, message.uid, object: message.object))
                }
            }
            // With labels, removing \Flagged may have removed the message from a mailbox such as Starred.
            guard let index = self.selection?.seen.firstIndex(where: { $0.uid == uid }),
                let message = account.mailboxes[selection.name]?.message(uid)
            else { continue }
            if isChanged { self.selection?.seen[index].modSequence = message.modSequence }
            if word == "FLAGS", isChanged || account.profile.saysUnchangedFlags {
                sayFlags(message, number: index + 1, hasUID: true)
            } else if word != "FLAGS", isChanged, hasModSequences {
                let uid = isUIDOnly ? "" : "UID \(message.uid) "
                say(
                    fetchLine(message, number: index + 1)
                        + Array("\(uid)MODSEQ (\(message.modSequence)))".utf8))
            }
        }
        update(account)
        return "OK done"
    }

    // MARK: - COPY and MOVE

    mutating func copy(
        _ uids: UIDSet, _ scanner: inout RequestScanner, _ command: inout CommandRecord, _ account: inout ModelAccount
    ) throws(MalformedCommand) -> String {
        let target = try self.target(&scanner)
        guard let source = selection?.name, account.mailboxes[target] != nil else {
            return "NO [TRYCREATE] no such mailbox"
        }
        var pairs: [(UID, UID)] = []
        for uid in present(uids, account) {
            guard let copy = account.copy(source, uid, to: target) else { continue }
            pairs.append((uid, copy))
            command.effects.append(.copied(source, uid, to: target, copy))
        }
        update(account)
        return "OK \(copyUID(pairs, target, account))done"
    }

    mutating func move(
        _ uids: UIDSet, _ scanner: inout RequestScanner, _ command: inout CommandRecord, _ account: inout ModelAccount
    ) throws(MalformedCommand) -> String {
        let target = try self.target(&scanner)
        guard let selection, account.mailboxes[target] != nil else { return "NO [TRYCREATE] no such mailbox" }
        guard !selection.isReadOnly else { return "NO [READ-ONLY] this mailbox is only read" }
        var pairs: [(UID, UID)] = []
        for uid in present(uids, account) {
            guard let copy = account.move(selection.name, uid, to: target) else { continue }
            pairs.append((uid, copy))
            command.effects.append(.moved(selection.name, uid, to: target, copy))
        }
        let code = copyUID(pairs, target, account)
        if !code.isEmpty { say("* OK \(code)moved") }
        update(account)
        return "OK \(highest(account))done"
    }

    private func target(_ scanner: inout RequestScanner) throws(MalformedCommand) -> EncodedMailboxName {
        try scanner.space()
        let target = try scanner.mailbox()
        try scanner.end()
        return target
    }

    func present(_ uids: UIDSet, _ account: ModelAccount) -> [UID] {
        guard let mailbox = selection.flatMap({ account.mailboxes[$0.name] }) else { return [] }
        return mailbox.indices(of: uids).map { mailbox.messages[$0].uid }
    }

    private func copyUID(_ pairs: [(UID, UID)], _ target: EncodedMailboxName, _ account: ModelAccount) -> String {
        guard account.profile.has("UIDPLUS"), let mailbox = account.mailboxes[target], !pairs.isEmpty else { return "" }
        // Two sets paired in order: the UIDs of copies of labels need not ascend [RFC 4315 §3].
        let copies = pairs.map { "\($0.1)" }.joined(separator: ",")
        let isAscending = zip(pairs, pairs.dropFirst()).allSatisfy { $0.1 < $1.1 }
        return "[COPYUID \(mailbox.uidValidity) \(UIDSet(pairs.map(\.0))) "
            + "\(isAscending ? UIDSet(pairs.map(\.1)).description : copies)] "
    }

    private func highest(_ account: ModelAccount) -> String {
        guard hasVanished, let mailbox = selection.flatMap({ account.mailboxes[$0.name] }) else { return "" }
        return "[HIGHESTMODSEQ \(mailbox.highestModSequence)] "
    }

    // MARK: - EXPUNGE

    mutating func expungeAnswer(
        _ uids: UIDSet?, _ command: inout CommandRecord, _ account: inout ModelAccount
    ) -> String {
        guard selection?.isReadOnly == false else { return "NO [READ-ONLY] this mailbox is only read" }
        expunge(uids, isSilent: false, &command, &account)
        return "OK \(highest(account))done"
    }

    /// Removes the messages with \Deleted, of `uids` or all.
    mutating func expunge(
        _ uids: UIDSet?, isSilent: Bool, _ command: inout CommandRecord, _ account: inout ModelAccount
    ) {
        guard let selection, !selection.isReadOnly, let mailbox = account.mailboxes[selection.name] else { return }
        let marked = mailbox.messages.filter { $0.flags.contains(.deleted) && uids?.contains($0.uid) ?? true }
        for message in account.expunge(selection.name, UIDSet(marked.map(\.uid))) {
            command.effects.append(.expunged(selection.name, message.uid, object: message.object))
        }
        if !isSilent { update(account) }
    }

    // MARK: - APPEND

    mutating func append(
        _ scanner: inout RequestScanner, _ command: inout CommandRecord, _ account: inout ModelAccount
    ) throws(MalformedCommand) -> String {
        try scanner.space()
        let name = try scanner.mailbox()
        try scanner.space()
        var flags: [Flag] = []
        if scanner.peek == 0x28 {
            flags = try scanner.flags()
            try scanner.space()
        }
        var date = account.date
        if scanner.peek == 0x22 {
            // This server's clock is in UTC.
            date = DateTime(instant: try scanner.dateTime().instant, offsetMinutes: 0)
            try scanner.space()
        }
        let content = try scanner.message()
        try scanner.end()
        guard !content.isEmpty else { throw MalformedCommand("an APPEND that is cancelled") }
        if let permanent = account.profile.permanentFlags { flags = flags.filter { permanent.contains($0) } }
        let known = account.messageAlike(content)
        guard let uid = account.add(content, FlagSet(flags), date, to: name, object: known),
            let mailbox = account.mailboxes[name]
        else { return "NO [TRYCREATE] no such mailbox" }
        command.effects.append(.appended(name, uid))
        update(account)
        let reported = uid.rawValue &+ account.profile.appendUIDError
        return account.profile.has("UIDPLUS") ? "OK [APPENDUID \(mailbox.uidValidity) \(reported)] done" : "OK done"
    }

    // MARK: - REPLACE

    /// Appends a message and expunges another in one step [RFC 8508 §3.4].
    mutating func replace(
        _ uids: UIDSet, _ scanner: inout RequestScanner, _ command: inout CommandRecord, _ account: inout ModelAccount
    ) throws(MalformedCommand) -> String {
        guard uids.count == 1, let selection else { throw MalformedCommand("REPLACE of several messages") }
        guard !present(uids, account).isEmpty else { return "NO no such message" }
        let answer = try append(&scanner, &command, &account)
        guard answer.hasPrefix("OK") else { return answer }
        say("* \(answer)")
        for message in account.expunge(selection.name, uids) {
            command.effects.append(.expunged(selection.name, message.uid, object: message.object))
        }
        update(account)
        return "OK replaced"
    }
}
