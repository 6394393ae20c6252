import Foundation
import MailTestSupport
import ModelServer
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("The status command", .onOwnThreads, .timeLimit(.minutes(5)))
struct StatusCommandTests {
    @Test("status shows the last sync and its failure, until a sync succeeds", .holds("Y25"))
    func status() throws {
        let home = try SampleHome(isEmpty: true)
        let server = ModelIMAPServer(.dovecot)
        try home.addAccountOfModelServer()
        #expect(home.petrel("status").text.contains("work: never synced. Type: sync"))
        _ = home.petrel("sync", reaching: server.connections())
        #expect(home.petrel("status").text.contains("work: synced on 13 Oct 2026 at 12:00:00."))
        _ = home.petrel("sync")
        let failed = home.petrel("status")
        #expect(failed.text.contains("work: the sync on 13 Oct 2026 at 12:00:00 failed. "), "\(failed.text)")
        let account = try #require(home.petrel("status", "--json").list("accounts").first)
        #expect(account["lastSync"] as? String == "2026-10-13T12:00:00Z")
        #expect((account["lastError"] as? [String: String])?["message"]?.isEmpty == false)
        _ = home.petrel("sync", reaching: server.connections())
        #expect(!home.petrel("status").text.contains("failed"))
    }
}
