internal import Database
internal import MailSearch
internal import MailTypes

/// Finds the rows of the files that match a query.
///
/// What depends on the content of messages is looked up first and becomes a set of content numbers. If that set is
/// small, the files of its members are looked up and sorted; otherwise SQLite reads the files in the order of their dates
/// until there are enough. No row passes through Swift before it is known to be a result.
struct SearchEvaluator {
    let index: MailIndex
    let account: [UInt8]
    let mailboxes: [StoredMailbox]
    /// The greatest number of a content.
    let greatest: Int64

    /// A file that was found, and its rank.
    struct Hit {
        let row: Int64
        let points: Int
    }

    init(_ index: MailIndex, account: [UInt8]) throws(IndexDatabaseError) {
        self.index = index
        self.account = account
        mailboxes = try index.storedMailboxes()
        greatest = try index.database.prepare("SELECT max(id) FROM content").first { $0.integer(0) } ?? 0
    }

    // MARK: - Results

    /// Returns the first matching files in this order.
    func hits(
        _ query: SearchQuery, _ order: SearchOrder, limit: Int
    ) throws(IndexDatabaseError) -> [Hit] {
        guard limit > 0 else { return [] }
        let filter = try filter(of: query)
        guard !filter.isNever else { return [] }
        let points = order == .relevance ? try SearchRanks(query, self) : nil
        var values: [SQLValue] = []
        let files = files(filter, &values)
        let select =
            if let points = points?.expression(&values) {
                "SELECT id, \(points) AS points FROM \(files) ORDER BY points DESC, date DESC, public DESC"
            } else {
                "SELECT id, 0 FROM \(files) ORDER BY date DESC, public DESC"
            }
        var found: [Hit] = []
        try index.database.prepare("\(select) LIMIT \(limit)").visit(values) { row in
            found.append(Hit(row: row.integer(0), points: row.number(1)))
        }
        return found
    }

    func count(_ query: SearchQuery) throws(IndexDatabaseError) -> Int {
        let filter = try filter(of: query)
        guard !filter.isNever else { return 0 }
        var values: [SQLValue] = []
        let files = files(filter, &values)
        return try index.database.prepare("SELECT count(*) FROM \(files)").first(values) { $0.number(0) } ?? 0
    }

    func countConversations(_ query: SearchQuery) throws(IndexDatabaseError) -> Int {
        let filter = try filter(of: query)
        guard !filter.isNever else { return 0 }
        var values: [SQLValue] = []
        let contents = "SELECT content FROM \(files(filter, &values))"
        let select = "SELECT count(DISTINCT thread) FROM content WHERE id IN (\(contents))"
        return try index.database.prepare(select).first(values) { $0.number(0) } ?? 0
    }

    /// Up to this number of contents, their files are looked up one by one. Looking up one takes as long as reading about
    /// a hundred files in the order of their dates.
    private var fewContents: Int { min(1000, max(64, Int(greatest / 100))) }

    /// Returns the part of a statement that names the matching files.
    private func files(_ filter: SQLSearchFilter, _ values: inout [SQLValue]) -> String {
        var parts = if case .all(let parts) = filter { parts } else { [filter] }
        guard case .contents(let set)? = parts.first, set.count <= fewContents else {
            return "file WHERE \(filter.condition(&values))"
        }
        parts[0] = .always
        let rest = SQLSearchFilter.all(parts).condition(&values)
        let contents = set.members.map { "\($0)" }.joined(separator: ",")
        return "file INDEXED BY file_content WHERE content IN (\(contents)) AND \(rest)"
    }

    // MARK: - Filters

