internal import Database

/// A query in terms of the rows of the index. Everything that depends only on the content of a message is one set.
indirect enum SQLSearchFilter: Sendable {
    case always
    case never
    case contents(ContentSet)
    case mailboxes(Set<Int64>)
    /// One of these bits is set.
    case flags(Int64)
    /// From the first second, and before the second one.
    case date(from: Int64?, until: Int64?)
    case not(SQLSearchFilter)
    case all([SQLSearchFilter])
    case any([SQLSearchFilter])

    // MARK: - Combining

    /// The negation; the set of a negated set is inverted at once.
    var negated: SQLSearchFilter {
        switch self {
        case .always: return .never
        case .never: return .always
        case .not(let filter): return filter
        case .contents(var set):
            set.invert()
            return .of(set)
        case .mailboxes, .flags, .date, .all, .any: return .not(self)
        }
    }

    static func of(_ set: ContentSet) -> SQLSearchFilter { set.isEmpty ? .never : .contents(set) }

    private var isContents: Bool {
        if case .contents = self { true } else { false }
    }

    var isNever: Bool {
        if case .never = self { true } else { false }
    }

    /// Returns the conjunction, in which the sets of contents are one.
    static func conjunction(_ filters: [SQLSearchFilter]) -> SQLSearchFilter {
        var set: ContentSet?
        var rest: [SQLSearchFilter] = []
        let parts = filters.flatMap { filter in
            if case .all(let parts) = filter { parts } else { [filter] }
        }
        for filter in parts {
            switch filter {
            case .always: continue
            case .never: return .never
            case .contents(let other):
                if set == nil { set = other } else { set?.formIntersection(other) }
            default: rest.append(filter)
            }
        }
        if let set {
            if set.isEmpty { return .never }
            rest.insert(.contents(set), at: 0)
        }
        return rest.isEmpty ? .always : rest.count == 1 ? rest[0] : .all(rest)
    }

    static func disjunction(_ filters: [SQLSearchFilter]) -> SQLSearchFilter {
        var set: ContentSet?
        var rest: [SQLSearchFilter] = []
        for filter in filters {
            switch filter {
            case .never: continue
            case .always: return .always
            case .contents(let other):
                if set == nil { set = other } else { set?.formUnion(other) }
            default: rest.append(filter)
            }
        }
        if let set { rest.insert(.contents(set), at: 0) }
        return rest.isEmpty ? .never : rest.count == 1 ? rest[0] : .any(rest)
    }

    // MARK: - SQL

    /// Returns the condition on the file table. Adds the values of its parameters, which follow those that are there.
    func condition(_ values: inout [SQLValue]) -> String {
        switch self {
        case .always: return "1"
        case .never: return "0"
        case .contents(let set):
            values.append(.octets(set.octets))
            return "is_member(content, ?\(values.count))"
        case .mailboxes(let rows): return "mailbox IN (\(rows.sorted().map { "\($0)" }.joined(separator: ",")))"
        case .flags(let bits): return Self.hasFlags(bits)
        case .date(let from, let until):
            let limits = [from.map { "date >= \($0)" }, until.map { "date < \($0)" }].compactMap { $0 }
            return limits.isEmpty ? "1" : "(\(limits.joined(separator: " AND ")))"
        case .not(let filter): return "NOT (\(filter.condition(&values)))"
        case .all(let filters):
            // A call of a function takes longer than a comparison, which may make it unnecessary.
            let sets = filters.filter(\.isContents)
            return Self.joined(filters.filter { !$0.isContents } + sets, " AND ", &values)
        case .any(let filters): return Self.joined(filters, " OR ", &values)
        }
    }

    /// The condition that one of these bits is set.
    static func hasFlags(_ bits: Int64) -> String { "flags & \(bits) <> 0" }

    private static func joined(_ filters: [SQLSearchFilter], _ separator: String, _ values: inout [SQLValue]) -> String
    {
        var conditions: [String] = []
        for filter in filters { conditions.append(filter.condition(&values)) }
        return "(\(conditions.joined(separator: separator)))"
    }
}
