import MailTestSupport
import MailTypes
import ModelServer
import Testing

/// Another client stores a new version of a draft, with the header fields of petrel or only the Message-ID, before it
/// removes the former version.
@Suite("Copies of drafts", .onOwnThreads, .timeLimit(.minutes(5)), .holds("C20", "C23", "PY2", "PY3"))
struct CopiedDraftTests {
    @Test(
        "The version of another client can be edited here, whatever happened to the one that was edited here before",
        arguments: DraftSyncTests.servers, [true, false])
    func edited(_ server: DraftSyncTests.Server, _ keepsFields: Bool) async throws {
        let there = DraftServer(server.profile)
        let home = try DraftHome(there.server)
        let id = try home.write("one")
        for _ in 0..<2 { try await home.sync() }
        let original = String(decoding: try there.message("one").content, as: UTF8.self)
        try home.edit(id, "mine")
        let lines = original.split(separator: "\r\n", omittingEmptySubsequences: false)
            .filter { keepsFields || !$0.hasPrefix("X-Petrel") }
            .map { $0.hasPrefix("Message-ID:") ? String($0) : String($0.replacing("one", with: "theirs")) }
        there.put(Array(lines.joined(separator: "\r\n").utf8))
        try there.delete("one")
        for _ in 0..<4 { try await home.sync() }
        #expect(try (home.subjects() + home.kept()).contains("mine"))
        for subject in try home.subjects() { try home.edit(try home.id(subject), "edited \(subject)") }
        for _ in 0..<4 { try await home.sync() }
        let left = try home.subjects()
        #expect(left.contains("edited theirs") && left == there.subjects, "\(left) \(there.subjects)")
        #expect(there.server.violations == [])
    }
}
