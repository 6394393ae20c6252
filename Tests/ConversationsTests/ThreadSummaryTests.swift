import MailTestSupport
import MailTypes
import Testing

@testable import Conversations

@Suite("Conversation summaries", .holds("Y14"))
struct ThreadSummaryTests {
    private func entry(
        _ key: Int64, _ date: Int64, isRead: Bool = true, from: [Address] = [], snippet: String = ""
    ) -> ThreadSummary.Entry {
        ThreadSummary.Entry(
            key: key, date: Instant(seconds: date), isRead: isRead, from: from, subject: "Subject \(key)",
            snippet: snippet)
    }

    @Test("A summary has the latest date, the counts, the participants and the first subject")
    func summary() throws {
        let kim = Address(name: "Kim", email: EmailAddress("kim@example.org"))
        let kimLater = Address(name: "Kim Park", email: EmailAddress("KIM@example.org"))
        let zoe = Address(name: nil, email: EmailAddress("zoe@example.org"))
        let entries = [
            entry(
                1, 300, isRead: false, from: [Address(name: "", email: EmailAddress("kim@example.org"))], snippet: "Bye"
            ),
            entry(2, 100, from: [kim]), entry(3, 200, isRead: false, from: [zoe, kimLater]),
            entry(4, 150, from: [Address(email: nil, group: "nobody")]),
        ]
        for order in [entries, entries.reversed(), entries.shuffled()] {
            let summary = try #require(ThreadSummary(order))
            #expect(summary.latestDate == Instant(seconds: 300))
            #expect(summary.messageCount == 4)
            #expect(summary.unreadCount == 2)
            #expect(summary.participants.map(\.name) == ["Kim Park", nil])
            #expect(summary.participants.map(\.email?.text) == ["kim@example.org", "zoe@example.org"])
            #expect(summary.snippet == "Bye")
            #expect(summary.subject == "Subject 2")
        }
        #expect(ThreadSummary([]) == nil)
        #expect(ThreadSummary([entry(7, 0)])?.snippet == "Subject 7")
    }
}
