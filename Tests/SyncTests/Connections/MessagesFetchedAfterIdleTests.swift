import MailClients
import MailTestSupport
import MailTypes
import Testing

@testable import IMAPProtocol
@testable import MailEngine

@Suite("New messages that are fetched when IDLE ends", .holds("Y10", "PY1", "PX6"))
struct MessagesFetchedAfterIdleTests {
    private static let text = Array("Subject: Hi\r\n\r\nHello.\r\n".utf8)

    /// What a server sends as the response to a request for UIDs 7 to 14.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        var uid: UInt32? = 7
        var flags: FlagSet? = FlagSet()
        var size: UInt64? = UInt64(text.count)
        var pieces = [text]
        var section = FetchedContentItem.body(.whole, origin: 0)
        var isKept = false
        var testDescription: String { name }
    }

    private static let rows = [
        Row(name: "the whole message", isKept: true),
        Row(
            name: "the whole message in pieces", pieces: [Array(text.prefix(5)), Array(text.dropFirst(5))], isKept: true
        ),
        Row(name: "the beginning of a message", size: 20_000),
        Row(name: "more than the size", size: 3),
        Row(name: "no size", size: nil),
        Row(name: "no flags", flags: nil),
        Row(name: "a message that was not requested", uid: 15),
        Row(name: "no UID", uid: nil),
        Row(name: "another section", section: .body(.whole, origin: nil)),
        Row(name: "no bytes", size: 0, pieces: []),
        Row(
            name: "far more bytes than requested", size: 50_000_000,
            pieces: Array(repeating: Array(repeating: 0x41, count: 500_000), count: 100)),
    ]

    private func messages(_ row: Row, withStructure: Bool) -> MessagesFetchedAfterIdle {
        let commands: [IMAPCommand] = [.select(SelectCommand(.inbox))]
        let query = InboxQueryAfterIdle(state: commands, next: UID(rawValue: 7), withStructure: withStructure)
        var messages = MessagesFetchedAfterIdle(query)
        let count = row.pieces.reduce(0) { $0 + $1.count }
        messages.take(.literal(.begin(message: 1, item: row.section, count: count), command: 1))
        for piece in row.pieces { messages.take(.literal(.octets(piece), command: 1)) }
        messages.take(.literal(.end, command: 1))
        var message = FetchedMessage(sequenceNumber: 1)
        (message.uid, message.flags, message.size) = (row.uid.flatMap { UID(rawValue: $0) }, row.flags, row.size)
        var details = FetchedDetails()
        details.contents = [FetchedContent(item: row.section, value: .streamed(count: count))]
        message.details = details
        messages.take(.data(.fetch(message), command: 1, mailbox: .inbox))
        return messages
    }

    @Test("Are kept if they are complete and were requested", arguments: rows)
    func kept(_ row: Row) {
        #expect(messages(row, withStructure: false).messages.isEmpty == !row.isKept)
    }

    @Test("Are not kept without the structure that shows that they have no attachments")
    func structure() {
        #expect(messages(Self.rows[0], withStructure: true).messages.isEmpty)
    }

    @Test("Have the flags that the server reported last, and so do those that are not kept")
    func flags() throws {
        let uid = try #require(UID(rawValue: 7))
        for row in Self.rows where row.uid == 7 && row.flags != nil {
            var messages = messages(row, withStructure: false)
            var change = FetchedMessage(sequenceNumber: 1)
            (change.uid, change.flags) = (uid, FlagSet([.seen]))
            messages.take(.data(.fetch(change), command: 1, mailbox: .inbox))
            #expect(messages.flags == [uid: FlagSet([.seen])], "\(row)")
            #expect(messages.messages[uid].map { $0.flags == FlagSet([.seen]) } ?? !row.isKept, "\(row)")
        }
    }

    @Test("Are requested behind the state, as many as have arrived but at most eight, and none above the largest UID")
    func request() throws {
        let commands: [IMAPCommand] = [.select(SelectCommand(.inbox))]
        let rows: [(next: UInt32, newMessages: UInt32, count: Int)] = [
            (7, 1, 1), (7, 3, 3), (7, 8, 8), (7, .max, 8), (.max - 2, 8, 1), (.max, 8, 1),
        ]
        for row in rows {
            let query = InboxQueryAfterIdle(state: commands, next: UID(rawValue: row.next), withStructure: true)
            let sent = query.commands(newMessages: row.newMessages)
            guard sent.count == 2, case .fetch(let fetch) = sent[1] else {
                Issue.record("\(sent)")
                continue
            }
            #expect(fetch.uids.count == row.count && fetch.items.contains(.bodyStructure), "\(row)")
            #expect(query.commands(newMessages: 0) == commands)
        }
        #expect(InboxQueryAfterIdle(state: commands).commands(newMessages: 1) == commands)
        #expect(InboxQueryAfterIdle(state: [], next: .first).commands(newMessages: 1) == [])
    }
}
