internal import Conversations
internal import Database
internal import MailTypes

/// Assigns contents to conversations.
struct ThreadAssignment {
    private let database: Database
    private let setComponent: Statement
    private let setThread: Statement
    private let ofSubject: Statement

    /// Repeats the condition of the partial index, because SQLite cannot know that a bound value is not 0.
    static let ofSubject = "SELECT id, component, loose, date, hash FROM content WHERE subject = ?1 AND subject <> 0"

    init(_ database: Database) throws(IndexDatabaseError) {
        self.database = database
        setComponent = try database.prepare(
            """
            UPDATE content SET component = ?2, loose = ?3, thread = ?2
            WHERE id = ?1 AND (component <> ?2 OR loose <> ?3 OR thread <> ?2)
            """)
        setThread = try database.prepare("UPDATE content SET thread = ?2 WHERE id = ?1 AND thread <> ?2")
        ofSubject = try database.prepare(Self.ofSubject)
    }

    func component(_ component: ReferenceGraphComponents.Component, of content: Int64) throws(IndexDatabaseError) {
        try setComponent.run([
            .integer(content), .integer(Int64(bitPattern: component.key)), .flag(component.isLoose),
        ])
    }

    func threads(ofSubjects subjects: [Int64]) throws(IndexDatabaseError) {
        for subject in subjects where subject != 0 {
            var members: [(content: Int64, entry: SubjectGroups.Entry)] = []
            try ofSubject.visit([.integer(subject)]) { row in
                members.append((row.integer(0), SubjectGroups.Entry(row, from: 1)))
            }
            try setThreads(of: members)
        }
    }

    func threadsOfAllSubjects() throws(IndexDatabaseError) {
        let all = try database.prepare(
            "SELECT subject, id, component, loose, date, hash FROM content WHERE subject <> 0 ORDER BY subject")
        var subject: Int64 = 0
        var members: [(content: Int64, entry: SubjectGroups.Entry)] = []
        var changes: [(content: Int64, thread: Int64)] = []
        try all.visit { row in
            if row.integer(0) != subject {
                changes += Self.changes(of: members)
                members.removeAll(keepingCapacity: true)
                subject = row.integer(0)
            }
            members.append((row.integer(1), SubjectGroups.Entry(row, from: 2)))
        }
        changes += Self.changes(of: members)
        // Written only after all rows have been read.
        for change in changes { try setThread.run([.integer(change.content), .integer(change.thread)]) }
    }

    private func setThreads(of members: [(content: Int64, entry: SubjectGroups.Entry)]) throws(IndexDatabaseError) {
        for change in Self.changes(of: members) {
            try setThread.run([.integer(change.content), .integer(change.thread)])
        }
    }

    private static func changes(
        of members: [(content: Int64, entry: SubjectGroups.Entry)]
    ) -> [(content: Int64, thread: Int64)] {
        guard members.contains(where: { $0.entry.component == nil }) else { return [] }
        let threads = SubjectGroups.assign(members.map(\.entry))
        return members.compactMap { content, entry in
            guard entry.component == nil, let thread = threads[entry.key] else { return nil }
            return (content, thread)
        }
    }
}

extension SubjectGroups.Entry {
    /// Reads the columns component, loose, date and hash. The key of a loose message is its own identifier. For others,
    /// the key only needs to be unique.
    fileprivate init(_ row: borrowing Row, from column: Int32) {
        let component = row.integer(column)
        let date = Instant(seconds: row.integer(column + 2))
        if row.integer(column + 1) != 0 {
            self.init(key: component, date: date, component: nil)
        } else {
            let digits = row.octets(column + 3).suffix(8)
            let key = digits.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            self.init(key: Int64(bitPattern: key), date: date, component: component)
        }
    }
}
