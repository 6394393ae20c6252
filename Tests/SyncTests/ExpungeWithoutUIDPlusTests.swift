import MailEngine
import MailTestSupport
import MailTypes
import ModelServer
import Testing

@Suite("Deletions on a server without UIDPLUS", .holds("PY1", "PY2", "PY5"), .timeLimit(.minutes(5)))
struct ExpungeWithoutUIDPlusTests {
    @Test("A message is expunged, and one that another client has marked as deleted stays and stays marked")
    func marked() async throws {
        let home = try HomeWithModelServer(.bare)
        home.model.deliver(TestMessage.message("t2"), to: "Trash", flags: [.deleted])
        #expect(try await home.settle() == [])
        try home.removeHere("t1", in: "Trash")
        #expect(try await home.sync().failure == nil)
        #expect(home.there["Trash"]?.map(\.description) == ["t2 T"])
        #expect(home.here == home.there)
        #expect(try await home.settle() == [])
    }
}