    /// Returns the filter of a query. Words that are combined with each other are looked up together.
    private func filter(of query: SearchQuery) throws(IndexDatabaseError) -> SQLSearchFilter {
        if let expression = FullTextExpression.of(query) { return .of(try contents(matching: expression)) }
        switch query {
        case .everything: return .always
        case .matching(let condition): return try filter(of: condition)
        case .not(let query): return try filter(of: query).negated
        case .all(let queries): return .conjunction(try filters(of: queries) { .all($0) })
        case .any(let queries): return .disjunction(try filters(of: queries) { .any($0) })
        }
    }

    private func filters(
        of queries: [SearchQuery], _ joined: ([SearchQuery]) -> SearchQuery
    ) throws(IndexDatabaseError) -> [SQLSearchFilter] {
        var words: [SearchQuery] = []
        var excluded: [SearchQuery] = []
        var filters: [SQLSearchFilter] = []
        for query in queries {
            if FullTextExpression.of(query) != nil {
                words.append(query)
            } else if case .not(let inner) = query, FullTextExpression.of(inner) != nil {
                excluded.append(query)
            } else {
                filters.append(try filter(of: query))
            }
        }
        // Words are excluded from others in one lookup if they are all required.
        if !words.isEmpty, FullTextExpression.of(joined(words + excluded)) != nil {
            words += excluded
            excluded = []
        }
        if !words.isEmpty { filters.append(try filter(of: joined(words))) }
        for query in excluded { filters.append(try filter(of: query)) }
        return filters
    }

    private func filter(of condition: SearchCondition) throws(IndexDatabaseError) -> SQLSearchFilter {
        switch condition {
        case .words(let words, let field, let isPrefix):
            let columns = field.map { [$0.column] } ?? []
            return .of(try contents(matching: FullTextExpression.of(words, in: columns, isPrefix: isPrefix)))
        case .folder(let name, let withSubfolders):
            let rows = mailboxes.filter { $0.name.isSearched(as: name, withSubfolders: withSubfolders) }.map(\.row)
            return rows.isEmpty ? .never : .mailboxes(Set(rows))
        case .account(let name):
            let isThis = SearchFold.folded(name) == SearchFold.folded(String(decoding: account, as: UTF8.self))
            return isThis ? .always : .never
        case .hasAttachment:
            return .of(try contents("id", "FROM content WHERE attachments > 0"))
        case .flags(let flags): return .flags(Int64(flags.rawValue))
        case .date(let from, let until): return .date(from: from?.seconds, until: until?.seconds)
        case .larger(let size):
            return .of(try contents("id", "FROM content WHERE size > ?2", [.number(size)]))
        case .smaller(let size):
            return .of(try contents("id", "FROM content WHERE size < ?2", [.number(size)]))
        case .messageID(let id): return .of(try index.contents(withID: id, upTo: greatest))
        case .thread(let thread):
            return .of(try contents("id", "FROM content WHERE thread = ?2", [.integer(Int64(bitPattern: thread))]))
        }
    }

    func contents(matching expression: [UInt8]) throws(IndexDatabaseError) -> ContentSet {
        try contents("rowid", "FROM words WHERE words MATCH ?2", [.text(expression)])
    }

    private func contents(
        _ column: String, _ rows: String, _ values: [SQLValue] = []
    ) throws(IndexDatabaseError) -> ContentSet {
        let select = try index.database.prepare("SELECT members(\(column), ?1) \(rows)")
        return ContentSet(upTo: greatest, try select.first([.integer(greatest)] + values) { $0.octets(0) } ?? [])
    }
}

extension MailboxName {
    /// Whether a folder name as typed by a user means this folder. Case and accents are ignored.
    func isSearched(as wanted: MailboxName, withSubfolders: Bool) -> Bool {
        guard
            components.count == wanted.components.count
                || withSubfolders && components.count > wanted.components.count
        else { return false }
        return zip(components, wanted.components).allSatisfy { one, other in
            one == other || Self.folded(one) == Self.folded(other)
        }
    }

    private static func folded(_ component: [UInt8]) -> [UInt8] {
        SearchFold.folded(String(decoding: component, as: UTF8.self))
    }
}
