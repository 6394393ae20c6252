import MailTestSupport
import MailTypes
import Testing

@testable import InternetMessage

@Suite("Writing header fields")
struct WriterFieldTests {
    private func line(_ field: OutgoingField) throws -> String {
        String(decoding: try OutgoingFieldEncoder.octets(of: field), as: UTF8.self)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let field: OutgoingField
        let written: String
        var testDescription: String { name }
    }

    static let kim = EmailAddress("kim@example.net")
    static let rows: [Row] = [
        Row(
            name: "ASCII stays as it is", field: .text("Subject", "Lunch on Friday?"),
            written: "Subject: Lunch on Friday?\r\n"),
        Row(
            name: "only the words that need it are encoded", field: .text("Subject", "Grüße aus dem Zug"),
            written: "Subject: =?UTF-8?B?R3LDvMOfZQ==?= aus dem Zug\r\n"),
        Row(
            name: "words between two encoded ones are encoded with them", field: .text("Subject", "é a é b"),
            written: "Subject: =?UTF-8?B?w6kgYSDDqQ==?= b\r\n"),
        Row(
            name: "Q where it is shorter", field: .text("Subject", "Überfahrtsverzeichnisse"),
            written: "Subject: =?UTF-8?Q?=C3=9Cberfahrtsverzeichnisse?=\r\n"),
        Row(
            name: "base64 where it is shorter", field: .text("Subject", "日本語"),
            written: "Subject: =?UTF-8?B?5pel5pys6Kqe?=\r\n"),
        Row(
            name: "what looks like an encoded word is encoded", field: .text("Subject", "=?utf-8?q?x?="),
            written: "Subject: =?UTF-8?B?PT91dGYtOD9xP3g/PQ==?=\r\n"),
        Row(
            name: "line breaks are blanks", field: .text("Subject", "a\r\nBcc: x@example.org"),
            written: "Subject: a  Bcc: x@example.org\r\n"),
        Row(name: "no text is an empty field", field: .text("Subject", ""), written: "Subject:\r\n"),
        Row(
            name: "lines are folded at 78 octets",
            field: .text("Subject", String(repeating: "seabird ", count: 12)),
            written: "Subject: seabird seabird seabird seabird seabird seabird seabird seabird\r\n"
                + " seabird seabird seabird seabird\r\n"),
        Row(
            name: "an address without a name has no brackets", field: .addresses("To", [Address(email: kim)]),
            written: "To: kim@example.net\r\n"),
        Row(
            name: "a name of atoms is not quoted", field: .addresses("To", [Address(name: "Kim Park", email: kim)]),
            written: "To: Kim Park <kim@example.net>\r\n"),
        Row(
            name: "a name with a comma is quoted",
            field: .addresses("To", [Address(name: "Park, Kim \"K\"", email: kim)]),
            written: "To: \"Park, Kim \\\"K\\\"\" <kim@example.net>\r\n"),
        Row(
            name: "a name that is not ASCII is encoded",
            field: .addresses("To", [Address(name: "Zoë Ångström", email: kim)]),
            written: "To: =?UTF-8?B?Wm/DqyDDhW5nc3Ryw7Zt?= <kim@example.net>\r\n"),
        Row(
            name: "members of a group stand in it",
            field: .addresses(
                "To",
                [
                    Address(name: "Ana", email: kim, group: "Crew"), Address(email: kim, group: "Crew"),
                    Address(email: kim),
                ]),
            written: "To: Crew: Ana <kim@example.net>, kim@example.net;, kim@example.net\r\n"),
        Row(
            name: "a group may be empty",
            field: .addresses("To", [Address(email: nil, group: "undisclosed-recipients")]),
            written: "To: undisclosed-recipients:;\r\n"),
        Row(name: "no addresses, no field", field: .addresses("Cc", []), written: ""),
        Row(
            name: "an address that is not ASCII is written in UTF-8",
            field: .addresses("To", [Address(email: EmailAddress("ä@example.org"))]),
            written: "To: ä@example.org\r\n"),
        Row(
            name: "a date names its weekday and offset",
            field: .date(
                "Date",
                DateTime(
                    CivilTime(year: 2026, month: 10, day: 12, hour: 14, minute: 3, second: 0), offsetMinutes: 120)),
            written: "Date: Mon, 12 Oct 2026 14:03:00 +0200\r\n"),
        Row(
            name: "identifiers stand in brackets, each whole",
            field: .messageIDs("References", (1...4).map { MessageID("\($0).aaaaaaaaaaaa@mail.example.org") }),
            written: "References: <1.aaaaaaaaaaaa@mail.example.org>\r\n <2.aaaaaaaaaaaa@mail.example.org>"
                + " <3.aaaaaaaaaaaa@mail.example.org>\r\n <4.aaaaaaaaaaaa@mail.example.org>\r\n"),
    ]

