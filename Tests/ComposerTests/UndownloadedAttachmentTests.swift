import Composer
import InternetMessage
import MailTestSupport
import MailTypes
import Testing

@Suite("Attachments that are not downloaded", .holds("C13", "C14"))
struct UndownloadedAttachmentTests {
    /// A part of a message of which only the text was downloaded, and the part's content.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let header: [String]
        let content: [UInt8]

        init(_ name: String, _ header: [String], _ content: String) {
            testDescription = name
            self.header = header
            self.content = Array(content.utf8)
        }
    }

    static let rows = [
        Row("a document", ["Content-Type: application/pdf; name=plan.pdf"], "%PDF-1.7\r\n\0binary"),
        Row("no content", ["Content-Type: application/pdf; name=empty.pdf"], ""),
        Row("a name in other letters", ["Content-Type: image/png; name*=utf-8''caf%C3%A9%20%22x%22.png"], "\u{89}PNG"),
        Row("no name", ["Content-Type: application/octet-stream"], "x"),
        Row(
            "text in another charset", ["Content-Type: text/plain; charset=koi8-r; name=note.txt"],
            String(repeating: "line\n", count: 40)),
        Row("an invitation", ["Content-Type: text/calendar; method=REQUEST; name=a.ics"], "BEGIN:VCALENDAR\r\n"),
        Row("a message", ["Content-Type: message/rfc822"], "Subject: inner\r\n\r\ntext\r\n"),
        Row("what is called a message", ["Content-Type: message/rfc822"], "\r\nno header\r\n"),
        Row(
            "a picture in the text",
            [
                "Content-Type: image/png; name=map.png", "Content-ID: <map@example.org>",
                "Content-Disposition: inline; filename=map.png",
            ], "\u{89}PNG"),
        Row("lines that look like delimiters", ["Content-Type: application/pdf; name=a.pdf"], "--b\r\n--b--\r\n"),
    ]

    private static let place = UIDValidity(rawValue: 7).map {
        UndownloadedDraftAttachment.Place(MailboxName("Lists/Świat \"x\"; a") ?? .inbox, $0, .first)
    }

    private static func original(_ rows: [Row]) -> Message {
        var text =
            "X-Petrel-Partial: size=120311\r\nFrom: Ana <ana@example.org>\r\nSubject: plans\r\n"
            + "Message-ID: <plans@example.org>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
            + "--b\r\n\r\nSee ![map](map.png) and **that**.\r\n"
        for (number, row) in rows.enumerated() {
            text +=
                "--b\r\nContent-Type: message/external-body; access-type=URL; size=\(row.content.count + 40);\r\n"
                + " URL=\"imap://mail.example.org:993/INBOX;UIDVALIDITY=1/;UID=7/;SECTION=\(number + 2)\"\r\n\r\n"
                + (row.header + ["Content-Transfer-Encoding: base64"]).map { $0 + "\r\n" }.joined() + "\r\n\r\n"
        }
        return Message(Array((text + "--b--\r\n").utf8))
    }

    /// A forward of a message whose attachments are not downloaded, and their contents.
    private static func forward(
        _ rows: [Row], at place: UndownloadedDraftAttachment.Place? = place
    ) -> (draft: Draft, contents: [UndownloadedDraftAttachment: [UInt8]]) {
        let message = original(rows)
        var sources = MissingAttachmentSources()
        var contents: [UndownloadedDraftAttachment: [UInt8]] = [:]
        for (part, row) in zip(DraftAttachment.missing(in: message), rows) {
            guard let file = UndownloadedDraftAttachment(part, of: ContentHash(high: 1, low: 2), at: place) else {
                continue
            }
            sources.undownloaded[file.section] = file
            contents[file] = row.content
        }
        var draft = Forward(
            message, own: OwnAddresses([Address(email: EmailAddress("kim@example.net"))]), sources: sources
        ).draft
        draft.recipients.to = [Address(email: EmailAddress("ben@example.org"))]
        return (draft, contents)
    }

    private static func written(_ message: OutgoingMessage) throws -> [UInt8] {
        try MessageWriter(message, unique: "unique").octets()
    }

    private static func kept(_ draft: Draft) throws -> [UInt8] {
        try written(draft.keptMessage(id: .test, date: .test))
    }

    private static func sent(_ draft: Draft) throws -> [UInt8] {
        try written(draft.sentMessage(id: .test, date: .test))
    }

    @Test("A draft keeps its pending attachment when it is saved and opened again", arguments: rows)
    func kept(_ row: Row) throws {
        let (draft, contents) = Self.forward([row])
        let file = try #require(draft.attachments.first)
        #expect(draft.attachments.count == 1 && file.content.isEmpty)
        #expect(file.undownloaded == contents.keys.first)
        let octets = try Self.kept(draft)
        let read = Draft(Message(octets))
        let again = try #require(read.attachments.first)
        #expect(again.undownloaded == file.undownloaded, "\(String(decoding: octets, as: UTF8.self))")
        #expect(again.filename == file.filename && again.mediaType == file.mediaType)
        #expect(again.parameters == file.parameters && again.contentID == file.contentID)
        #expect(read.lines == draft.lines && again.size == file.size)
        #expect(try Self.kept(read) == octets)
        #expect(Message(octets).isPartial && Message(octets).lacksPendingFilesAlone)
    }

    @Test("Without a place on the server, all other properties are kept")
    func placeless() throws {
        let (draft, _) = Self.forward([Self.rows[0]], at: nil)
        let read = try #require(Draft(Message(try Self.kept(draft))).attachments.first?.undownloaded)
        #expect(read.place == nil && read.messageID?.text == "plans@example.org" && read.originalSize == 120_311)
        #expect(read == draft.attachments.first?.undownloaded)
    }

    @Test(
        "Filling in the attachments gives the same bytes as writing the complete message",
        arguments: rows.map { [$0] } + [rows])
    func filled(_ rows: [Row]) throws {
        let (draft, contents) = Self.forward(rows)
        var whole = draft
        let inverse = whole.apply(draft.filling(with: contents))
        #expect(inverse != nil && whole.undownloadedAttachments.isEmpty)
        for write in [Self.kept, Self.sent] {
            let waiting = try write(draft)
            #expect(Message(waiting).undownloadedAttachments.count == rows.count)
            let filled = try #require(Message(waiting).filled(with: contents))
            let wanted = try write(whole)
            #expect(
                filled == wanted,
                "\(String(decoding: filled, as: UTF8.self))\n\n\(String(decoding: wanted, as: UTF8.self))")
            #expect(!Message(filled).isPartial && !PartialMessageMarkers.isClaimed(by: filled))
            #expect(Draft(Message(filled)).undownloadedAttachments.isEmpty)
        }
    }

    @Test("Fills in nothing if an attachment is missing or the message is not petrel's own")
    func unfilled() throws {
        let (draft, contents) = Self.forward(Self.rows)
        let waiting = Message(try Self.sent(draft))
        for file in contents.keys {
            var fewer = contents
            fewer[file] = nil
            #expect(waiting.filled(with: fewer) == nil)
        }
        #expect(Message(Array("Subject: x\r\n\r\ntext\r\n".utf8)).filled(with: [:]) == nil)
        // Placeholders in a message from another sender are not filled in.
        #expect(Self.original(Self.rows).filled(with: contents) == nil)
    }

    @Test("Pending attachments count towards the size, and a removed one is not waited for")
    func counted() throws {
        let (draft, _) = Self.forward([Self.rows[0], Self.rows[1]])
        #expect(
            draft.attachedSize == draft.undownloadedAttachments.reduce(0) { $0 + $1.size } && draft.attachedSize > 0)
        var fewer = draft
        _ = fewer.apply(.removeAttachment(at: 0))
        #expect(Message(try Self.sent(fewer)).undownloadedAttachments.map(\.part.filename) == ["empty.pdf"])
        _ = fewer.apply(.removeAttachment(at: 0))
        #expect(!Message(try Self.sent(fewer)).isPartial)
    }
}
