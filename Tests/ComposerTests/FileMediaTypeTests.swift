import Composer
import InternetMessage
import MailTestSupport
import Testing

@Suite("Media types of files", .holds("C10", "C12"))
struct FileMediaTypeTests {
    @Test(
        "Detects the type by name, else by magic bytes, else by whether it is text",
        arguments: [
            ("plan.pdf", "", "application/pdf"), ("PLAN.PDF", "", "application/pdf"), (".pdf", "x", "text/plain"),
            ("plan", "%PDF-1.7", "application/pdf"), ("plan.", "%PDF-1.7", "application/pdf"),
            ("notes", "a line\n", "text/plain"), ("notes", "a\tb\r\nc", "text/plain"), ("notes", "日本語", "text/plain"),
            ("notes", "\u{0}", "application/octet-stream"), ("notes", "\u{1B}[0m", "application/octet-stream"),
            ("a.b.tar.gz", "", "application/gzip"), ("letter.eml", "", "message/rfc822"), ("", "", "text/plain"),
            ("plan.unknown", "text", "text/plain"), ("picture.jpeg", "%PDF-", "image/jpeg"),
            ("page.HTM", "", "text/html"),
            ("sheet.ods", "PK\u{3}\u{4}", "application/vnd.oasis.opendocument.spreadsheet"),
            ("sheet", "PK\u{3}\u{4}", "application/zip"), ("anim", "GIF89a", "image/gif"),
            ("table.csv", "", "text/csv"),
            ("meet.ics", "", "text/calendar"), ("kim.vcf", "", "text/vcard"), ("song.mp3", "", "audio/mpeg"),
            ("key.asc", "-----BEGIN PGP PUBLIC KEY BLOCK-----", "application/pgp-keys"),
            ("plan.pdf.asc", "-----BEGIN PGP SIGNATURE-----", "application/pgp-signature"),
            ("mail.asc", "-----BEGIN PGP MESSAGE-----", "text/plain"), ("日本.pdf", "", "application/pdf"),
            ("pdf", "", "text/plain"), ("plan.pdf ", "", "text/plain"), ("..pdf", "", "application/pdf"),
        ])
    func types(_ name: String, _ content: String, _ type: String) {
        #expect(FileMediaType.of(filename: name, content: Array(content.utf8)) == type)
        #expect(OutgoingFile.normalizedMediaType(type) == type)
    }

    @Test(
        "Detects the type by magic bytes if the name has no extension",
        arguments: [
            ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], "image/png"),
            ([0xFF, 0xD8, 0xFF, 0xE0], "image/jpeg"),
            ([0x1F, 0x8B, 8], "application/gzip"), ([0xFF, 0xFE, 0x61, 0], "application/octet-stream"),
            ([0x63, 0x61, 0x66, 0xE9], "application/octet-stream"), ([0x89, 0x50], "application/octet-stream"),
        ] as [([UInt8], String)])
    func starts(_ octets: [UInt8], _ type: String) {
        #expect(FileMediaType.of(filename: "file", content: octets) == type)
    }

    @Test(
        "Each type has a word to display",
        arguments: [
            ("application/pdf", "PDF"), ("image/png", "PNG image"), ("image/svg+xml", "SVG image"),
            ("image/x-icon", "image"),
            ("image/vnd.microsoft.icon", "image"), ("text/plain", "text"), ("text/html", "web page"),
            ("audio/mpeg", "audio"),
            ("video/mp4", "video"), ("message/rfc822", "message"), ("text/calendar", "calendar"),
            ("application/octet-stream", "file"), ("application/x-unknown", "file"), ("", "file"), ("image", "file"),
            ("/", "file"),
        ])
    func words(_ type: String, _ word: String) {
        #expect(FileMediaType.word(for: type) == word)
    }
}
