internal import Database
internal import MailTypes

/// A query compiled to SQL conditions. User input never becomes part of the SQL text: all of it is bound.
struct CompiledQuery {
    /// Conditions on `file` and `content`, all of which must hold.
    private(set) var conditions: [String] = []
    private(set) var values: [SQLValue] = []
    /// The expression for the full-text table; `nil` if no words are required.
    private(set) var words: [UInt8]?
    private(set) var needsContent = false

    /// `mailboxes` are all mailboxes of the index.
    init(_ query: MessageQuery, account: [UInt8], mailboxes: [StoredMailbox]) {
        var wanted: [[UInt8]] = []
        var unwanted: [[UInt8]] = []
        for term in query.terms {
            if case .words(let words, let field, let isPrefix) = term.criterion {
                let expression = Self.expression(words, field, isPrefix)
                if term.isNegated { unwanted.append(expression) } else { wanted.append(expression) }
            } else {
                add(term, account, mailboxes)
            }
        }
        let and = Array(" AND ".utf8)
        let or = Array(" OR ".utf8)
        if wanted.isEmpty {
            guard !unwanted.isEmpty else { return }
            conditions.append("file.content NOT IN (SELECT rowid FROM words WHERE words MATCH ?)")
            values.append(.text(Array(unwanted.joined(separator: or))))
        } else {
            var all = Array(wanted.joined(separator: and))
            if !unwanted.isEmpty {
                all = [0x28] + all + Array(") NOT (".utf8) + unwanted.joined(separator: or) + [0x29]
            }
            words = all
        }
    }

    /// Returns an expression such as `{sender} : "ana example org"`. Folded words contain neither quotes nor blanks.
    private static func expression(_ words: [[UInt8]], _ field: MessageQuery.Field?, _ isPrefix: Bool) -> [UInt8] {
        let column = field.map { Array("{\($0.column)} : ".utf8) } ?? []
        let phrase = [0x22] + Array(words.joined(separator: [0x20])) + [0x22]
        return column + phrase + (isPrefix ? Array(" *".utf8) : [])
    }

    private mutating func add(_ term: MessageQuery.Term, _ account: [UInt8], _ mailboxes: [StoredMailbox]) {
        let not = term.isNegated ? "NOT " : ""
        switch term.criterion {
        case .words: break
        case .mailbox(let name, let withChildren):
            let rows = mailboxes.filter { Self.matches($0.name, name, withChildren) }.map { "\($0.row)" }
            conditions.append("file.mailbox \(not)IN (\(rows.joined(separator: ",")))")
        case .account(let name):
            let isThis = SearchFold.folded(name) == SearchFold.folded(String(decoding: account, as: UTF8.self))
            if isThis == term.isNegated { conditions.append("0") }
        case .hasAttachment:
            needsContent = true
            conditions.append("\(not)(content.attachments > 0)")
        case .flags(let flags):
            conditions.append("\(not)(file.flags & ? <> 0)")
            values.append(.integer(Int64(flags.rawValue)))
        case .since(let instant):
            conditions.append("file.date \(term.isNegated ? "<" : ">=") ?")
            values.append(.integer(instant.seconds))
        case .larger(let size):
            needsContent = true
            conditions.append("content.size \(term.isNegated ? "<=" : ">") ?")
            values.append(.number(size))
        case .thread(let thread):
            needsContent = true
            conditions.append("content.thread \(term.isNegated ? "<>" : "=") ?")
            values.append(.integer(Int64(bitPattern: thread.value)))
        }
    }

    /// Compares folder names as typed by users, ignoring case and accents.
    private static func matches(_ name: MailboxName, _ wanted: MailboxName, _ withChildren: Bool) -> Bool {
        guard
            name.components.count == wanted.components.count
                || withChildren && name.components.count > wanted.components.count
        else { return false }
        return zip(name.components, wanted.components).allSatisfy { one, other in
            one == other || Self.folded(one) == Self.folded(other)
        }
    }

    private static func folded(_ component: [UInt8]) -> [UInt8] {
        SearchFold.folded(String(decoding: component, as: UTF8.self))
    }

    // MARK: - Statements

    /// Returns a statement for the rows of matching files, newest first.
    func select(limit: Int) -> (text: String, values: [SQLValue]) {
        let (source, values) = source
        let text = "SELECT file.id \(source) ORDER BY file.date DESC, file.public DESC LIMIT ?"
        return (text, values + [.number(limit)])
    }

    var count: (text: String, values: [SQLValue]) {
        let (source, values) = source
        return ("SELECT count(*) \(source)", values)
    }

    private var source: (text: String, values: [SQLValue]) {
        var values: [SQLValue] = []
        var text = "FROM "
        var conditions = conditions
        if let words {
            // CROSS JOIN fixes the order: few messages contain the words, even if the query planner estimates
            // otherwise.
            text += "words CROSS JOIN file ON file.content = words.rowid"
            conditions.insert("words MATCH ?", at: 0)
            values.append(.text(words))
        } else {
            text += "file"
        }
        if needsContent { text += " CROSS JOIN content ON content.id = file.content" }
        if !conditions.isEmpty { text += " WHERE " + conditions.joined(separator: " AND ") }
        return (text, values + self.values)
    }
}
