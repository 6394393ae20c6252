internal import Accounts
internal import MailIndex
internal import MailSearch
internal import MailTypes

/// What a list shows, and in which order.
struct MessageSearch {
    let query: SearchQuery
    let order: SearchOrder

    init(_ query: SearchQuery, _ order: SearchOrder = .date) {
        self.query = query
        self.order = order
    }
}

/// The place of a message in a list that begins with the best match or, without ranks, with the newest message.
struct ListPosition: Comparable {
    let relevance: Int
    let date: Instant
    let id: IndexedMessageID

    init(_ row: ListRow) {
        relevance = row.latest.message.relevance
        date = row.latest.message.content.date
        id = row.latest.message.id
    }

    static func < (one: ListPosition, other: ListPosition) -> Bool {
        (one.relevance, one.date, one.id.value) > (other.relevance, other.date, other.id.value)
    }
}

/// A part of a list.
struct ListPage {
    let rows: [ListRow]
    /// The number of rows before it.
    let start: Int
    let hasMore: Bool
}

/// Which part of a list to show. Pages are found by the messages at their ends, not by counting: messages may have
/// arrived or been archived since the last page, and none must be left out.
enum PageChoice {
    case first
    /// The page after this row, which was at about this place.
    case after(ListPosition, Int)
    case before(ListPosition, Int)

    fileprivate var near: Int {
        switch self {
        case .first: 0
        case .after(_, let place), .before(_, let place): place
        }
    }
}

extension IndexedMail {
    /// Returns a page of the messages that match a query, or of their conversations.
    func page(
        _ choice: PageChoice, of search: MessageSearch, asConversations: Bool, size: Int
    ) throws(CommandFailure) -> ListPage {
        var limit = choice.near + size + 1
        while true {
            let messages = try self.messages(matching: search.query, order: search.order, limit: limit)
            let rows = asConversations ? Self.conversations(messages) : messages.map { ListRow(latest: $0) }
            let isComplete = messages.count < limit
            if let page = Self.page(choice, of: rows, isComplete: isComplete, size: size) {
                guard asConversations else { return page }
                let rows = try page.rows.map { row throws(CommandFailure) in try counted(row, for: search.query) }
                return ListPage(rows: rows, start: page.start, hasMore: page.hasMore)
            }
            // A conversation may have many messages, and new ones may have arrived.
            limit = limit > Int.max / 4 ? Int.max : limit * 4
        }
    }

    /// Returns `nil` if more rows are needed to know the page.
    private static func page(_ choice: PageChoice, of rows: [ListRow], isComplete: Bool, size: Int) -> ListPage? {
        var start = 0
        var end = 0
        switch choice {
        case .first: break
        case .after(let position, _): start = rows.firstIndex { ListPosition($0) > position } ?? rows.count
        case .before(let position, _):
            end = rows.firstIndex { ListPosition($0) >= position } ?? rows.count
            if end == rows.count, !isComplete { return nil }
            start = max(0, end - size)
        }
        end = min(rows.count, start + size)
        guard isComplete || end < rows.count else { return nil }
        return ListPage(rows: Array(rows[start..<end]), start: start, hasMore: end < rows.count)
    }

    private struct Conversation: Hashable {
        let account: String
        let thread: UInt64
    }

    /// Returns a row for each conversation, in the order of their newest messages. Conversations never span accounts.
    private static func conversations(_ messages: [Found]) -> [ListRow] {
        var known: Set<Conversation> = []
        return messages.compactMap { found in
            let key = Conversation(account: found.account.text, thread: found.message.thread.value)
            return known.insert(key).inserted ? ListRow(latest: found) : nil
        }
    }

    /// Returns the row with the number of its messages: those in the mailbox that the list is of, or all of them.
    private func counted(_ row: ListRow, for query: SearchQuery) throws(CommandFailure) -> ListRow {
        let mailbox = query.onlyMailbox
        let messages = try index { () throws(IndexDatabaseError) in
            try row.latest.opened.index.thread(row.latest.message.thread)
        }
        var known: Set<ContentHash> = []
        let counted = messages.filter { message in
            (mailbox == nil || message.mailbox == row.latest.message.mailbox)
                && (mailbox != nil || known.insert(message.content.hash).inserted)
        }
        var row = row
        row.count = counted.count
        row.unread = counted.count { $0.isUnread }
        return row
    }

    /// Returns the number of messages that match a query, or of their conversations.
    func count(of query: SearchQuery, asConversations: Bool = false) throws(CommandFailure) -> Int {
        var total = 0
        for opened in accounts {
            total += try index { () throws(IndexDatabaseError) in
                asConversations
                    ? try opened.index.conversationCount(matching: query) : try opened.index.count(matching: query)
            }
        }
        return total
    }
}

extension SearchQuery {
    /// The mailbox of all messages that match; `nil` if there may be several.
    fileprivate var onlyMailbox: MailboxName? {
        for condition in requiredConditions {
            if case .folder(let name, withSubfolders: false) = condition { return name }
        }
        return nil
    }
}
