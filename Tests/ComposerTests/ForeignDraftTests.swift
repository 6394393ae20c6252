import Composer
import InternetMessage
import MailTestSupport
import MailTypes
import Testing

@Suite("Drafts of other programs", .holds("C22"))
struct ForeignDraftTests {
    private func open(_ lines: String...) throws -> Draft { try open(lines) }

    private func open(_ lines: [String]) throws -> Draft {
        let message = Message(Array((lines.joined(separator: "\r\n") + "\r\n").utf8))
        let draft = Draft(message)
        // After saving and opening again, the draft is the same.
        let kept = try MessageWriter(draft.keptMessage(id: .test, date: .test), unique: "x").octets()
        #expect(differences(draft, Draft(Message(kept))).isEmpty)
        return draft
    }

    private func texts(_ addresses: [Address]) -> [String] {
        addresses.map(AddressDisplay.of)
    }

    @Test("Thunderbird: flowed text, a reply, private fields")
    func thunderbird() throws {
        let draft = try open(
            "X-Mozilla-Status: 0001", "X-Mozilla-Status2: 00000000",
            "FCC: imap://kim%40example.net@imap.example.net/Sent",
            "X-Identity-Key: id1", "X-Account-Key: account1", "Message-ID: <9d@example.net>",
            "Date: Mon, 12 Oct 2026 14:03:00 +0200", "MIME-Version: 1.0",
            "X-Mozilla-Draft-Info: internal/draft; vcard=0; receipt=0; DSN=0; uuencode=0;",
            " attachmentreminder=0; deliveryformat=4",
            "User-Agent: Mozilla Thunderbird", "Content-Language: en-US", "Subject: Re: plan",
            "To: \"Ruiz, Ana\" <ana@example.org>",
            "Cc: bo@example.org", "Bcc: Cy <cy@example.org>", "References: <a@x> <b@x>",
            "From: Kim Park <kim@example.net>",
            "In-Reply-To: <b@x>", "Reply-To: kim@home.example",
            "Content-Type: text/plain; charset=UTF-8; format=flowed",
            "Content-Transfer-Encoding: 8bit", "", "A paragraph that goes ", "on, café.", "", " From the start",
            "> quoted ", "> text",
            "-- ", "Kim")
        #expect(draft.sender == Address(name: "Kim Park", email: EmailAddress("kim@example.net")))
        #expect(texts(draft.recipients.to) == ["Ruiz, Ana <ana@example.org>"])
        #expect(texts(draft.recipients.cc) == ["bo@example.org"])
        #expect(texts(draft.recipients.bcc) == ["Cy <cy@example.org>"])
        #expect(texts(draft.recipients.replyTo) == ["kim@home.example"])
        #expect(draft.subject == "Re: plan")
        #expect(draft.inReplyTo.map(\.text) == ["b@x"])
        #expect(draft.references.map(\.text) == ["a@x", "b@x"])
        #expect(
            draft.lines == ["A paragraph that goes on, café.", "", "From the start", "> quoted text", "-- ", "Kim"])
        #expect(
            draft.otherFields.map(\.name) == [
                "X-Mozilla-Status", "X-Mozilla-Status2", "FCC", "X-Identity-Key", "X-Account-Key",
                "X-Mozilla-Draft-Info",
            ])
    }

    @Test("Gmail: alternatives of text and HTML, an inline picture, no Bcc")
    func gmail() throws {
        let lines = [
            "MIME-Version: 1.0", "Date: Mon, 12 Oct 2026 14:03:00 +0200", "Message-ID: <CAK=9@mail.gmail.com>",
            "Subject: =?UTF-8?Q?Pl=C3=A4ne?=", "From: Kim Park <kim@example.net>",
            "To: Ana <ana@example.org>, bo@example.org",
            "Content-Type: multipart/mixed; boundary=\"m\"", "", "--m",
            "Content-Type: multipart/related; boundary=\"r\"", "", "--r",
            "Content-Type: multipart/alternative; boundary=\"a\"", "", "--a",
            "Content-Type: text/plain; charset=\"UTF-8\"", "",
            "one *two*", "", "[image: pic.png]", "--a", "Content-Type: text/html; charset=\"UTF-8\"", "",
            "<div dir=\"ltr\">one <b>two</b><img src=\"cid:ii_1\"></div>", "--a--", "--r",
            "Content-Type: image/png; name=\"pic.png\"",
            "Content-Disposition: inline; filename=\"pic.png\"", "Content-Transfer-Encoding: base64",
            "X-Attachment-Id: ii_1",
            "Content-ID: <ii_1>", "", "iVBORw0KGgo=", "--r--", "--m",
            "Content-Type: application/pdf; name=\"plan.pdf\"",
            "Content-Disposition: attachment; filename=\"plan.pdf\"", "Content-Transfer-Encoding: base64",
            "X-Attachment-Id: f_1", "",
            "JVBERg==", "--m--",
        ]
        let draft = try open(lines)
        #expect(
            Draft.unsupportedContent(of: Message(Array(lines.joined(separator: "\r\n").utf8))) == [.htmlAlternative])
        #expect(draft.subject == "Pläne")
        #expect(texts(draft.recipients.to) == ["Ana <ana@example.org>", "bo@example.org"])
        #expect(draft.lines == ["one *two*", "", "[image: pic.png]"])
        #expect(draft.attachments.map(\.filename) == ["pic.png", "plan.pdf"])
        #expect(draft.attachments.map(\.contentID?.text) == ["ii_1", nil])
        #expect(draft.attachments.map(\.content.count) == [8, 4])
    }

    @Test("Outlook: HTML only, which is reported, without Date and recipients", .holds("C22"))
    func outlook() throws {
        let lines = [
            "From: \"Park, Kim\" <kim@example.net>", "Subject: plan", "Thread-Topic: plan", "Thread-Index: AdX=",
            "X-Unsent: 1",
            "Importance: high", "MIME-Version: 1.0", "Content-Type: text/html; charset=\"iso-8859-1\"",
            "Content-Transfer-Encoding: quoted-printable", "",
            "<html><head><style>p {margin:0}</style></head><body><p>caf=E9</p><p><b>two</b></p></body></html>",
        ]
        let message = Message(Array(lines.joined(separator: "\r\n").utf8))
        let draft = Draft(message)
        #expect(draft.sender?.name == "Park, Kim" && draft.recipients.isEmpty)
        #expect(draft.lines.filter { !$0.isEmpty } == ["café", "two"])
        #expect(draft.otherFields.map(\.name) == ["Thread-Topic", "Thread-Index", "X-Unsent", "Importance"])
        #expect(Draft.unsupportedContent(of: message) == [.formatting])
    }

    @Test("mutt: groups, private fields, unchanged text")
    func mutt() throws {
        let draft = try open(
            "Date: Mon, 12 Oct 2026 14:03:00 +0200", "From: kim@example.net",
            "To: Team: ana@example.org, bo@example.org;, cy@example.org",
            "Bcc: undisclosed-recipients:;", "Subject: plan", "Message-ID: <Z@example.net>", "X-Mutt-References: <a@x>",
            "X-Mutt-Fcc: =sent", "X-Mutt-PGP: S", "Mail-Followup-To: list@example.org", "In-Reply-To: <a@x>",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=us-ascii", "Content-Disposition: inline", "", "", "From here",
            "  indented  ", "", "")
        #expect(draft.recipients.to.map(\.group) == ["Team", "Team", nil])
        #expect(draft.recipients.bcc == [Address(email: nil, group: "undisclosed-recipients")])
        #expect(draft.lines == ["", "From here", "  indented  ", "", ""])
        #expect(draft.otherFields.map(\.name) == ["X-Mutt-References", "X-Mutt-Fcc", "X-Mutt-PGP", "Mail-Followup-To"])
    }

    @Test("Apple Mail: an attachment between two texts, invalid addresses")
    func appleMail() throws {
        let draft = try open(
            "From: Kim Park <kim@example.net>", "Content-Type: multipart/mixed; boundary=\"Apple-Mail=_1\"",
            "X-Apple-Base-Url: x-msg://3/", "X-Universally-Unique-Identifier: 2A",
            "X-Apple-Mail-Remote-Attachments: YES",
            "X-Uniform-Type-Identifier: com.apple.mail-draft", "Subject: ", "Date: Mon, 12 Oct 2026 14:03:00 +0200",
            "Message-Id: <7@example.net>", "To: ana, Bo <bo@example.org>, Cy Smith", "", "--Apple-Mail=_1",
            "Content-Transfer-Encoding: 7bit", "Content-Type: text/plain;", "\tcharset=us-ascii", "", "before", "",
            "--Apple-Mail=_1",
            "Content-Disposition: inline;", "\tfilename=\"a b.txt\"", "Content-Type: text/plain;",
            "\tx-unix-mode=0644;",
            "\tname=\"a b.txt\"", "Content-Transfer-Encoding: 7bit", "", "file", "--Apple-Mail=_1",
            "Content-Type: text/plain;",
            "\tcharset=us-ascii", "", "after", "--Apple-Mail=_1--")
        #expect(texts(draft.recipients.to) == ["ana", "Bo <bo@example.org>", "Cy Smith"])
        #expect(draft.lines == ["before", "", "after"])
        #expect(draft.attachments.map(\.filename) == ["a b.txt"])
        #expect(draft.attachments.map(\.content) == [Array("file".utf8)])
        #expect(draft.attachments.map(\.parameters) == [[.init("x-unix-mode", "0644")]])
    }

    @Test("Reports that the protection of a draft is not kept", .holds("E04"))
    func protected() {
        let type =
            "Content-Type: multipart/signed; boundary=b\n\n--b\n\ntext\n--b\nContent-Type: application/pgp-signature\n\ns\n--b--"
        let message = Message(Array(type.utf8))
        #expect(Draft.unsupportedContent(of: message) == [.protection])
        #expect(Draft(message).lines == ["text"])
        #expect(Draft.unsupportedContent(of: Message(Array("\ntext".utf8))).isEmpty)
    }

    @Test("Text without a header opens as a draft")
    func anything() throws {
        #expect(try open("no header here").lines == ["no header here"])
        #expect(Draft(Message([])).isEmpty)
    }
}