    @Test("Encodes a field", arguments: rows)
    func field(_ row: Row) throws {
        #expect(try line(row.field) == row.written)
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let name: String
        let field: OutgoingField
        let problem: OutgoingMessageError
        var testDescription: String { name }
    }

    static let refusals: [Refusal] = [
        Refusal(name: "a name with a colon", field: .text("X:", ""), problem: .invalidFieldName("X:")),
        Refusal(name: "a name with a line break", field: .text("X\r\nY", ""), problem: .invalidFieldName("X\r\nY")),
        Refusal(name: "an empty name", field: .text("", ""), problem: .invalidFieldName("")),
        Refusal(
            name: "a field of the body", field: .text("Content-Type", "text/html"),
            problem: .invalidFieldName("Content-Type")),
        Refusal(
            name: "an address without a domain", field: .addresses("To", [Address(email: EmailAddress("kim"))]),
            problem: .invalidAddress("kim")),
        Refusal(
            name: "an address that closes its bracket",
            field: .addresses("To", [Address(email: EmailAddress("a@b>, <c@d"))]),
            problem: .invalidAddress("a@b>, <c@d")),
        Refusal(
            name: "an address with a line break in quotes",
            field: .addresses("To", [Address(email: EmailAddress("\"a\r\nBcc: b\"@example.org"))]),
            problem: .invalidAddress("\"a\r\nBcc: b\"@example.org")),
        Refusal(
            name: "a name without an address", field: .addresses("To", [Address(name: "Kim", email: nil)]),
            problem: .invalidAddress("Kim")),
        Refusal(
            name: "an identifier with a bracket", field: .messageIDs("References", [MessageID("a>b")]),
            problem: .invalidMessageID("a>b")),
        Refusal(
            name: "an identifier with a line break", field: .messageIDs("References", [MessageID("a\r\nb@c")]),
            problem: .invalidMessageID("a\r\nb@c")),
    ]

    @Test("Refuses an invalid field and names it", .holds("PX5"), arguments: refusals)
    func refusal(_ row: Refusal) {
        #expect(throws: row.problem) { try line(row.field) }
    }

    static let hostile: [String] = {
        let breaks = ["\r\n", "\n", "\r", "\0", "\u{85}", "\u{2028}", "\u{2029}", "\u{0B}", "\u{0C}", "\r\n\r\n"]
        let tails = [
            "Bcc: x@example.org", " folded", "", "Content-Type: text/html\r\n\r\n<b>", "=?utf-8?q?=0D=0ABcc:x?=",
        ]
        return breaks.flatMap { line in tails.map { "before\(line)\($0)" } } + [
            "\"", "\\", "<", ">", ",", ";", "(", "=?",
        ]
    }()

