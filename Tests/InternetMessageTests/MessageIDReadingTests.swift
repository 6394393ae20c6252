import MailTestSupport
import MailTypes
import Testing

@testable import InternetMessage

@Suite("Message identifiers")
struct MessageIDReadingTests {
    @Test(
        "Finds identifiers in the forms that programs write", .holds("C22"),
        arguments: [
            TextTestCase("one", " <a@example.org>", "a@example.org"),
            TextTestCase("several", " <a@example.org> <b@example.org>", "a@example.org b@example.org"),
            TextTestCase("without blanks", "<a@example.org><b@example.org>", "a@example.org b@example.org"),
            TextTestCase("folded", " <a@example.org>\r\n <b@example.org>", "a@example.org b@example.org"),
            TextTestCase("folded inside", " <a@exam\r\n ple.org>", "a@example.org"),
            TextTestCase("with commas", " <a@example.org>, <b@example.org>", "a@example.org b@example.org"),
            TextTestCase("no brackets", " a@example.org b@example.org", "a@example.org b@example.org"),
            TextTestCase("no brackets, with comma", " a@example.org,b@example.org", "a@example.org b@example.org"),
            TextTestCase("a phrase before it", " Your message of Monday <a@example.org>", "a@example.org"),
            TextTestCase("no closing bracket", " <a@example.org", "a@example.org"),
            TextTestCase(
                "no closing bracket before another", " <a@example.org <b@example.org>", "a@example.org b@example.org"),
            TextTestCase("no opening bracket", " a@example.org>", "a@example.org"),
            TextTestCase("empty brackets", " <> <a@example.org>", "a@example.org"),
            TextTestCase("nothing", " ", ""),
            TextTestCase("no domain", " <a>", "a"),
            TextTestCase("a comment where there are no brackets", " (x) a@example.org", "a@example.org"),
            TextTestCase("case is kept", " <A@Example.org>", "A@Example.org"),
        ])
    func read(_ row: TextTestCase) {
        let list = header("References", row.input).messageIDs(.references)
        #expect(list.map(\.text).joined(separator: " ") == row.expected)
    }
}
