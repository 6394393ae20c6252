internal import Accounts
internal import MailIndex
internal import MailSearch
internal import MailTypes
internal import Terminal

/// How lists of messages are shown, page by page at the prompt.
extension Console {
    /// The default number of messages that a list shows in a terminal.
    private static let readableCount = 100
    /// The rows of a page at the prompt, where the next command is typed below the list.
    private static let standardPage = 20
    private static let leastPage = 10
    private static let mostPage = 50
    /// The lines of a screen that a page leaves free.
    private static let freeLines = 4
    /// On narrower screens, each message has two lines.
    private static let narrow = 60

    /// Returns the number of rows to show: all of them in JSON, and at the prompt as many as fit on the screen.
    func pageSize(_ invocation: Invocation) throws(CommandFailure) -> Int {
        if let limit = try invocation.number("limit") { return min(limit, Int(Int32.max)) }
        let isForPrograms = try RecordFormatter(invocation, RecordFields.messages) != nil
        if isJSON || isForPrograms { return Int(Int32.max) }
        if session == nil { return Self.readableCount }
        guard let rows, let columns else { return Self.standardPage }
        return min(Self.mostPage, max(Self.leastPage, (rows - Self.freeLines) / (columns < Self.narrow ? 2 : 1)))
    }

    /// Shows the first page of a list.
    mutating func list(
        _ content: ShownList.Content, _ search: MessageSearch, _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        let size = try pageSize(invocation)
        let view = try view(invocation)
        let all = try accounts(invocation)
        try view.checkFolders(of: search.query, in: all)
        let page = try view.page(.first, of: search, asConversations: content.isOfConversations, size: size)
        let rows = try rows(page, of: content, in: view)
        if try printRecords(rows, invocation) { return .done }
        show(rows, of: invocation.command, line(for: search.query, in: view))
        if page.rows.isEmpty {
            note(try view.whyNothing(search.query, in: all))
        } else if let hint = IndexedMail.unsynced(view.accountsWithoutMail(all)) {
            note(hint)
        }
        try remember(page, of: content, size, in: view, invocation)
        return .done
    }

    func line(for query: SearchQuery, in view: IndexedMail) -> MessageListFormatter {
        MessageListFormatter(
            zone: zone, layout: ListRowLayout(self), tellsMailbox: !query.namesFolder,
            tellsAccount: view.accounts.count > 1, numbers: session, isUTF8: hasUTF8)
    }

    /// Returns the rows that a page shows: of threads, all messages.
    private func rows(
        _ page: ListPage, of content: ShownList.Content, in view: IndexedMail
    ) throws(CommandFailure) -> [ListRow] {
        guard case .threads = content else { return page.rows }
        var rows: [ListRow] = []
        for row in page.rows { rows += try view.tree(of: view.thread(of: row.latest)) }
        return rows
    }

    /// Notes at the prompt which page is shown, and says how to see the others.
    mutating func remember(
        _ page: ListPage, of content: ShownList.Content, _ size: Int, in view: IndexedMail, _ invocation: Invocation
    ) throws(CommandFailure) {
        guard let session else {
            let kind = content.isOfConversations ? "conversations" : "messages"
            if page.hasMore, !isJSON, !invocation.has("limit") {
                note(
                    "These are the \(content.order == .date ? "newest" : "best") \(size) \(kind). For more, add: --limit N"
                )
            }
            return
        }
        let total =
            switch content {
            case .messages(let search), .conversations(let search), .threads(let search):
                page.hasMore || page.start > 0
                    ? try view.count(of: search.query, asConversations: content.isOfConversations) : page.rows.count
            case .thread(let rows): rows.count
            }
        let shown = ShownList(content, invocation, size: size, total: total, page)
        session.shown = shown
        session.isReading = false
        if isInteractive {
            if let footer = shown.footer(isAccessible: isAccessible) { note(footer) }
        } else if page.hasMore, !isJSON, !invocation.has("limit") {
            note("These are the first \(page.rows.count). For more, add: --limit N")
        }
    }

    mutating func show(_ rows: [ListRow], of command: Command, _ line: MessageListFormatter) {
        let (isAccessible, isAtPrompt) = (isAccessible, session != nil)
        number(rows)
        answer(command) { json in
            json.key("messages")
            json.array { json in
                for row in rows { json.object { IndexedMessageJSON.members(of: row.latest, to: &$0) } }
            }
        } text: { output in
            if isAccessible, isAtPrompt, !rows.isEmpty {
                output.write("\(rows.count.counted("message")).\n")
            }
            line.write(rows, isAccessible: isAccessible, to: &output)
        }
    }

    /// Makes these rows the current list at the prompt.
    func number(_ rows: [ListRow]) {
        guard let session else { return }
        session.list = rows.map { session.numbers.number(of: $0.latest) }
    }
}

// MARK: - Turning pages

extension Console {
    /// Shows the next or the previous page. Without `isShown`, only makes it the current list.
    mutating func turnPage(forward: Bool, isShown: Bool = true) throws(CommandFailure) {
        guard let session, let shown = session.shown, let first = shown.first, let last = shown.last else { return }
        let view = try view(shown.invocation)
        let choice = forward ? PageChoice.after(last, shown.start + shown.count) : .before(first, shown.start)
        let page: ListPage
        let line: MessageListFormatter
        switch shown.content {
        case .messages(let search):
            page = try view.page(choice, of: search, asConversations: false, size: shown.size)
            line = self.line(for: search.query, in: view)
        case .conversations(let search), .threads(let search):
            page = try view.page(choice, of: search, asConversations: true, size: shown.size)
            line = self.line(for: search.query, in: view)
        case .thread(let keys):
            page = try view.page(
                of: keys, from: forward ? shown.start + shown.count : shown.start - shown.size, shown.size)
            line = threadLine(in: view)
        }
        let rows = try rows(page, of: shown.content, in: view)
        guard isShown else {
            number(rows)
            session.shown = ShownList(shown.content, shown.invocation, size: shown.size, total: shown.total, page)
            return
        }
        show(rows, of: shown.invocation.command, line)
        if page.rows.isEmpty { note("No messages are left there.") }
        try remember(page, of: shown.content, shown.size, in: view, shown.invocation)
    }

    func threadLine(in view: IndexedMail) -> MessageListFormatter {
        MessageListFormatter(
            zone: zone, layout: ListRowLayout(self), tellsMailbox: true, tellsAccount: view.accounts.count > 1,
            numbers: session, isUTF8: hasUTF8)
    }
}

extension IndexedMail {
    /// Returns a page of a conversation. Messages that are gone are left out.
    func page(
        of thread: [ShownList.ThreadRow], from start: Int, _ size: Int
    ) throws(CommandFailure) -> ListPage {
        let start = min(max(0, start), thread.count)
        let end = min(thread.count, start + size)
        var rows: [ListRow] = []
        for row in thread[start..<end] {
            for opened in accounts where opened.account.name.text.utf8.elementsEqual(row.key.account) {
                let message = try index { () throws(IndexDatabaseError) in try opened.index.message(row.key.id) }
                if let message {
                    rows.append(ListRow(latest: Found(message: message, opened: opened), thread: row.place))
                }
            }
        }
        return ListPage(rows: rows, start: start, hasMore: end < thread.count)
    }
}
