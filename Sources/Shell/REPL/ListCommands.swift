internal import Accounts
internal import MailIndex
internal import MailTypes
internal import Surroundings
internal import Terminal

extension Command {
    static let list = Command(
        name: "list", aliases: ["ls"], summary: "list messages, the newest first",
        synopsis: "[QUERY…] [--limit N]", options: [.limit], takesFilters: true,
        details: """
            Without a query, the inboxes of all accounts. A query is words and filters, all of which must hold: from:
            to: cc: subject: body: name: in: account: has:attachment is:unread|flagged|answered|draft before: after:
            older:7d newer: larger:1M; a minus sign before one turns it round, and "quoted words" stand together.
            """,
        examples: ["petrel list", "petrel list is:unread newer:2d", "petrel list in:Archive from:ana -has:attachment"]
    ) { invocation, console throws(CommandFailure) in
        var query = try console.query(invocation.operands)
        if !query.terms.contains(where: \.choosesMailbox), invocation.operands.isEmpty {
            query.terms.append(.init(.mailbox(.inbox, withChildren: false)))
        }
        return try console.list(query, invocation)
    }

    static let search = Command(
        name: "search", aliases: ["/"], summary: "find messages in all mailboxes",
        synopsis: "WORDS… [--limit N]", options: [.limit], operands: 1...Int.max, takesFilters: true,
        details: "Words and filters as in list, looked for in all mailboxes.",
        examples: ["petrel search harbour plan", "petrel search subject:invoice after:2026-01"]
    ) { invocation, console throws(CommandFailure) in
        try console.list(console.query(invocation.operands), invocation)
    }

    static let thread = Command(
        name: "thread", aliases: ["th"], summary: "list the conversation of a message, the oldest first",
        synopsis: "ID", operands: 1...1,
        details: "ID is that of a message or of the conversation, as list --json has it.",
        examples: ["petrel thread 4f3a91c2d0e8b7a6"]
    ) { invocation, console throws(CommandFailure) in
        let view = try console.view(invocation)
        let operand = invocation.operands[0]
        var messages: [MailView.Found] = []
        if let found = try view.all(operand).first {
            messages = try found.thread(in: view)
        } else if let id = ThreadID(operand) {
            for opened in view.accounts {
                let thread = try view.index { () throws(IndexError) in try opened.index.thread(id) }
                messages += thread.map { MailView.Found(message: $0, opened: opened) }
            }
        }
        if messages.isEmpty { _ = try view.message(operand) }
        console.show(messages, of: invocation.command)
        return .done
    }

    static let folders = Command(
        name: "folders", summary: "list mailboxes with the number of messages", synopsis: "", operands: 0...0,
        details: "Each account's mailboxes, with all and unread messages.", examples: ["petrel folders --json"]
    ) { invocation, console throws(CommandFailure) in
        let view = try console.view(invocation)
        var rows: [(account: AccountName, mailbox: IndexedMailbox)] = []
        for opened in view.accounts {
            let mailboxes = try view.index { () throws(IndexError) in try opened.index.mailboxes() }
            rows += mailboxes.map { (opened.account.name, $0) }
        }
        console.answer(invocation.command) { json in
            json.key("folders")
            json.array { json in
                for row in rows {
                    json.object { json in
                        json.key("account")
                        json.string(row.account.text)
                        json.key("name")
                        json.string(row.mailbox.name.description)
                        json.key("messages")
                        json.number(row.mailbox.total)
                        json.key("unread")
                        json.number(row.mailbox.unread)
                    }
                }
            }
        } text: { output in
            for row in rows {
                let unread = row.mailbox.unread == 0 ? "" : ", \(row.mailbox.unread) unread"
                let name = InertText.line("\(row.account)/\(row.mailbox.name)")
                output.write("\(DisplayWidth.fit(name, columns: 30))  \(row.mailbox.total)\(unread)\n")
            }
        }
        return .done
    }
}

extension Command.Option {
    static let limit = Command.Option("limit", value: "N", summary: "at most N messages")
}

extension MessageQuery.Term {
    fileprivate var choosesMailbox: Bool {
        if case .mailbox = criterion { true } else { false }
    }
}

extension MailView.Found {
    fileprivate func thread(in view: MailView) throws(CommandFailure) -> [MailView.Found] {
        let messages = try view.index { () throws(IndexError) in try opened.index.thread(message.thread) }
        return messages.map { MailView.Found(message: $0, opened: opened) }
    }
}

extension Console {
    /// How many messages a list shows to a person who did not say how many.
    private static let readableCount = 100

    func query(_ operands: [[UInt8]]) throws(CommandFailure) -> MessageQuery {
        var words: [String] = []
        for operand in operands { words.append(try Invocation.text(operand, of: "query")) }
        do throws(QueryError) {
            return try MessageQuery(arguments: words, now: clock.now(), offsetMinutes: 0)
        } catch {
            throw .usage(error.description)
        }
    }

    fileprivate mutating func list(
        _ query: MessageQuery, _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        let view = try view(invocation)
        let limit = try invocation.number("limit") ?? (isJSON ? Int(Int32.max) : Self.readableCount)
        let messages = try view.messages(matching: query, limit: limit)
        show(messages, of: invocation.command)
        if !isJSON, !invocation.has("limit"), messages.count == limit {
            say("These are the newest \(limit). For more, add: --limit N")
        }
        return .done
    }

    mutating func show(_ messages: [MailView.Found], of command: Command) {
        let isAccessible = isAccessible
        answer(command) { json in
            json.key("messages")
            json.array { json in
                for message in messages { json.object { MessageListing.members(of: message, to: &$0) } }
            }
        } text: { output in
            for message in messages {
                output.write(isAccessible ? MessageListing.sentence(message) : MessageListing.line(message))
            }
        }
    }
}
