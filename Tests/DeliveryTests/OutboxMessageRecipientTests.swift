import MailTestSupport
import MailTypes
import Testing

@testable import MailEngine

@Suite("Messages in the outbox, as shown", .holds("C01"))
struct OutboxMessageRecipientTests {
    private func message(_ header: String, _ envelope: [String]?) -> OutboxMessageSummary {
        OutboxMessageSummary(
            DraftID(random: Array(repeating: 1, count: 16)), number: 1, Array("\(header)\r\n\r\n".utf8),
            envelope: envelope?.map { EmailAddress($0) })
    }

    @Test("The recipients are those that it was queued for, with the names of its header")
    func envelope() {
        let shown = message("To: Ana <ana@example.org>, ben@example.org", ["ana@example.org", "sol@example.net"])
        #expect(shown.recipients.map(\.name) == ["Ana", nil])
        #expect(shown.recipients.map { $0.email?.text } == ["ana@example.org", "sol@example.net"])
        #expect(message("Subject: none", ["sol@example.net"]).recipientCount == 1)
    }

    @Test("All recipients are counted, however many")
    func count() {
        let many = (1...300).map { "u\($0)@example.net" }.joined(separator: ", ")
        #expect(message("To: \(many)", nil).recipientCount == 300)
    }
}
