import MailTestSupport
import MailTypes
import Testing

@testable import InternetMessage

@Suite("Outgoing files", .holds("C10", "C13"))
struct OutgoingFileTests {
    private func written(_ file: OutgoingFile) throws -> Part {
        Message(try MessageWriter(OutgoingMessage(header: [], body: .file(file)), unique: "x").octets()).root
    }

    @Test("Writes the parameters of a file's type, except those that the writer sets", .holds("PX5"))
    func parameters() throws {
        let file = OutgoingFile(
            type: "text/calendar",
            parameters: [
                ("method", "REQUEST"), ("x-é", "a"), ("name", "b"), ("boundary", "c"), ("x-a", "d\r\nBcc: e"),
            ],
            filename: "a.ics", content: .octets(Array("BEGIN:VCALENDAR".utf8)))
        let part = try written(file)
        let entries = part.contentType.parameters.entries.map { "\($0.name)=\($0.value)" }
        #expect(entries == ["charset=us-ascii", "method=REQUEST", "x-a=dBcc: e", "name=a.ics"])
        #expect(part.header.count == 4)
    }

    @Test("A given charset is kept")
    func charset() throws {
        let file = OutgoingFile(
            type: "text/plain", parameters: [("Charset", "koi8-r")], filename: "a.txt", content: .octets([0xF0, 0xD2]))
        let part = try written(file)
        #expect(part.text == "Пр")
        #expect(part.contentType.parameters.entries.filter { $0.name == "charset" }.count == 1)
    }

    @Test(
        "An embedded message is read back byte for byte, even if it is only a header",
        arguments: [
            "Subject: x\r\n\r\n", "Subject: x\r\n", "Subject: x", "Subject: x\n", "Subject: x\r\n\r\ntext",
            "Subject: x\r\n\r\n\r\n",
            "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: a/b\n",
        ])
    func embedded(_ text: String) throws {
        let octets = OutgoingFile.embedded(Array(text.utf8))
        #expect(OutgoingFile.embedded(octets) == octets)
        let body = OutgoingPart.multipart(
            subtype: "mixed", parameters: [],
            parts: [.message(octets: octets, filename: nil), .text(OutgoingText("x"))])
        let message = Message(try MessageWriter(OutgoingMessage(header: [], body: body), unique: "x").octets())
        #expect(message.root.children.map { $0.decodedContent }.first == octets)
    }
}
