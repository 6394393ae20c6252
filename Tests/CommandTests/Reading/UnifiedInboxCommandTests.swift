import Foundation
import MailTestSupport
import REPL
import Testing

@testable import EndToEndSupport

@Suite("The inbox of all accounts", .onOwnThreads, .timeLimit(.minutes(2)), .holds("Y23"))
struct UnifiedInboxCommandTests {
    @Test("inbox lists the conversations of all accounts, with their unread messages")
    func inbox() throws {
        let home = try SampleHome(isEmpty: true)
        for name in ["work", "home"] { try home.addAccountOfModelServer(name, passwordCommand: "false") }
        for number in 1...3 {
            let reply = number == 1 ? "" : "In-Reply-To: <1@x>\r\n"
            try home.add(
                "From: Ana <ana@example.org>\r\nSubject: Plan\r\nMessage-ID: <\(number)@x>\r\n\(reply)Date: Mon, 12 Oct 2026 10:0\(number):00 +0000\r\n\r\nHi.\r\n"
                    .utf8, to: "INBOX")
        }
        let text = home.petrel("inbox")
        #expect(text.exitCode == .done, "\(text.errorText)")
        let inbox = try home.petrel("inbox", "--json").object
        let conversations = try #require(inbox["conversations"] as? [[String: Any]])
        #expect(conversations.count == 1 && conversations.first?["messages"] as? Int == 3, "\(text.text)")
        #expect(inbox["unread"] as? Int == conversations.first?["unread"] as? Int)
    }
}
