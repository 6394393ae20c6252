import MailTestSupport
import MailTypes
import Testing

@testable import InternetMessage

@Suite("Embedding messages that are not 7-bit")
struct MessageEmbeddingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(
            name: "8-bit text", text: "Subject: x\nContent-Type: text/plain; charset=utf-8\n\nGrüße\n"),
        Row(name: "no header fields for the text", text: "Subject: x\n\nGrüße\n"),
        Row(name: "raw UTF-8 header", text: "From: Zoë <z@example.org>\nSubject: Höst\n\nx\n"),
        Row(
            name: "8-bit parts of a multipart",
            text:
                "Subject: x\nContent-Type: multipart/mixed; boundary=b\nContent-Transfer-Encoding: 8bit\n\npré\n--b\n\nä\n--b\n"
                + "Content-Type: image/png\nContent-Transfer-Encoding: 8bit\n\nö\n--b--\n"),
        Row(
            name: "a very long line", text: "Subject: x\n\n" + String(repeating: "seabird", count: 300) + "\n"),
        Row(
            name: "base64 on one line",
            text: "Subject: x\nContent-Transfer-Encoding: base64\n\n" + String(repeating: "QUJD", count: 400) + "\n"),
        Row(
            name: "a media type that no line holds",
            text: "Subject: x\nContent-Type: text" + String(repeating: "s", count: 1200) + "\n\nx\n"),
        Row(
            name: "a file name that is not ASCII", text: "Content-Disposition: attachment; filename=\"ä.pdf\"\n\nx\n"),
    ]

    @Test("An embedded message is encoded as 7-bit and keeps its content", arguments: rows)
    func embedding(_ row: Row) throws {
        let message = OutgoingMessage(
            header: [],
            body: .multipart(
                subtype: "mixed", parameters: [], parts: [.message(octets: Array(row.text.utf8), filename: nil)]))
        let octets = try MessageWriter(message, unique: "x").octets()
        #expect(octets.allSatisfy { $0 < 0x80 })
        #expect(octets.split(separator: 0x0A).allSatisfy { $0.count <= 999 })
        let part = try #require(Array(Message(octets).root.children).first)
        let inner = try #require(part.embeddedMessage)
        let original = Message(Array(row.text.utf8.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })).root
        #expect(part.transferEncoding == .sevenBit)
        #expect(inner.header.subject == original.header.subject)
        #expect(Array(inner.header.addresses(.from)) == Array(original.header.addresses(.from)))
        #expect(inner.filename == original.filename)
        #expect(leaves(inner) == leaves(original))
    }

    private func leaves(_ part: Part) -> [[UInt8]] {
        part.kind == .leaf ? [part.decodedContent] : part.children.flatMap(leaves)
    }

    @Test("An embedded message keeps its clean lines and gains no field", .holds("PX5"))
    func longCleanLines() throws {
        let text =
            "Subject: é\r\nX-Long: " + String(repeating: "x", count: 979) + "Bcc: e@x\r\n\r\n"
            + String(repeating: "y", count: 998) + "\r\n"
        let converted = Message(SevenBitMessageConverter.convert(Array(text.utf8))).root
        #expect(converted.header.allFields.map(\.name) == ["Subject", "X-Long"])
        #expect(converted.decodedContent == Array(repeatElement(0x79, count: 998)) + [0x0D, 0x0A])
    }

    @Test("Binary content of an embedded message is unchanged")
    func binaryLeaf() throws {
        let head = Array("Content-Type: image/png\nContent-Transfer-Encoding: binary\n\n".utf8)
        let content: [UInt8] = [1, 10, 2, 13, 3, 0xC3, 0xA9]
        #expect(Message(SevenBitMessageConverter.convert(head + content)).root.decodedContent == content)
    }

    @Test("Without an empty line between them, a body does not become part of the header", .holds("PX5"))
    func bodyBehindHeader() throws {
        let octets = Array("Subject: x\r\nMess#age\u{0}: é\r\nx\r\n".utf8)
        let converted = SevenBitMessageConverter.convert(octets)
        #expect(Message(converted).root.header.count == 2)
        #expect(Message(converted).root.decodedContent == Message(octets).root.decodedContent)
        #expect(SevenBitMessageConverter.convert(converted) == converted)
    }

    @Test("A lone CR cannot begin a field, a part or a body once it is embedded", .holds("PX5"))
    func loneCR() throws {
        let inHeader = Array("Subject: a\rBcc: eve@example.org\r\nX-Odd: b\r\r\n\r\r\nText.\r\n".utf8)
        let header = SevenBitMessageConverter.convert(inHeader)
        #expect(Message(header).root.header.allFields.map(\.name) == ["Subject", "X-Odd"])
        #expect(Message(header).root.decodedContent == Array("Text.\r\n".utf8))
        let inBody = Array("From: \u{AE} <a@b.c>\r\nSubVn\n>.e\rto: d@e.f>\r\n".utf8)
        let body = SevenBitMessageConverter.convert(inBody)
        #expect(Message(body).root.header.allFields.map(\.name) == ["Content-Transfer-Encoding", "From"])
        #expect(Message(body).root.decodedContent == Array("SubVn\r\n>.e\rto: d@e.f>\r\n".utf8))
        let inPart = Array(
            "Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\r--b\n\n--b\r\r\n\ntwo\n--b--\n".utf8)
        let part = SevenBitMessageConverter.convert(inPart)
        #expect(Message(part).root.children.map(\.decodedContent) == [Array("one\r--b\r\n".utf8), Array("two".utf8)])
        let quoted = Array(
            "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Transfer-Encoding: quoted-printable\n\n=2D-b \u{AE}\n\n--b--\n"
                .utf8)
        #expect(Array(Message(SevenBitMessageConverter.convert(quoted)).root.children).count == 1)
        for octets in [header, body, part] { #expect(SevenBitMessageConverter.convert(octets) == octets) }
    }

    @Test("A clean message is embedded byte for byte")
    func cleanEmbedding() throws {
        let octets = Array("Subject: x\r\n\r\nAs it was.\r\n".utf8)
        #expect(SevenBitMessageConverter.convert(octets) == octets)
    }
}
