import Database
import Disk
import Foundation
import MailTestSupport
import Testing

@testable import MailIndex

@Suite("Query plans of the index", .holds("M02"))
struct IndexQueryPlanTests {
    @Test("Finds messages with one subject without scanning all messages")
    func subjects() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "petrel-plan-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: path) }
        let database = try Database(Path(path.path), .writing)
        defer { database.close() }
        try database.run(IndexSchema.tables)
        try database.run(IndexSchema.firstIndexes)
        try database.run(IndexSchema.laterIndexes)
        var steps: [String] = []
        try database.prepare("EXPLAIN QUERY PLAN " + ThreadAssignment.ofSubject).visit([.integer(7)]) { row in
            steps.append(String(decoding: row.octets(3), as: UTF8.self))
        }
        #expect(steps.count == 1 && steps.allSatisfy { $0.contains("USING INDEX content_subject") }, "\(steps)")
    }
}
