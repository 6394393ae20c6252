internal import Accounts
internal import MailSearch
internal import Platform
internal import Terminal

extension Command {
    static let search = Command(
        name: "search", aliases: ["/"], summary: "search all folders",
        operands: [.zeroOrMore("QUERY", .query)],
        options: [
            .limit, .sort, .threads, .conversations,
            .init("save", value: "NAME", summary: "save the query under a name; to open it: search @NAME"),
            .init("forget", value: "NAME", summary: "delete a saved search"),
        ] + .forPrograms,
        takesFilters: true, configuration: .complete,
        details: """
            Case and accents do not matter. In a shell, put the query in single quotes. petrel-search-syntax(7) explains the rest,
            also what differs from Gmail and notmuch. --format is as in list.
            """,
        terms: [
            Term(form: "plan budget", meaning: "both words; also: plan and budget"),
            Term(form: "plan or (a -b)", meaning: "either; - and not exclude; parentheses group"),
            Term(form: "\"the plan\" invo*", meaning: "a phrase; the beginning of a word"),
            Term(form: "from: to: cc: bcc:", meaning: "words of names and addresses: from:(ana or ben)"),
            Term(form: "subject: body: list:", meaning: "words of the subject, the text, the mailing list"),
            Term(form: "attachment:", meaning: "words of a filename; has:attachment for any file"),
            Term(form: "in: account:", meaning: "where it is: in:Archive, in:Lists/ with subfolders"),
            Term(form: "is:", meaning: "unread, read, flagged, answered, forwarded, draft, deleted"),
            Term(form: "date:", meaning: "2025-03, today, monday, 2w.. or 2025-01..2025-03"),
            Term(form: "after: before:", meaning: "a date, or an age: before:2025-03, after:2w"),
            Term(form: "larger: smaller:", meaning: "a size in bytes: larger:1M"),
            Term(form: "id: thread:", meaning: "a Message-ID; a conversation, as list --json prints it"),
            Term(form: "@NAME", meaning: "a saved search"),
        ],
        examples: [
            "petrel search harbour plan", "petrel search 'from:(ana or ben) subject:\"final plan\" -is:read'",
            "petrel search has:attachment date:2025-01..2025-03 --sort relevance",
            "petrel search from:cron older:30d --ids | petrel archive - --yes",
            "petrel search has:attachment --format '%(date)\\t%(from)\\t%(subject)'",
            "petrel search --save bills 'subject:invoice or attachment:invoice'", "petrel search @bills after:2w",
        ],
        quickForm: "search WORDS",
        shortForms: [
            .word("*", "search is:flagged $*", shown: "*", as: "search is:flagged"),
            .word("U", "search is:unread $*", shown: "U", as: "search is:unread"),
            .word("T", "search in:Sent $*", shown: "T", as: "search in:Sent"),
        ]
    ) { invocation, console throws(CommandFailure) in
        if let name = try invocation.text("forget") { return try console.forgetSearch(name, invocation) }
        guard !invocation.operands.isEmpty else {
            throw .usage("search: missing argument. Type what to search for, or help search.")
        }
        let query = try console.query(invocation.operands)
        if let name = try invocation.text("save") { return try console.saveSearch(name, invocation) }
        return try console.list(query, invocation)
    }
}

extension Console {
    fileprivate mutating func saveSearch(_ name: String, _ invocation: Invocation) throws(CommandFailure) -> ExitCode {
        guard SearchQuery.isName(Array(name.utf8)) else {
            throw .usage("\"\(name)\" cannot be the name of a search. Use letters, digits, hyphens and underscores.")
        }
        let text = try Invocation.text(Array(invocation.operands.joined(separator: [0x20])), of: "query")
        // A saved query cannot contain another one.
        do throws(QueryError) {
            _ = try SearchQuery(parsing: "@\(name)", now: clock.now(), saved: { _ in text }, offsetMinutes: { _ in 0 })
        } catch {
            throw .usage(session == nil ? error.descriptionInShell : error.description)
        }
        try changeSearch(name, to: text)
        reportSearch(name, text, invocation)
        printLine("Saved the search @\(name). To open it, type: search @\(name)")
        return .done
    }

    fileprivate mutating func forgetSearch(_ name: String, _ invocation: Invocation) throws(CommandFailure) -> ExitCode
    {
        guard invocation.operands.isEmpty, !invocation.has("save") else {
            throw .usage("search --forget NAME takes nothing else.")
        }
        let name = name.utf8.first == 0x40 ? String(name.dropFirst()) : name
        guard Settings(of: try home()).searches.contains(where: { $0.name == name }) else {
            throw CommandFailure(.noInput, "noSuchSearch", "There is no saved search @\(name). Type: folders")
        }
        try changeSearch(name, to: nil)
        reportSearch(name, nil, invocation)
        printLine("Deleted the saved search @\(name).")
        return .done
    }

    private func changeSearch(_ name: String, to query: String?) throws(CommandFailure) {
        let home = try home()
        do throws(AccountError) {
            try Settings.setSearch(name, to: query, in: home)
        } catch {
            throw CommandFailure(error)
        }
    }

    /// Prints in JSON the saved search that was changed.
    private mutating func reportSearch(_ name: String, _ query: String?, _ invocation: Invocation) {
        guard isJSON else { return }
        object(of: invocation.command.name, nil) { json in
            json.key("name")
            json.string(name)
            json.key("query")
            json.string(query)
        }
    }
}
