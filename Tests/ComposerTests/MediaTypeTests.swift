import Composer
import MailTestSupport
import Testing

@Suite("Media types of files", .holds("C10", "C12"))
struct MediaTypeTests {
    @Test(
        "The end of the name tells, else how the content begins, else whether it is text",
        arguments: [
            ("plan.pdf", "", "application/pdf"), ("PLAN.PDF", "", "application/pdf"), (".pdf", "x", "text/plain"),
            ("plan", "%PDF-1.7", "application/pdf"), ("notes", "a line\n", "text/plain"),
            ("notes", "\u{0}", "application/octet-stream"), ("a.b.tar.gz", "", "application/gzip"),
            ("letter.eml", "", "message/rfc822"), ("", "", "text/plain"),
        ])
    func types(_ name: String, _ content: String, _ type: String) {
        #expect(MediaType.of(filename: name, content: Array(content.utf8)) == type)
    }
}