    @Test("No string can begin a header field, in any place", .holds("PX5"), arguments: hostile)
    func injection(_ string: String) throws {
        let message = OutgoingMessage(
            header: [
                .text("Subject", string), .text("X-Note", string),
                .addresses("To", [Address(name: string, email: Self.kim, group: string)]),
                .addresses("Cc", [Address(name: string, email: Self.kim)]),
            ],
            body: .multipart(
                subtype: string, parameters: [(string, string), ("note", string)],
                parts: [
                    .text(OutgoingText(string, subtype: string, parameters: [("format", string), (string, "x")])),
                    .file(
                        OutgoingFile(type: string, filename: string, content: .octets([]))
                    ),
                    .message(octets: Array("Subject: \(string)\r\n\r\n".utf8), filename: string),
                ]))
        let octets = try MessageWriter(message, unique: string).octets()
        let root = Message(octets).root
        let wanted = ["Subject", "X-Note", "To", "Cc", "MIME-Version", "Content-Type"]
        #expect(root.header.allFields.map(\.name) == wanted)
        let children = Array(root.children)
        try #require(children.count == 3)
        for child in children {
            #expect(child.header.allFields.allSatisfy { $0.name.hasPrefix("Content-") })
        }
        #expect(octets.allSatisfy { $0 < 0x80 && $0 != 0 })
    }

    @Test("Groups without members are kept, even if they are adjacent")
    func emptyGroups() throws {
        let groups = ["a", "b", "b", "c"].map { Address(email: nil, group: $0) }
        let message = OutgoingMessage(header: [.addresses("To", groups)], body: .text(OutgoingText("")))
        let octets = try MessageWriter(message, unique: "x").octets()
        #expect(Array(Message(octets).header.addresses(.to)).compactMap(\.group) == ["a", "b", "c"])
    }
}

@Suite("Writing bodies")
struct WriterBodyTests {
    private func encoding(of text: String) throws -> TransferEncoding {
        let message = OutgoingMessage(header: [], body: .text(OutgoingText(text)))
        return Message(try MessageWriter(message, unique: "x").octets()).root.transferEncoding
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let encoding: TransferEncoding
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(name: "ASCII travels as it is", text: "Hello\n", encoding: .sevenBit),
        Row(name: "a lone dot travels as it is", text: ".\n", encoding: .sevenBit),
        Row(name: "mostly ASCII is quoted-printable", text: "Grüße aus dem Zug\n", encoding: .quotedPrintable),
        Row(name: "mostly not ASCII is base64", text: "日本語の本文です。\n", encoding: .base64),
        Row(
            name: "a line of 1,200 is encoded", text: String(repeating: "long ", count: 240), encoding: .quotedPrintable
        ),
        Row(name: "From at the start of a line is encoded", text: "Hi\nFrom here on\n", encoding: .quotedPrintable),
        Row(name: "what looks like our delimiter is encoded", text: "--=_petrel_x_0\n", encoding: .quotedPrintable),
        Row(name: "a NUL is encoded", text: "a\0b\n", encoding: .quotedPrintable),
        Row(name: "an escape is encoded", text: "a\u{1B}[2Jb\n", encoding: .quotedPrintable),
    ]

    @Test("Chooses the transfer encoding that suits the text", arguments: rows)
    func choice(_ row: Row) throws {
        #expect(try encoding(of: row.text) == row.encoding)
    }

    @Test("External content is read in pieces and never held whole", .holds("PX6"))
    func streaming() throws {
        let size = 50_000_000
        let file = OutgoingFile(type: "video/mp4", filename: "tern.mp4", content: .external(7))
        let message = OutgoingMessage(
            header: [], body: .multipart(subtype: "mixed", parameters: [], parts: [.file(file)]))
        var largest = 0
        var written = 0
        try MessageWriter(message, unique: "x").write(
            reading: { number, offset, piece in
                #expect(number == 7)
                let count = min(65_536, size - offset)
                piece += Array(repeating: UInt8(truncatingIfNeeded: offset >> 16), count: count)
            },
            to: { piece in
                largest = max(largest, piece.count)
                written += piece.count
            })
        #expect(largest < 100_000)
        #expect(written > size / 3 * 4 && written < size / 50 * 69)
    }

