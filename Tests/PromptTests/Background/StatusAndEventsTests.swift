import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("The status and events commands", .holds("C17", "C18"))
struct StatusAndEventsTests {
    @Test("status reports what is waiting, and as JSON how much")
    func status() throws {
        let home = try SampleHome(isEmpty: true)
        _ = home.petrel("new", "-t", "ben@example.org", "-s", "Plan", "-m", "Hi", "--send")
        _ = home.petrel("new", "-t", "ben@example.org", "-s", "Plan", "-m", "Hi", "--draft")
        #expect(
            home.petrel("status").lines == [
                "local: no sending account yet. Mail that you send waits. Type: setup",
                "local: 1 message (o1) in the outbox. Type: outbox", "local: 1 draft (d2). Type: drafts",
            ])
        let account = try #require(home.petrel("status", "--json").list("accounts").first)
        #expect(account["outbox"] as? Int == 1 && account["drafts"] as? Int == 1 && account["held"] as? Int == 0)
    }

    @Test("events lists what happened before")
    func events() throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.typing("events", "new ben@example.org -s Plan -m Hi", "send", "now", "events", "quit")
        #expect(run.errorText.contains("No events yet."))
        let line = "* o1 \"Plan\" waits in the outbox. No sending account yet."
        #expect(run.lines.filter { $0 == line }.count == 2, "\(run.text)")
    }
}
