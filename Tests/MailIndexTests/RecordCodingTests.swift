import MailTestSupport
import MailTypes
import Testing

@testable import MailIndex

@Suite("Index records")
struct RecordCodingTests {
    private static let message = """
        From: Ana =?utf-8?q?M=C3=BCller?= <ana@example.org>, root
        To: Team: ben@example.org, kim@example.net;
        Subject: Plan
        Date: Mon, 12 Oct 2026 14:03:00 +0200
        Message-ID: <1@x>
        Content-Type: multipart/mixed; boundary=b

        --b

          The   plan
        is here.
        --b
        Content-Type: image/png; name="plan.png"
        Content-Transfer-Encoding: base64

        AAAAAAAA
        --b--
        """

    private static let content = ParsedContent(Array(message.utf8), received: Instant(seconds: 5)).content

    @Test("A record round-trips")
    func roundTrip() throws {
        let content = Self.content
        #expect(IndexedContent(record: content.record) == content)
        #expect(content.from.map(\.email?.text) == ["ana@example.org", "root"])
        #expect(content.to.map(\.group) == ["Team", "Team"])
        #expect(content.date == Instant(seconds: 1_791_806_580))
        #expect(content.snippet == "The plan is here.")
        #expect(
            content.attachments == [IndexedAttachment(number: 1, filename: "plan.png", mediaType: "image/png", size: 6)]
        )
    }

    @Test("Records the size of attachments that were not fetched")
    func missing() throws {
        let text =
            "X-Petrel-Partial: size=900\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"
            + "Content-Type: message/external-body; access-type=URL; URL=\"imap://h/x/;SECTION=2.1\"; size=780\n\n"
            + "Content-Type: image/png; name=map.png\nContent-Transfer-Encoding: base64\n\n\n--b--\n"
        let content = ParsedContent(Array(text.utf8), received: Instant(seconds: 5)).content
        #expect(
            content.attachments == [
                IndexedAttachment(number: 1, filename: "map.png", mediaType: "image/png", size: 570, section: [2, 1])
            ])
        #expect(IndexedContent(record: content.record) == content)
    }

    @Test("A record with a changed byte is rejected")
    func damage() {
        var random = SeededGenerator.fresh
        let record = Self.content.record
        for index in record.indices {
            var damaged = record
            damaged[index] ^= UInt8.random(in: 1...255, using: &random)
            #expect(IndexedContent(record: damaged) == nil, "seed \(random.seed), octet \(index)")
        }
        for count in record.indices { #expect(IndexedContent(record: Array(record.prefix(count))) == nil) }
    }

    @Test("The size of a record is bounded")
    func bounded() {
        let addresses = (0..<50_000).map { "\"\(String(repeating: "n", count: 20))\" <a\($0)@x.org>" }
        let references = (0..<50_000).map { "<\($0)@x>" }
        let message =
            "To: \(addresses.joined(separator: ", "))\nReferences: \(references.joined(separator: " "))\n"
            + "Subject: \(String(repeating: "ü", count: 200_000))\n\n\(String(repeating: "word ", count: 500_000))"
        let parsed = ParsedContent(Array(message.utf8), received: Instant(seconds: 5))
        #expect(parsed.content.record.count < 20_000)
        #expect(parsed.threading.ids.count <= 402)
        #expect(parsed.words.body.count <= 1 << 20)
        #expect(parsed.content.date == Instant(seconds: 5))
    }

    @Test("Numbers and texts of any size round-trip")
    func coding() {
        var random = SeededGenerator.fresh
        for _ in 0..<200 {
            let number = UInt64.random(in: 0...UInt64.max, using: &random) >> UInt64.random(in: 0..<64, using: &random)
            let octets = (0..<Int.random(in: 0..<300, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            var writer = RecordWriter()
            writer.number(number)
            writer.octets(octets)
            writer.text(nil as String?)
            var reader = RecordReader(writer.octets)
            #expect(reader.number() == number, "seed \(random.seed)")
            #expect(Array(reader.slice()) == octets)
            #expect(reader.optionalText() == nil && reader.isAtEnd && !reader.isBroken)
        }
    }
}
