import MailTypes

extension ModelSession {
    /// Executes the command and returns the answer without its tag, or `nil` if the answer is sent later.
    mutating func dispatch(
        _ scanner: inout RequestScanner, _ tag: String, _ command: inout CommandRecord, _ account: inout ModelAccount
    ) throws(MalformedCommand) -> String? {
        let verb = try scanner.word()
        switch verb {
        case "CAPABILITY":
            try scanner.end()
            say("* CAPABILITY \(capabilities(account))")
            return "OK done"
        case "NOOP":
            try scanner.end()
            passCommand(&account)
            update(account, isAsked: true)
            return "OK done"
        case "LOGOUT":
            try scanner.end()
            say("* BYE so long")
            say("\(tag) OK done")
            state = .over
            return nil
        case "ID": return try identify(&scanner, account)
        default: break
        }
        switch state {
        case .notAuthenticated: return try dispatchNotAuthenticated(verb, &scanner, tag, &account)
        case .authenticated: return try dispatchAuthenticated(verb, &scanner, tag, &command, &account)
        case .over: return nil
        }
    }

    private mutating func dispatchNotAuthenticated(
        _ verb: String, _ scanner: inout RequestScanner, _ tag: String, _ account: inout ModelAccount
    ) throws(MalformedCommand) -> String? {
        switch verb {
        case "STARTTLS":
            try scanner.end()
            guard !isEncrypted else { throw MalformedCommand("STARTTLS under TLS") }
            isHandshakeDue = true
            return "OK begin"
        case "LOGIN":
            guard isEncrypted else { throw MalformedCommand("LOGIN without TLS") }
            try scanner.space()
            let user = try scanner.astring()
            try scanner.space()
            let password = try scanner.astring()
            try scanner.end()
            return signIn(user, password, account)
        case "AUTHENTICATE":
            guard isEncrypted else { throw MalformedCommand("AUTHENTICATE without TLS") }
            return try beginAuthentication(&scanner, tag, account)
        case "ENABLE" where hasRefused, "LIST" where hasRefused, "NAMESPACE" where hasRefused:
            return "BAD not signed in"
        default:
            throw MalformedCommand("\(verb) before anybody has signed in")
        }
    }

    private mutating func dispatchAuthenticated(
        _ verb: String, _ scanner: inout RequestScanner, _ tag: String, _ command: inout CommandRecord,
        _ account: inout ModelAccount
    ) throws(MalformedCommand) -> String? {
        switch verb {
        case "ENABLE": return try enable(&scanner, account)
        case "COMPRESS":
            try scanner.space()
            try scanner.word("DEFLATE")
            try scanner.end()
            try need("COMPRESS=DEFLATE", account)
            return try compress()
        case "NAMESPACE":
            try scanner.end()
            try need("NAMESPACE", account)
            let separator = String(UnicodeScalar(account.profile.separator))
            say("* NAMESPACE ((\"\(account.profile.prefix)\" \"\(separator)\")) NIL NIL")
            return "OK done"
        case "LIST": return try list(&scanner, account)
        case "STATUS": return try status(&scanner, account)
        case "SELECT": return try select(&scanner, isReadOnly: false, &account)
        case "EXAMINE": return try select(&scanner, isReadOnly: true, &account)
        case "CREATE": return try create(&scanner, &command, &account)
        case "DELETE": return try delete(&scanner, &command, &account)
        case "RENAME": return try rename(&scanner, &command, &account)
        case "SUBSCRIBE": return try subscribe(&scanner, true, &account)
        case "UNSUBSCRIBE": return try subscribe(&scanner, false, &account)
        case "APPEND": return try append(&scanner, &command, &account)
        case "IDLE":
            try scanner.end()
            try need("IDLE", account)
            update(account, isAsked: true)
            say("+ idling")
            beginIdle(tag)
            return nil
        case "UNSELECT", "CLOSE", "EXPUNGE", "UID":
            guard selection != nil || hasRefusedSelect else { throw MalformedCommand("\(verb) without a mailbox") }
            guard selection != nil else { return "BAD no mailbox is selected" }
            return try dispatchSelected(verb, &scanner, tag, &command, &account)
        default:
            throw MalformedCommand("\(verb), which is no command")
        }
    }

    private mutating func dispatchSelected(
        _ verb: String, _ scanner: inout RequestScanner, _ tag: String, _ command: inout CommandRecord,
        _ account: inout ModelAccount
    ) throws(MalformedCommand) -> String? {
        switch verb {
        case "UNSELECT":
            try scanner.end()
            try need("UNSELECT", account)
            selection = nil
            return "OK done"
        case "CLOSE":
            try scanner.end()
            expunge(nil, isSilent: true, &command, &account)
            selection = nil
            return "OK done"
        case "EXPUNGE":
            try scanner.end()
            return expungeAnswer(nil, &command, &account)
        default:
            break
        }
        try scanner.space()
        let verb = try scanner.word()
        try scanner.space()
        passCommand(&account)
        update(account)
        let last = selection.flatMap { account.mailboxes[$0.name]?.messages.last?.uid }
        switch verb {
        case "FETCH":
            let (uids, code) = processed(announced(try scanner.uids(last: last), account), account)
            return try fetch(uids, code, &scanner, account)
        case "SEARCH": return try search(&scanner, tag, last, account)
        case "STORE":
            let uids = announced(try scanner.uids(last: last), account)
            if let refusal = refusal(uids, account) { return refusal }
            return try store(uids, &scanner, &command, &account)
        case "COPY":
            let uids = announced(try scanner.uids(last: last), account)
            if let refusal = refusal(uids, account) { return refusal }
            return try copy(uids, &scanner, &command, &account)
        case "MOVE":
            try need("MOVE", account)
            let uids = try scanner.uids(last: last)
            if let refusal = refusal(uids, account) { return refusal }
            return try move(uids, &scanner, &command, &account)
        case "REPLACE":
            try need("REPLACE", account)
            return try replace(try scanner.uids(last: last), &scanner, &command, &account)
        case "EXPUNGE":
            try need("UIDPLUS", account)
            let uids = announced(try scanner.uids(last: last), account)
            try scanner.end()
            return refusal(uids, account) ?? expungeAnswer(uids, &command, &account)
        default:
            throw MalformedCommand("UID \(verb), which is no command")
        }
    }

    /// Throws if the server does not advertise the capability.
    func need(_ capability: String, _ account: ModelAccount) throws(MalformedCommand) {
        guard says(capability, account) else { throw MalformedCommand("what takes \(capability)") }
    }

    /// The newest of these messages, as many as a command processes, and the response code that says which ones [RFC 9738].
    func processed(_ uids: UIDSet, _ account: ModelAccount) -> (UIDSet, code: String) {
        let present = present(uids, account)
        guard let limit = account.profile.messageLimit, present.count > limit, let lowest = present.suffix(limit).first
        else { return (uids, "") }
        return (uids.intersection(UIDSet(lowest ... .last)), "[MESSAGELIMIT \(limit) \(lowest)] ")
    }

    /// The response to a command that would change too many messages.
    private func refusal(_ uids: UIDSet, _ account: ModelAccount) -> String? {
        guard let limit = account.profile.messageLimit, present(uids, account).count > limit else { return nil }
        return "NO [MESSAGELIMIT \(limit)] too many messages"
    }

    private mutating func passCommand(_ account: inout ModelAccount) {
        if account.profile.fetchDelay > 0, let name = selection?.name { account.mailboxes[name]?.passCommand() }
    }
}
