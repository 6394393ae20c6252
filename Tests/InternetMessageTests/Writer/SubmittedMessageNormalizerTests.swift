import MailTestSupport
import Testing

@testable import InternetMessage

@Suite("Messages from other programs", .holds("PS6"))
struct SubmittedMessageNormalizerTests {
    struct Row: CustomTestStringConvertible {
        let name: String
        let message: String
        let ready: String
        var testDescription: String { name }

        init(_ name: String, _ message: String, _ ready: String) {
            self.name = name
            self.message = message
            self.ready = ready
        }
    }

    static let rows = [
        Row("as it should be", "To: a@b.c\r\n\r\nx\r\n", "To: a@b.c\r\n\r\nx\r\n"),
        Row("lines that end with LF", "To: a@b.c\n\nx\n.\ny", "To: a@b.c\r\n\r\nx\r\n.\r\ny"),
        Row("both kinds of line ends", "To: a@b.c\r\nX: 1\n\r\nx\n\r\n", "To: a@b.c\r\nX: 1\r\n\r\nx\r\n\r\n"),
        Row("a CR in the text", "To: a@b.c\n\nx\ry\n", "To: a@b.c\r\n\r\nx\ry\r\n"),
        Row("the first line of an mbox", "From kim Mon Oct 12 14:03:00 2026\nTo: a@b.c\n\nx", "To: a@b.c\r\n\r\nx"),
        Row("a folded field, and blanks before a colon", "To :\n a@b.c\n\nx", "To :\r\n a@b.c\r\n\r\nx"),
        Row("a header alone", "To: a@b.c", "To: a@b.c\r\n\r\n"),
        Row("a header alone, its line ended", "To: a@b.c\n", "To: a@b.c\r\n\r\n"),
        Row("no header", "backup done: 3 files\nno more", "\r\nbackup done: 3 files\r\nno more"),
        Row("an empty header", "\nTo: a@b.c\n", "\r\nTo: a@b.c\r\n"),
        Row("text that looks like a field is text", "To: a@b.c\n\nBcc: d\n", "To: a@b.c\r\n\r\nBcc: d\r\n"),
    ]

    @Test("Line ends become CRLF, and the header ends", arguments: rows)
    func ready(_ row: Row) throws {
        #expect(
            String(decoding: try SubmittedMessageNormalizer.octets(of: Array(row.message.utf8)), as: UTF8.self)
                == row.ready)
    }

    static let refused: [(name: String, message: String, problem: SubmittedMessageNormalizer.Problem)] = [
        ("nothing", "", .empty), ("the first line of an mbox alone", "From kim\n", .empty),
        ("a NUL in the text", "To: a@b.c\n\nx\0y", .nul), ("a NUL in the header", "To: a\0@b.c\n\nx", .nul),
        ("a line that is no field", "To: a@b.c\nevil\nBcc: d@e.f\n\nx", .noField(line: 2)),
        ("a name with a blank in it", "To: a@b.c\nX Y: 1\n\nx", .noField(line: 2)),
        ("a field without a name", "To: a@b.c\n: 1\n\nx", .noField(line: 2)),
        ("a CR in a field", "To: a@b.c\nSubject: x\rBcc: d@e.f\n\nx", .noField(line: 2)),
        ("a CR in the first field", "Subject: x\rBcc: d@e.f\nTo: a@b.c\n\nx", .noField(line: 1)),
        ("a letter that is not ASCII in a name", "To: a@b.c\nGrüße: 1\n\nx", .noField(line: 2)),
        (
            "a long line that is signed",
            "Content-Type: multipart/signed; boundary=x\n\n--x\n\n" + String(repeating: "y", count: 999) + "\n--x--\n",
            .lineTooLong(line: 5)
        ),
        (
            "a header line that cannot be folded",
            "To: a@b.c\nMIME-Version: 1.0\nContent-Type: multipart/mixed; x=\(String(repeating: "p", count: 1500)); "
                + "boundary=bb\n\n--bb\n\nx\n--bb--\n",
            .unbreakableLine
        ),
    ]

    @Test("Refuses ambiguous messages", arguments: refused)
    func refusal(_ row: (name: String, message: String, problem: SubmittedMessageNormalizer.Problem)) {
        #expect(throws: row.problem, "\(row.name)") {
            try SubmittedMessageNormalizer.octets(of: Array(row.message.utf8))
        }
    }

    @Test("A line that is too long is encoded, and the text is unchanged")
    func longLines() throws {
        let text = String(repeating: "long ", count: 400)
        let ready = try SubmittedMessageNormalizer.octets(
            of: Array("To: a@b.c\nSubject: \(text)\n\n\(text)\nend\n".utf8))
        #expect(ready.split(separator: 0x0A).allSatisfy { $0.count <= 999 })
        let message = Message(ready)
        #expect(message.header.subject == String(text.dropLast()))
        #expect(String(decoding: message.root.decodedContent, as: UTF8.self) == "\(text)\r\nend\r\n")
        let short = Array("To: a@b.c\r\n\r\n\(String(repeating: "x", count: 998))\r\n".utf8)
        #expect(try SubmittedMessageNormalizer.octets(of: short) == short)
    }
}
