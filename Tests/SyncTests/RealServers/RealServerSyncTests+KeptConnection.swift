import IMAPProtocol
import MailEngine
import MailTestSupport
import MailTypes
import Testing

extension RealServerSyncTests {
    @Test(
        "A sync on a connection that was kept finds what has changed in the selected mailbox", .holds("Y20", "PY1"),
        arguments: RealServerFixture.available)
    func changesOfSelectedMailbox(_ server: String) async throws {
        let scene = try await RealServerFixture(server)
        try await scene.deliver(["m1", "m2"], [.seen])
        scene.cache = ConnectionAndLedgerCache()
        #expect(try await scene.sync().failure == nil)
        try await scene.deliver(["m3"])
        try await scene.mark("m1", .remove, .seen, in: "INBOX")
        #expect(try await scene.sync().failure == nil)
        try await scene.expectSame()
        await scene.cache?.close()
        await scene.close()
    }
}
