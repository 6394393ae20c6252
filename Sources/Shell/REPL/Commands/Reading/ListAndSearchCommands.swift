internal import Accounts
internal import MailIndex
internal import MailTypes
internal import Platform
internal import Terminal

extension CommandGroup {
    static let reading = CommandGroup(
        "Read",
        [
            .inbox, .list, .search, .show, .next, .previous, .thread, .headers, .source, .attachments, .save, .open,
            .pipe,
            .contactsQuery,
        ])
}

extension Command {
    static let list = Command(
        name: "list", aliases: ["ls"], summary: "list messages, newest first",
        operands: [.zeroOrMore("QUERY")], options: [.limit], takesFilters: true,
        details: """
            Without QUERY, lists the inboxes of all accounts. QUERY is made of words and filters; a message must match all of
            them. Filters: from: to: cc: subject: body: name: in: account: has:attachment is:unread|flagged|answered|draft
            before: after: older:7d newer: larger:1M. A minus sign before a filter negates it; quotes make a phrase.
            """,
        examples: ["petrel list", "petrel list is:unread newer:2d", "petrel list in:Archive from:ana -has:attachment"],
        quickForm: "list"
    ) { invocation, console throws(CommandFailure) in
        var query = try console.query(invocation.operands)
        if !query.terms.contains(where: \.choosesMailbox), invocation.operands.isEmpty {
            let mailbox = console.session?.mailbox ?? .inbox
            query.terms.append(.init(.mailbox(mailbox, withChildren: false)))
        }
        return try console.list(query, invocation)
    }

    static let search = Command(
        name: "search", aliases: ["/"], summary: "search all folders",
        operands: [.oneOrMore("QUERY")], options: [.limit], takesFilters: true,
        details: "QUERY is as in list.",
        examples: ["petrel search harbour plan", "petrel search subject:invoice after:2026-01"],
        quickForm: "search WORDS"
    ) { invocation, console throws(CommandFailure) in
        try console.list(console.query(invocation.operands), invocation)
    }

    static let thread = Command(
        name: "thread", aliases: ["th"], summary: "list the conversation of a message, oldest first",
        operands: [.one("ID", .message)],
        details: "ID is the id of a message or of a thread as list --json prints it, or dN for a draft.",
        examples: ["petrel thread 4f3a91c2d0e8b7a6"]
    ) { invocation, console throws(CommandFailure) in
        let view = try console.view(invocation)
        let operand = invocation.operands[0]
        var messages: [MailLookup.Found] = []
        if let found = try console.all(operand, in: view, invocation).first {
            messages = try found.thread(in: view)
        } else if let id = ThreadID(operand) {
            for opened in view.accounts {
                let thread = try view.index { () throws(IndexDatabaseError) in try opened.index.thread(id) }
                messages += thread.map { MailLookup.Found(message: $0, opened: opened) }
            }
        }
        if messages.isEmpty { _ = try view.message(operand) }
        let line = MessageLine(
            zone: console.zone, layout: ListRowLayout(console), tellsMailbox: true,
            tellsAccount: view.accounts.count > 1,
            numbers: console.session)
        console.show(messages, of: invocation.command, line)
        return .done
    }

    static let renumber = Command(
        name: "renumber", summary: "number messages from 1 again", places: [.prompt],
        details: "A message keeps its number until petrel exits. After this, the next list assigns new numbers.",
        examples: ["renumber"]
    ) { _, console throws(CommandFailure) in
        console.session?.forgetNumbers()
        console.printLine("Messages will be numbered from 1. Type: list")
        return .done
    }
}

extension Command.Option {
    static let limit = Command.Option("limit", value: "N", summary: "list at most N")
}

extension MessageQuery.Term {
    var choosesMailbox: Bool {
        if case .mailbox = criterion { true } else { false }
    }
}

extension MailLookup.Found {
    fileprivate func thread(in view: MailLookup) throws(CommandFailure) -> [MailLookup.Found] {
        let messages = try view.index { () throws(IndexDatabaseError) in try opened.index.thread(message.thread) }
        return messages.map { MailLookup.Found(message: $0, opened: opened) }
    }
}

extension Console {
    /// The default number of messages that a list shows in a terminal.
    private static let readableCount = 100
    /// The default at the prompt, where the next command is typed below the list.
    private static let promptCount = 20

    func query(_ operands: [[UInt8]]) throws(CommandFailure) -> MessageQuery {
        var words: [String] = []
        for operand in operands { words.append(try Invocation.text(operand, of: "query")) }
        do throws(QueryError) {
            return try MessageQuery(arguments: words, now: clock.now()) { [zone] in zone.offsetMinutes(at: $0) }
        } catch {
            throw .usage(error.description)
        }
    }

    fileprivate mutating func list(
        _ query: MessageQuery, _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        let limit =
            try invocation.number("limit")
            ?? (isJSON ? Int(Int32.max) : session == nil ? Self.readableCount : Self.promptCount)
        let view = try view(invocation)
        // Request one more message than is shown, to find out whether there are more.
        let isOpen = !isJSON && !invocation.has("limit")
        let messages = try view.messages(matching: query, limit: isOpen ? limit + 1 : limit)
        let line = MessageLine(
            zone: zone, layout: ListRowLayout(self), tellsMailbox: !query.terms.contains(where: \.choosesMailbox),
            tellsAccount: view.accounts.count > 1, numbers: session)
        show(Array(messages.prefix(limit)), of: invocation.command, line)
        if messages.isEmpty { note(try view.whyNothing(query)) }
        if messages.count > limit { note("These are the newest \(limit). For more, add: --limit N") }
        return .done
    }

    mutating func show(_ messages: [MailLookup.Found], of command: Command, _ line: MessageLine) {
        let (isAccessible, isAtPrompt) = (isAccessible, session != nil)
        if let session { session.list = messages.map { session.numbers.number(of: $0) } }
        answer(command) { json in
            json.key("messages")
            json.array { json in
                for message in messages { json.object { IndexedMessageJSON.members(of: message, to: &$0) } }
            }
        } text: { output in
            if isAccessible, isAtPrompt, !messages.isEmpty {
                output.write("\(messages.count) message\(messages.count == 1 ? "" : "s").\n")
            }
            for message in messages {
                output.write(isAccessible ? line.sentence(message) : line.line(message))
            }
        }
    }
}