    @Test("A text file keeps its line ends and is readable as quoted-printable")
    func textFile() throws {
        let content = Array("time,level\n10:00,1.2\r\n10:10,1.3\r".utf8)
        let file = OutgoingFile(type: "text/csv", filename: "tide.csv", content: .octets(content))
        let message = OutgoingMessage(header: [], body: .file(file))
        let part = Message(try MessageWriter(message, unique: "x").octets()).root
        #expect(part.transferEncoding == .quotedPrintable)
        #expect(part.decodedContent == content)
    }

    @Test("A file name is written for new and for old mail programs")
    func filename() throws {
        let file = OutgoingFile(type: "application/pdf", filename: "Fahrplan für Übersee.pdf", content: .octets([]))
        let octets = try MessageWriter(OutgoingMessage(header: [], body: .file(file)), unique: "x").octets()
        let text = String(decoding: octets, as: UTF8.self)
        #expect(text.contains("filename*=UTF-8''Fahrplan%20f%C3%BCr%20%C3%9Cbersee.pdf"))
        #expect(text.contains("name=\"=?UTF-8?Q?Fahrplan_f=C3=BCr_=C3=9Cbersee=2Epdf?=\""))
    }

    @Test("Refuses an invalid Content-ID, because its picture would be missing", .holds("PX5"))
    func contentID() {
        let file = OutgoingFile(type: "image/png", filename: nil, contentID: MessageID("a\r\nb"), content: .octets([]))
        #expect(throws: OutgoingMessageError.invalidMessageID("a\r\nb")) {
            try MessageWriter(OutgoingMessage(header: [], body: .file(file)), unique: "x")
        }
    }

    @Test("Parameters that the writer sets are not taken from a draft")
    func ownParameters() throws {
        let text = OutgoingPart.text(OutgoingText("é", parameters: [("charset", "x"), ("Format", "flowed")]))
        let body = OutgoingPart.multipart(subtype: "mixed", parameters: [("boundary", "old")], parts: [text])
        let root = Message(try MessageWriter(OutgoingMessage(header: [], body: body), unique: "x").octets()).root
        let child = try #require(root.parts.first)
        #expect(child.contentType.charset == "utf-8" && child.contentType.parameters["format"] == "flowed")
    }

    @Test("A message file is sent as a message, and another composite type as bytes")
    func compositeFiles() throws {
        let letter = OutgoingFile(
            type: "message/rfc822", filename: "letter.eml", content: .octets(Array("Subject: x\r\n\r\nhi\r\n".utf8)))
        let parts = OutgoingFile(type: "multipart/mixed", filename: "x", content: .octets([1, 2]))
        let body = OutgoingPart.multipart(subtype: "mixed", parameters: [], parts: [.file(letter), .file(parts)])
        let root = Message(try MessageWriter(OutgoingMessage(header: [], body: body), unique: "x").octets()).root
        #expect(root.parts.map(\.filename) == ["letter.eml", "x"])
        #expect(root.parts[0].embeddedMessage?.header.subject == "x")
        #expect(root.parts[1].contentType.is("application", "octet-stream"))
    }

    @Test("A text file in UTF-8 is labeled so, and as the only body keeps its end")
    func textFileCharset() throws {
        let file = OutgoingFile(type: "text/csv", filename: "a.csv", content: .octets(Array("é;b".utf8)))
        let octets = try MessageWriter(OutgoingMessage(header: [], body: .file(file)), unique: "x").octets()
        #expect(octets.suffix(2) == [0x0D, 0x0A])
        let part = Message(octets).root
        #expect(part.contentType.charset == "utf-8" && part.decodedContent == Array("é;b".utf8))
    }

    @Test("Escapes From and a dot at the start of a line after a soft break", arguments: ["From ", "."])
    func softBreak(_ start: String) throws {
        for length in 60..<90 {
            let text = String(repeating: "a", count: length) + start + "é"
            let message = OutgoingMessage(header: [], body: .text(OutgoingText(text)))
            let written = String(decoding: try MessageWriter(message, unique: "x").octets(), as: UTF8.self)
            #expect(!written.utf8.split(separator: 0x0A).contains { $0.starts(with: start.utf8) })
        }
    }
}
