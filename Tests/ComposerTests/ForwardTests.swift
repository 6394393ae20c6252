import Composer
import InternetMessage
import MailTestSupport
import MailTypes
import Testing

@Suite("Forwards", .holds("C04", "C13", "E04"))
struct ForwardTests {
    private static let own = OwnAddresses([Address(email: EmailAddress("kim@example.net"))])

    private func forward(_ lines: String...) -> Draft {
        Forward(Message(Array((lines.joined(separator: "\n") + "\n").utf8)), own: Self.own).draft
    }

    /// The message as it is sent and parsed by the recipient.
    private func sent(_ draft: Draft) throws -> Message {
        Message(try MessageWriter(draft.sentMessage(id: .test, date: .test), unique: "x").octets())
    }

    @Test("The text follows a block of the main header fields")
    func block() {
        let draft = forward(
            "From: Ana Ruiz <ana@example.org>", "Date: Mon, 12 Oct 2026 14:03:00 +0200", "Subject: plan",
            "To: Kim <kim@example.net>, bo@example.org", "Message-ID: <p@x>", "", "", "one", "> two", "", "")
        #expect(
            draft.lines == [
                "", "---------- Forwarded message ----------", "From: Ana Ruiz <ana@example.org>",
                "Date: Mon, 12 Oct 2026 at 14:03 +0200", "Subject: plan", "To: Kim <kim@example.net>, bo@example.org",
                "",
                "one", "> two",
            ])
        #expect(draft.recipients.isEmpty && draft.inReplyTo.isEmpty && draft.references.isEmpty)
        #expect(draft.sender?.email?.text == "kim@example.net")
    }

    @Test("Missing fields are left blank, and Cc is listed")
    func missing() {
        let bare = forward("Cc: Team: bo@example.org, cy@example.org;", "", "text")
        #expect(
            bare.lines.dropFirst() == [
                "---------- Forwarded message ----------", "From:", "Date: unknown", "Subject:", "To:",
                "Cc: bo@example.org, cy@example.org", "", "text",
            ])
        #expect(forward("To: undisclosed-recipients:;", "", "x").lines.contains("To: undisclosed-recipients"))
    }

    @Test("No field can begin a new line or change the direction of text", .holds("PX3", "PX5"))
    func hostileFields() {
        let draft = forward(
            "From: =?utf-8?q?Ana=0ATo=3A_eve=E2=80=AE?= <ana@example.org>", "Subject: =?utf-8?q?a=0D=0A=0D=0Ab=1B?=",
            "", "x")
        #expect(draft.lines[2] == "From: Ana To: eve <ana@example.org>")
        #expect(draft.lines[4] == "Subject: a b")
    }

    private static let parts = [
        "Content-Type: multipart/mixed; boundary=b", "", "--b", "", "text", "--b",
        "Content-Type: text/plain; charset=koi8-r; name=\"note.txt\"", "Content-Transfer-Encoding: base64", "",
        "8NLJ18XU",
        "--b", "Content-Type: image/png", "Content-ID: <pic@x>",
        "Content-Disposition: inline; filename*=utf-8''caf%C3%A9.png",
        "Content-Transfer-Encoding: base64", "", "iVBORw0KGgo=", "--b",
        "Content-Type: text/calendar; method=REQUEST; charset=utf-8",
        "", "BEGIN:VCALENDAR", "--b", "Content-Type: message/rfc822", "", "Subject: inner",
        "Content-Type: multipart/mixed; boundary=c", "", "--c", "", "in", "--c", "Content-Type: application/pdf", "",
        "%PDF", "--c--",
        "--b", "Content-Type: application/pdf; name=empty.pdf", "Content-Disposition: attachment", "", "--b--",
    ].joined(separator: "\n")

    @Test("Attachments are forwarded with unchanged names, types, parameters and content")
    func files() throws {
        let draft = forward(Self.parts)
        #expect(draft.lines.suffix(1) == ["text"])
        let files = draft.attachments
        #expect(files.map(\.number) == [1, 2, 3, 4, 5])
        #expect(files.map(\.filename) == ["note.txt", "café.png", "attachment-3", "message.eml", "empty.pdf"])
        #expect(
            files.map(\.mediaType) == ["text/plain", "image/png", "text/calendar", "message/rfc822", "application/pdf"])
        #expect(files[0].content == [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4])
        #expect(files[0].parameters == [.init("charset", "koi8-r")])
        #expect(files[1].contentID?.text == "pic@x" && files[1].isInline)
        #expect(files[2].parameters == [.init("method", "REQUEST")])
        #expect(files[3].content.starts(with: "Subject: inner\r\n".utf8))
        #expect(files[4].content.isEmpty)
        let received = try sent(draft).root.attachments
        #expect(received.map(\.filename) == files.map(\.filename))
        #expect(received.map(\.decodedContent) == files.map(\.content))
        #expect(received[0].text == "Привет")
        #expect(received[2].contentType.parameters["method"] == "REQUEST")
        #expect(received[3].embeddedMessage?.attachments.map(\.decodedContent) == [Array("%PDF".utf8)])
    }

    @Test("Named text is an attachment if there is other text, and the body otherwise")
    func namedText() {
        let both = forward(
            "Content-Type: multipart/mixed; boundary=b", "", "--b", "", "text", "--b",
            "Content-Type: text/plain; name=note.txt", "Content-Disposition: inline", "", "note", "--b--")
        #expect(both.lines.last == "text")
        #expect(both.attachments.map(\.filename) == ["note.txt"])
        let alone = forward("Content-Type: text/plain; name=body.txt", "", "text")
        #expect(alone.lines.last == "text" && alone.attachments.isEmpty)
        let two = forward(
            "Content-Type: multipart/mixed; boundary=b", "", "--b", "Content-Type: text/plain; name=a", "", "one",
            "--b",
            "Content-Type: text/plain; name=b", "", "two", "--b--")
        #expect(two.lines.last == "one")
        #expect(two.attachments.map(\.filename) == ["b"])
    }

    @Test(
        "Signed, encrypted, partial and report messages are forwarded whole",
        arguments: [
            (
                "signed", "multipart/signed; protocol=\"application/pgp-signature\"; boundary=b",
                "--b\n\ntext\n--b\nContent-Type: application/pgp-signature\n\nsig\n--b--", "text"
            ),
            (
                "signed, under the foot of a list", "multipart/mixed; boundary=a",
                "--a\nContent-Type: multipart/signed; boundary=b\n\n--b\n\ntext\n--b\nContent-Type: application/pkcs7-signature\n\ns\n--b--\n--a\n\nfoot\n--a--",
                "foot"
            ),
            (
                "encrypted", "multipart/encrypted; protocol=\"application/pgp-encrypted\"; boundary=b",
                "--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\nContent-Type: application/octet-stream\n\nx\n--b--",
                ""
            ),
            ("encrypted by S/MIME", "application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m", "MIAG", ""),
            (
                "a report", "multipart/report; report-type=delivery-status; boundary=b",
                "--b\n\nIt bounced.\n--b\nContent-Type: message/delivery-status\n\nStatus: 5.1.1\n--b--", "It bounced."
            ),
            ("a piece of a message", "message/partial; id=a; number=1; total=2", "text", ""),
        ])
    func wholes(_ name: String, _ type: String, _ body: String, _ text: String) throws {
        let original = "Subject: plan\nContent-Type: \(type)\n\n\(body)\n"
        let draft = forward(original)
        #expect(draft.lines.last == text)
        #expect(draft.attachments.map(\.mediaType) == ["message/rfc822"])
        let carried = try #require(try sent(draft).root.attachments.first)
        let octets = Array((original + "\n").utf8)
        #expect(carried.decodedContent.filter { $0 != 0x0D } == octets)
        #expect(carried.embeddedMessage != nil)
    }

    @Test("A message that is forwarded whole has no Bcc", .holds("PS6"), arguments: ["\n", "\r\n"])
    func hidden(_ end: String) throws {
        let body = "Content-Type: multipart/signed; boundary=b\n\n--b\n\nBcc: text\n--b\n\nsig\n--b--\n"
        for (fields, kept) in [
            ("To: ana@example.org\nBcc: leo@example.org\nSubject: plan\n", "To: ana@example.org\nSubject: plan\n"),
            ("bcc : leo@example.org,\n mia@example.org\nResent-Bcc: leo@example.org\nBcc:\n", ""),
            ("Subject: Bcc: me\n", "Subject: Bcc: me\n"),
        ] {
            let original = (fields + body).replacing("\n", with: end)
            let draft = Forward(Message(Array(original.utf8)), own: Self.own).draft
            let expected = (kept + body).replacing("\n", with: "\r\n")
            #expect(draft.attachments.map { String(decoding: $0.content, as: UTF8.self) } == [expected])
        }
    }

    @Test("A signed message with 8-bit content is attached as a file, byte for byte")
    func eightBitSignature() throws {
        let original = Array("Content-Type: multipart/signed; boundary=b\n\n--b\n\ncafé\n--b\n\nsig\n--b--\n".utf8)
        let draft = Forward(Message(original), own: Self.own).draft
        #expect(draft.attachments.map(\.mediaType) == ["application/octet-stream"])
        #expect(draft.attachments.map(\.filename) == ["message.eml"])
        #expect(try sent(draft).root.attachments.map(\.decodedContent) == [original])
    }

    @Test(
        "An attached message is normalized, and content that cannot be a message stays unchanged"
    )
    func attachedMessages() {
        let letter = DraftAttachment(
            number: 1, filename: "a.eml", mediaType: "message/rfc822", content: Array("Subject: a\n\nb\n".utf8))
        #expect(letter.content == Array("Subject: a\r\n\r\nb\r\n".utf8))
        let octets: [UInt8] = [0, 0x0A, 0xFF, 0x0D]
        let other = DraftAttachment(number: 1, filename: "a.eml", mediaType: "message/rfc822", content: octets)
        #expect(other.mediaType == "application/octet-stream" && other.content == octets)
    }

    @Test(
        "A file name has no path", .holds("PX4"),
        arguments: [
            ("plan.pdf", "plan.pdf"), ("/etc/passwd", "passwd"), ("../../x", "x"),
            ("C:\\My Files\\plan.pdf", "plan.pdf"),
            ("..", "attachment-1"), ("", "attachment-1"), (" ", "attachment-1"), ("a/", "a"), ("/", "attachment-1"),
            ("a\r\nb\u{0}", "ab"), (".profile", ".profile"), ("\u{A0}\u{200D}", "attachment-1"), (" a ", " a "),
        ])
    func names(_ given: String, _ name: String) {
        #expect(DraftAttachment(number: 1, filename: given, mediaType: "a/b", content: []).filename == name)
    }
}
