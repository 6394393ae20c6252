internal import Accounts
internal import LineEditing
internal import MailIndex
internal import MailSearch
internal import MailTypes
internal import Platform
internal import Terminal

extension CommandGroup {
    static let reading = CommandGroup(
        "Read",
        [
            .inbox, .list, .search, .show, .next, .previous, .thread, .headers, .source, .attachments, .save, .open,
            .openLink, .pipe,
            .contactsQuery,
        ])
}

extension Command {
    static let list = Command(
        name: "list", aliases: ["ls"], summary: "list messages, newest first",
        operands: [.zeroOrMore("QUERY", .query)], options: [.limit, .sort, .threads, .conversations] + .forPrograms,
        takesFilters: true, configuration: .complete,
        details: """
            Without QUERY, lists the inboxes of all accounts, or the folder that the prompt is in. With QUERY, searches all
            folders. help search explains queries.

            """ + MessageMarks.legend + " " + RecordFormatter.help(RecordFields.messages),
        examples: ["petrel list", "petrel list is:unread newer:2d", "petrel list in:Archive from:ana -has:attachment"],
        quickForm: "list"
    ) { invocation, console throws(CommandFailure) in
        let query =
            if !invocation.operands.isEmpty {
                try console.query(invocation.operands)
            } else if let search = console.session?.search {
                try console.query([Array("@\(search)".utf8)])
            } else {
                SearchQuery.matching(.folder(console.session?.mailbox ?? .inbox, withSubfolders: false))
            }
        return try console.list(query, invocation)
    }

    static let thread = Command(
        name: "thread", aliases: ["th"], summary: "list the conversation of a message as a tree of replies",
        operands: [.one("ID", .message)], options: .forPrograms,
        details: """
            Each reply is below the message that it answers, with the beginning of its text if the subject is the same. ID is
            the id of a message or of a thread as list --json prints it, or dN for a draft. With --json, the oldest message
            comes first. To read all of them: show --thread ID
            """,
        examples: ["petrel thread 4f3a91c2d0e8b7a6"]
    ) { invocation, console throws(CommandFailure) in
        let view = try console.view(invocation)
        let operand = invocation.operands[0]
        var messages: [IndexedMail.Found] = []
        if let found = try console.all(operand, in: view, invocation).first {
            messages = try view.thread(of: found)
        } else if let id = ThreadID(operand) {
            for opened in view.accounts {
                let thread = try view.index { () throws(IndexDatabaseError) in try opened.index.thread(id) }
                messages += thread.map { IndexedMail.Found(message: $0, opened: opened) }
            }
        }
        if messages.isEmpty { _ = try view.message(operand) }
        let size = console.session == nil ? Int(Int32.max) : try console.pageSize(invocation)
        // Programs get all messages, the oldest first.
        let rows = try console.isJSON ? messages.map { ListRow(latest: $0) } : view.tree(of: messages)
        if try console.printRecords(rows, invocation) { return .done }
        let page = ListPage(rows: Array(rows.prefix(size)), start: 0, hasMore: rows.count > size)
        console.show(page.rows, of: invocation.command, console.threadLine(in: view))
        let thread = rows.map { ShownList.ThreadRow(key: .init($0.latest), place: $0.thread) }
        try console.remember(page, of: .thread(thread), size, in: view, invocation)
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
    static let threads = Command.Option("threads", summary: "show conversations as trees of their messages")
    static let conversations = Command.Option("conversations", summary: "show one row per conversation")
    static let limit = Command.Option("limit", value: "N", summary: "list at most N")
    static let sort = Command.Option(
        "sort", value: "date|relevance", .choice(["date", "relevance"]),
        summary: "newest first, or the best matches first")
}

extension Console {
    /// Shows the first page of the messages that match a query, in the form that the options choose.
    mutating func list(_ query: SearchQuery, _ invocation: Invocation) throws(CommandFailure) -> ExitCode {
        let search = MessageSearch(query, try order(invocation))
        return try list(content(search, invocation), search, invocation)
    }

    /// Returns what to list: messages, unless options or the setting choose conversations. The setting is for people.
    private func content(_ search: MessageSearch, _ invocation: Invocation) throws(CommandFailure)
        -> ShownList.Content
    {
        if invocation.has("threads") { return .threads(search) }
        let settings = try Settings(of: home())
        let isSet = columns != nil && !isJSON && settings.isOn(.conversations) ?? false
        return invocation.has("conversations") || isSet ? .conversations(search) : .messages(search)
    }

    private func order(_ invocation: Invocation) throws(CommandFailure) -> SearchOrder {
        switch try invocation.text("sort") {
        case nil, "date": return .date
        case "relevance": return .relevance
        case let other?: throw .usage("--sort can be date or relevance, not \"\(other)\".")
        }
    }

    /// Parses the operands of a command as one query.
    func query(_ operands: [[UInt8]]) throws(CommandFailure) -> SearchQuery {
        let text = try Invocation.text(Array(operands.joined(separator: [0x20])), of: "query")
        let searches = Settings(of: try home()).searches
        let query: SearchQuery
        do throws(QueryError) {
            query = try SearchQuery(
                parsing: text, now: clock.now(), saved: { name in searches.first { $0.name == name }?.query },
                own: { ((try? everyAccount()) ?? []).flatMap(\.configuration.identities).map(\.address.text) },
                offsetMinutes: { [zone] in zone.offsetMinutes(at: $0) })
        } catch {
            throw .usage(session == nil ? error.descriptionInShell : error.description)
        }
        let names = query.accountNames
        if !names.isEmpty { try checkAccounts(names) }
        return query
    }

    /// Throws if a query names an account that does not exist: it would find nothing.
    private func checkAccounts(_ names: [String]) throws(CommandFailure) {
        let accounts = try everyAccount().map(\.name.text)
        let known = accounts.map { SearchFold.folded($0) }
        for name in names where !known.contains(SearchFold.folded(name)) {
            let near = accounts.compactMap { account in
                SpellingSuggestion.distance(name, account).map { (distance: $0, name: account) }
            }
            let most = SpellingSuggestion.nearest(near, by: \.distance).map(\.name)
            let hint =
                near.isEmpty
                ? "Accounts: \(accounts.prefix(5).joined(separator: ", ")). " : SpellingSuggestion.question(most)
            throw CommandFailure(
                .noInput, "noSuchAccount",
                "There is no account \(name). \(hint)Type: petrel account list")
        }
    }
}
