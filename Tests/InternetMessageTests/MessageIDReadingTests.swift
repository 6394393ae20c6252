import MailTestSupport
import MailTypes
import Testing

@testable import InternetMessage

@Suite("Message identifiers")
struct MessageIDReadingTests {
    @Test(
        "Finds identifiers in the forms that programs write", .holds("C22"),
        arguments: [
            TextRow("one", " <a@example.org>", "a@example.org"),
            TextRow("several", " <a@example.org> <b@example.org>", "a@example.org b@example.org"),
            TextRow("without blanks", "<a@example.org><b@example.org>", "a@example.org b@example.org"),
            TextRow("folded", " <a@example.org>\r\n <b@example.org>", "a@example.org b@example.org"),
            TextRow("folded inside", " <a@exam\r\n ple.org>", "a@example.org"),
            TextRow("with commas", " <a@example.org>, <b@example.org>", "a@example.org b@example.org"),
            TextRow("no brackets", " a@example.org b@example.org", "a@example.org b@example.org"),
            TextRow("no brackets, with comma", " a@example.org,b@example.org", "a@example.org b@example.org"),
            TextRow("a phrase before it", " Your message of Monday <a@example.org>", "a@example.org"),
            TextRow("no closing bracket", " <a@example.org", "a@example.org"),
            TextRow(
                "no closing bracket before another", " <a@example.org <b@example.org>", "a@example.org b@example.org"),
            TextRow("no opening bracket", " a@example.org>", "a@example.org"),
            TextRow("empty brackets", " <> <a@example.org>", "a@example.org"),
            TextRow("nothing", " ", ""),
            TextRow("no domain", " <a>", "a"),
            TextRow("a comment where there are no brackets", " (x) a@example.org", "a@example.org"),
            TextRow("case is kept", " <A@Example.org>", "A@Example.org"),
        ])
    func read(_ row: TextRow) {
        let list = header("References", row.input).messageIDs(.references)
        #expect(list.map(\.text).joined(separator: " ") == row.expected)
    }
}
