import Database
import Disk
import Foundation
import MailTestSupport
import MailTypes
import Testing

@testable import MailIndex

@Suite("Query plans of the index", .holds("M02"))
struct IndexQueryPlanTests {
    /// Returns the steps of the plan for a statement on an empty index.
    private func plan(_ statement: String, _ values: [SQLValue] = []) throws -> [String] {
        let path = FileManager.default.temporaryDirectory.appending(path: "petrel-plan-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: path) }
        let database = try Database(Path(path.path), .writing)
        defer { database.close() }
        try database.run(IndexSchema.tables)
        try database.run(IndexSchema.firstIndexes)
        try database.run(IndexSchema.laterIndexes)
        var steps: [String] = []
        try database.prepare("EXPLAIN QUERY PLAN " + statement).visit(values) { row in
            steps.append(String(decoding: row.octets(3), as: UTF8.self))
        }
        return steps
    }

    @Test("Finds messages with one subject without scanning all messages")
    func subjects() throws {
        let steps = try plan(ThreadAssignment.ofSubject, [.integer(7)])
        #expect(steps.count == 1 && steps.allSatisfy { $0.contains("USING INDEX content_subject") }, "\(steps)")
    }

    struct FlagRow: Sendable, CustomTestStringConvertible {
        let name: String
        let filter: SQLSearchFilter
        let index: String
        var testDescription: String { name }
    }

    private static let seen = SQLSearchFilter.flags(Int64(MaildirFlags.seen.rawValue))
    private static let flagged = SQLSearchFilter.flags(Int64(MaildirFlags.flagged.rawValue))
    private static let words: SQLSearchFilter = {
        var set = ContentSet(upTo: 10)
        set.insert(7)
        return .contents(set)
    }()

    static let flagRows = [
        FlagRow(name: "unread", filter: .conjunction([words, seen.negated]), index: "file_unread"),
        FlagRow(name: "flagged", filter: .conjunction([words, flagged]), index: "file_flagged"),
        FlagRow(
            name: "unread and flagged", filter: .conjunction([seen.negated, flagged, words]), index: "file_flagged"),
        FlagRow(name: "read", filter: .conjunction([words, seen]), index: "file_date"),
    ]

    @Test("A search for flags reads only the messages that have them, newest first", arguments: flagRows)
    func flags(_ row: FlagRow) throws {
        var values: [SQLValue] = []
        let condition = row.filter.condition(&values)
        let steps = try plan(
            "SELECT id, 0 FROM file WHERE \(condition) ORDER BY date DESC, public DESC LIMIT 9", values)
        #expect(steps == ["SCAN file USING COVERING INDEX \(row.index)"], "\(condition)")
    }

    @Test("Messages with attachments are found without scanning all messages")
    func attachments() throws {
        let steps = try plan("SELECT members(id, ?1) FROM content WHERE attachments > 0", [.integer(10)])
        #expect(steps == ["SEARCH content USING COVERING INDEX content_attachments (attachments>?)"])
    }
}
