import Composer
import MailTestSupport
import MailTypes
import Testing

@Suite("mailto URLs", .holds("PX8", "PX5"))
struct MailtoURLTests {
    @Test("Fills in the fields of a URL", arguments: MailtoRow.standard + MailtoRow.others)
    func rows(_ row: MailtoRow) throws {
        let url = try #require(MailtoURL(Array(row.url.utf8)))
        let draft = url.draft
        #expect(draft.recipients.to.map(AddressDisplay.of) == row.to)
        #expect(draft.recipients.cc.map(AddressDisplay.of) == row.cc)
        #expect(draft.recipients.bcc.map(AddressDisplay.of) == row.bcc)
        #expect(draft.subject == row.subject)
        #expect(draft.lines == row.body)
        #expect(draft.inReplyTo.map(\.text) == row.inReplyTo)
        #expect(url.ignored == row.ignored)
        expectNothingElse(url)
    }

    /// Expects the other fields to be empty, and every field that was set to be reported.
    private func expectNothingElse(_ url: MailtoURL) {
        let draft = url.draft
        #expect(draft.sender == nil && draft.recipients.replyTo.isEmpty)
        #expect(draft.attachments.isEmpty && draft.otherFields.isEmpty)
        #expect(draft.references == draft.inReplyTo)
        let set = [
            ("to", !draft.recipients.to.isEmpty), ("cc", !draft.recipients.cc.isEmpty),
            ("bcc", !draft.recipients.bcc.isEmpty), ("subject", !draft.subject.isEmpty), ("body", !draft.lines.isEmpty),
            ("in-reply-to", !draft.inReplyTo.isEmpty),
        ].filter(\.1).map(\.0)
        #expect(Set(set) == Set(url.fields))
    }

    @Test(
        "Rejects other URLs",
        arguments: ["", "mailto", "mail:a@x", "http://x", " mailto:a@x", "file:///etc/passwd", "m"])
    func others(_ url: String) {
        #expect(MailtoURL(Array(url.utf8)) == nil)
    }

    @Test("Parses a URL of 1 MB and rejects a longer one", .holds("PX6"))
    func large() throws {
        let start = Array("mailto:?body=".utf8)
        let limit = (1 << 20) - start.count
        let url = try #require(MailtoURL(start + [UInt8](repeating: 0x61, count: limit)))
        #expect(url.draft.lines.map(\.utf8.count) == [limit])
        #expect(MailtoURL(start + [UInt8](repeating: 0x61, count: limit + 1)) == nil)
        let names = (0..<100).map { "n\($0)=" }.joined(separator: "&")
        #expect(try #require(MailtoURL(Array("mailto:?\(names)".utf8))).ignored.count == 20)
    }

    @Test("Random URLs set only the allowed fields")
    func random() throws {
        var random = RandomDraft(random: .fresh)
        let pieces = [
            "to", "cc", "bcc", "subject", "body", "in-reply-to", "attach", "from", "=", "&", "?", "%0D%0A", "%00",
            "%3C", "%3E", "@", "a",
            "x.example", ",", ";", ":", "%", "%ff", "#", "%22", "\u{E9}", "+",
        ]
        for _ in 0..<3000 {
            let text = "mailto:" + random.some(30) { $0.pick(pieces) }.joined()
            expectNothingElse(try #require(MailtoURL(Array(text.utf8))))
        }
    }

    @Test("An empty second subject does not replace the first")
    func emptySubject() throws {
        let url = try #require(MailtoURL(Array("mailto:a@x.example?subject=Plan&subject=".utf8)))
        #expect(url.draft.subject == "Plan" && url.fields == ["to", "subject"])
    }
}
