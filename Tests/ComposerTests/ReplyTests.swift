import Composer
import InternetMessage
import MailTestSupport
import MailTypes
import Testing

@Suite("Replies", .holds("C01", "C02", "E01"))
struct ReplyTests {
    private static let own = OwnAddresses(
        [
            Address(name: "Kim Park", email: EmailAddress("kim@example.net")),
            Address(name: "Kim Park", email: EmailAddress("kim.park@work.example")),
        ], others: [EmailAddress("kim@home.example")])

    /// `rest` begins with the line end of the last field, or with more fields.
    private func message(_ fields: [String], _ rest: String = "\r\n\r\ntext\r\n") -> Message {
        let header = (fields + ["X-Last: 1"]).joined(separator: "\r\n")
        let isEnded = rest.utf8.first == 0x0D || rest.utf8.first == 0x0A
        return Message(Array((header + (isEnded ? "" : "\r\n") + rest).utf8))
    }

    private func list(_ addresses: [Address]) -> String {
        addresses.compactMap(\.email?.text).joined(separator: ", ")
    }

    @Test(
        "A reply goes to the right recipients, once each, from the address that was written to",
        arguments: RecipientRow.all)
    func recipients(_ row: RecipientRow) throws {
        let message = message(row.fields)
        let one = try #require(Reply(to: message, .sender, own: Self.own)).draft
        #expect(list(one.recipients.to) == row.one)
        #expect(one.recipients.cc.isEmpty && one.recipients.bcc.isEmpty && one.recipients.replyTo.isEmpty)
        #expect(one.sender?.email?.text == row.sender)
        #expect(one.attachments.isEmpty)
        let all = try #require(Reply(to: message, .all, own: Self.own)).draft
        #expect(list(all.recipients.to) == row.to)
        #expect(list(all.recipients.cc) == row.cc)
        #expect(all.recipients.bcc.isEmpty)
        #expect(Reply(to: message, .list, own: Self.own).map { list($0.draft.recipients.all) } == row.list)
    }

    @Test("Recipients keep their names, without misleading characters")
    func names() throws {
        let message = message([
            "From: \"Ruiz, Ana\" <ana@example.org>", "To: kim@example.net, =?utf-8?q?Bo=E2=80=AE=0A?= <bo@example.org>",
        ])
        let all = try #require(Reply(to: message, .all, own: Self.own)).draft
        #expect(all.recipients.to.map(\.name) == ["Ruiz, Ana"])
        #expect(all.recipients.cc.map(\.name) == ["Bo"])
    }

    @Test("Reports exactly the recipients that a reply to the sender leaves out")
    func leftOut() throws {
        let message = message([
            "From: ana@example.org", "To: kim@example.net, bo@example.org", "Cc: ana@example.org, cy@example.org",
        ])
        #expect(
            list(try #require(Reply(to: message, .sender, own: Self.own)).leftOut) == "bo@example.org, cy@example.org")
        #expect(try #require(Reply(to: message, .all, own: Self.own)).leftOut.isEmpty)
    }

    @Test("Subject prefixes do not accumulate", .holds("C05", "PX5"), arguments: SubjectRow.all)
    func subjects(_ row: SubjectRow) throws {
        let message = message(["Subject: \(row.original)"])
        #expect(try #require(Reply(to: message, .sender, own: Self.own)).draft.subject == row.reply)
        #expect(Forward(message, own: Self.own).draft.subject == row.forward)
    }

    @Test(
        "Replying to a reply and forwarding a forward keep the subject", .holds("C05"),
        arguments: SubjectRow.all)
    func subjectsAgain(_ row: SubjectRow) throws {
        let reply = try #require(Reply(to: message(["Subject: \(row.reply)"]), .sender, own: Self.own)).draft
        #expect(reply.subject == row.reply)
        #expect(Forward(message(["Subject: \(row.forward)"]), own: Self.own).draft.subject == row.forward)
    }

    @Test("In-Reply-To and References follow RFC 5322", .holds("C06"), arguments: ThreadRow.all)
    func threading(_ row: ThreadRow) throws {
        for mode in [Reply.Mode.sender, .all] {
            let draft = try #require(Reply(to: message(row.fields), mode, own: Self.own)).draft
            #expect(draft.inReplyTo.map(\.text) == row.inReplyTo)
            #expect(draft.references.map(\.text) == row.references)
        }
    }

    @Test(
        "Names the author, and the date in the author's time zone", .holds("C03", "PX3"), arguments: AttributionRow.all
    )
    func attribution(_ row: AttributionRow) throws {
        let draft = try #require(Reply(to: message(row.fields), .sender, own: Self.own)).draft
        #expect(draft.lines == ["", row.line, "> text"])
    }

    @Test("Quotes the text as it is displayed", .holds("C03"), arguments: QuoteRow.all)
    func quoting(_ row: QuoteRow) throws {
        let draft = try #require(
            Reply(to: message(["From: Ana <ana@example.org>"], row.message), .sender, own: Self.own)
        ).draft
        #expect(draft.lines == ["", "Ana wrote:"] + row.lines)
    }
}
