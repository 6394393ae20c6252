import MailTestSupport
import MailTypes
import Reconciliation
import Testing

@Suite("Recognition of a server by its messages", .holds("PY1", "PY3"))
struct ServerRecognitionTests {
    private static func mail(_ number: UInt32, size: Int = 500) -> MessageIdentity {
        MessageIdentity(messageID: MessageID("\(number)@example.org"), size: size)
    }

    /// Returns messages whose numbers are their UIDs, or those UIDs plus `shift`.
    private static func messages(_ uids: ClosedRange<UInt32>, shift: UInt32 = 0) -> [UID: MessageIdentity] {
        Dictionary(uniqueKeysWithValues: uids.map { (uid($0), mail($0 + shift)) })
    }

    private static func inbox(_ answer: ServerRecognition.Answer) -> ServerRecognition.Mailbox {
        ServerRecognition.Mailbox(.inbox, sample: messages(1...4), answer: answer)
    }

    private static func trash(_ answer: ServerRecognition.Answer) -> ServerRecognition.Mailbox {
        ServerRecognition.Mailbox(.trash, sample: messages(1...4), answer: answer)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let mailboxes: [ServerRecognition.Mailbox]
        let isSame: Bool
        let unproven: Set<MailboxName>

        init(_ text: String, _ mailboxes: [ServerRecognition.Mailbox], same: Bool, unproven: Set<MailboxName> = []) {
            testDescription = text
            self.mailboxes = mailboxes
            isSame = same
            self.unproven = unproven
        }
    }

    static let rows: [Row] = [
        Row("the same messages", [inbox(.messages(messages(1...4)))], same: true),
        Row("and newer ones", [inbox(.messages(messages(1...9)))], same: true),
        Row("half of them", [inbox(.messages(messages(1...2)))], same: true),
        Row("few of them", [inbox(.messages(messages(1...1)))], same: true, unproven: [.inbox]),
        Row("none of them", [inbox(.messages([:]))], same: false, unproven: [.inbox]),
        Row(
            "no mailbox", [inbox(.messages(messages(1...4))), trash(.missing)], same: true, unproven: [.trash]),
        Row("no mailbox at all", [inbox(.missing), trash(.missing)], same: false, unproven: [.inbox, .trash]),
        Row("another UIDVALIDITY", [inbox(.messages(messages(1...4))), trash(.renumbered)], same: false),
        Row("other UIDs after a gap", [inbox(.messages(messages(1...4, shift: 1)))], same: false),
        Row(
            "other messages in one mailbox",
            [inbox(.messages(messages(1...4))), trash(.messages(messages(1...4, shift: 10)))], same: false),
        Row(
            "nothing to compare", [ServerRecognition.Mailbox(.inbox, sample: [:], answer: .messages([:]))], same: false),
        Row("nothing in the sync state", [], same: false),
        Row("a wrong size", [inbox(.messages([uid(1): mail(1, size: 7), uid(2): mail(2, size: 7)]))], same: true),
        Row(
            "another size without Message-IDs",
            [
                ServerRecognition.Mailbox(
                    .inbox, sample: [uid(1): MessageIdentity(size: 500)],
                    answer: .messages([uid(1): MessageIdentity(size: 501)]))
            ], same: false),
    ]

    @Test("A server that has", arguments: rows)
    func recognition(_ row: Row) {
        let found = ServerRecognition(row.mailboxes)
        #expect(found.isSame == row.isSame)
        #expect(found.unproven == row.unproven)
    }
}
