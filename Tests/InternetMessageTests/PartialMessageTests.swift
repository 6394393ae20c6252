import InternetMessage
import MailTestSupport
import MailTypes
import Testing

@Suite("Partially downloaded messages", .holds("Y05"))
struct PartialMessageTests {
    private static let text = """
        X-Petrel-Partial: size=120311\r
        Subject: plans\r
        Content-Type: multipart/mixed; boundary="b"\r
        \r
        --b\r
        X-Petrel-Cut: size=34000000\r
        Content-Type: text/plain\r
        \r
        The beginning.\r
        --b\r
        Content-Type: message/external-body; access-type=URL; size=84000;\r
         URL="imap://h:993/Lists;UIDVALIDITY=1/;UID=7/;SECTION=2"\r
        \r
        Content-Type: application/pdf; name="plan.pdf"\r
        Content-Transfer-Encoding: base64\r
        \r
        \r
        --b\r
        Content-Type: message/external-body; access-type=URL; size=900;\r
         URL="imap://h:993/Lists;UIDVALIDITY=1/;UID=7/;SECTION=3.1"\r
        \r
        Content-Type: message/rfc822\r
        \r
        \r
        --b--\r

        """

    @Test("A missing part has its name, type and size, and no content")
    func missing() throws {
        let message = Message(Array(Self.text.utf8))
        #expect(message.isPartial && message.originalSize == 120_311)
        let parts = Array(message.root.children)
        #expect(parts.count == 3 && parts[0].missing == nil && parts[0].fullSize == 34_000_000)
        #expect(parts[1].missing?.section == [2] && parts[1].missing?.encodedSize == 84_000)
        #expect(parts[1].filename == "plan.pdf" && parts[1].contentType.is("application", "pdf"))
        // 1076 lines of 76 characters and one of 72.
        #expect(parts[1].contentSize == 1076 * 57 + 18 * 3)
        #expect(parts[1].decodedContent.isEmpty && parts[1].isAttachment)
        #expect(parts[2].missing?.section == [3, 1] && parts[2].contentType.is("message", "rfc822"))
        #expect(message.root.attachments.map(\.contentSize).last == 900)
        #expect(ReadableText.of(message.root) == Array("The beginning.".utf8))
    }

    @Test("A missing text is an attachment, even if there is no other text")
    func missingText() {
        let text =
            "X-Petrel-Partial: size=900\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"
            + "Content-Type: message/external-body; access-type=URL; URL=\"imap://h/x/;SECTION=1\"; size=780\n\n"
            + "Content-Type: text/plain; name=log.txt\n\n\n--b--\n"
        let contents = TextAndAttachments(Message(Array(text.utf8)))
        #expect(contents.text.isEmpty && contents.files.map(\.filename) == ["log.txt"])
    }

    @Test(
        "A placeholder that is not petrel's is an ordinary part",
        arguments: [
            ("without the mark", "X-Petrel-Partial", "X-Other"),
            ("behind a word that the message is whole", "X-Petrel-Partial", "X-Petrel-Whole: yes\r\nX-Petrel-Partial"),
        ])
    func unmarked(_ name: String, _ from: String, _ to: String) {
        let message = Message(Array(Self.text.replacing(from, with: to, maxReplacements: 1).utf8))
        #expect(!message.isPartial && message.originalSize == nil)
        #expect(message.root.children.allSatisfy { $0.missing == nil && $0.fullSize == nil })
    }

    @Test(
        "A placeholder with an invalid URL or size is an ordinary part",
        arguments: [
            (";SECTION=2\"", "\""), (";SECTION=2\"", ";SECTION=2.\""), (";SECTION=2\"", ";SECTION=0\""),
            (";SECTION=2\"", ";SECTION=99999999999\""),
            ("imap://h:993/Lists;UIDVALIDITY=1/;UID=7/;SECTION=2", "file:/x"),
            ("size=84000", "size=x"), ("size=84000", "size=9999999999999999"), ("access-type=URL; size=84000;", ""),
        ])
    func unreadable(_ from: String, _ to: String) {
        let message = Message(Array(Self.text.replacing(from, with: to, maxReplacements: 1).utf8))
        #expect(message.isPartial)
        #expect(Array(message.root.children)[1].missing == nil)
    }

    @Test("Neutralizes a received message with placeholder headers, and changes no other")
    func disarmed() {
        let original = Array(Self.text.utf8)
        let disarmed = PartialMessageMarkers.neutralizingForgery(in: original)
        #expect(disarmed == Array("X-Petrel-Whole: yes\r\n".utf8) + original)
        #expect(!Message(disarmed).isPartial && PartialMessageMarkers.isClaimed(by: disarmed))
        for text in [
            "Subject: x\r\n\r\nX-Petrel-Partial: size=1\r\n", "X-Petrel-Draft-Id: 1\r\n\r\n", "",
            "Subject: X-Petrel-Partial: size=1\r\n\r\n", "X\r\n", "x-petrel-",
        ] {
            #expect(PartialMessageMarkers.neutralizingForgery(in: Array(text.utf8)) == Array(text.utf8), "\(text)")
        }
        for text in [
            "  X-Petrel-Partial : size=1\r\n\r\n", "A: b\nx-petrel-PARTIAL: size=1\n\n",
            "A: b\r\n X-Petrel-Cut: 1\r\n\r\n",
        ] {
            #expect(PartialMessageMarkers.neutralizingForgery(in: Array(text.utf8)) != Array(text.utf8), "\(text)")
        }
    }

    @Test("A damaged message can be read, and is complete once neutralized")
    func mutations() {
        var random = SeededGenerator.fresh
        let seed = random.seed
        for _ in 0..<5000 {
            var octets = Array(Self.text.utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<octets.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: octets[place] = UInt8.random(in: 0...255, using: &random)
                case 1: octets.remove(at: place)
                default: octets.insert(contentsOf: octets[..<place].suffix(40), at: place)
                }
            }
            for part in Message(octets).root.attachments { #expect(part.contentSize >= 0, "seed \(seed)") }
            #expect(!Message(PartialMessageMarkers.neutralizingForgery(in: octets)).isPartial, "seed \(seed)")
        }
    }
}
