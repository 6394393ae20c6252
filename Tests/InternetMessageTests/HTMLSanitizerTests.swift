import Foundation
import MailTestSupport
import Testing

@testable import InternetMessage

private func sanitized(_ html: String) -> String {
    String(decoding: HTMLSanitizer.fragment(Array(html.utf8)), as: UTF8.self)
}

/// The smallest GIF.
private let gif: [UInt8] = Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x3B]

@Suite("HTML for the browser")
struct HTMLSanitizerTests {
    private static let kept = [
        HTMLCase("text", "a &lt;b&gt; &amp; c&eacute;", "a &lt;b&gt; &amp; cé"),
        HTMLCase("elements", "<P>a<BR/><b>c</B></p>", "<p>a<br><b>c</b></p>"),
        HTMLCase(
            "a table", "<table width=100% bgcolor='#fff'><tr><td colspan=2 nowrap>x</table>",
            "<table width=\"100%\" bgcolor=\"#fff\"><tr><td colspan=\"2\" nowrap=\"\">x</table>"),
        HTMLCase(
            "a link", "<a href=' HTTPS://a.example/?b=1&amp;c=\"2' target=_top>x</a>",
            "<a href=\"HTTPS://a.example/?b=1&amp;c=&quot;2\" rel=\"noreferrer noopener nofollow\" target=\"_blank\">x</a>"
        ),
        HTMLCase(
            "other links", "<a href='javascript:x'>a</a><a href='#b'>b</a><a href=c>c</a>", "<a>a</a><a>b</a><a>c</a>"),
        HTMLCase(
            "styles",
            "<p style=\"COLOR : red ; font-family:'Segoe UI', Arial;position:fixed;margin:-9px 0;width:50%!important\">x",
            "<p style=\"color:red;font-family:Segoe UI, Arial;width:50%!important\">x"),
        HTMLCase("colors", "<p style='color:rgb(1, 2,3);background:url(x)'>x", "<p style=\"color:rgb(1, 2,3)\">x"),
        HTMLCase(
            "a remote image", "<img src='https://a.example/x.png' alt='A' width=9>", "<img alt=\"A\" width=\"9\">"),
        HTMLCase("a repeated attribute", "<p align=left ALIGN=right>x", "<p align=\"left\">x"),
        HTMLCase("other elements", "<form><button onclick=x>a</button><svg><text>b</text></svg></form>", "ab"),
        HTMLCase("content that is not text", "<title>x</title><style>x</style><script>x</script><!-- x -->a", "a"),
        HTMLCase("control characters", "a\u{0}b\u{1B}[1m<p title='\u{7}x\u{7F}'>", "ab[1m<p title=\"x\">"),
        HTMLCase("an address in angle brackets", "<ann@b.example>", "&lt;ann@b.example&gt;"),
    ]

    @Test("Text, marks, tables and links are kept, and everything else is left out", arguments: kept)
    func keeping(_ example: HTMLCase) { #expect(sanitized(example.html) == example.text) }

    @Test("Images of the message are put into the document with the type that they have")
    func images() {
        let html =
            "<img src='cid:a%40b'><img src=cid:missing><img src='data:image/svg+xml;base64,\(gif.base64)'><img src=x>"
        let document = HTMLSanitizer.document(Array(html.utf8), title: "<T>") { id in
            id == Array("a%40b".utf8) ? gif : nil
        }
        let text = String(decoding: document.html, as: UTF8.self)
        let image = "<img src=\"data:image/gif;base64,\(gif.base64)\">"
        #expect(text.contains("\(image)<img>\(image)<img>"))
        #expect(text.contains("<title>\n&lt;T&gt;</title>") || text.contains("<title>&lt;T&gt;</title>"))
        #expect(document.omittedImages == 2 && !document.isCut)
        #expect(
            text.contains("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:;"))
    }

    @Test("Much repeated images do not fill the memory")
    func manyImages() {
        let image = gif + [UInt8](repeating: 0, count: 4 << 20)
        let html = Array(String(repeating: "<img src=cid:a>", count: 1000).utf8)
        let document = HTMLSanitizer.document(html, title: "") { _ in image }
        #expect(document.omittedImages > 990 && document.html.count < 64 << 20)
    }

    @Test("Hostile mail has only allowed tags, and sanitizing twice changes nothing", arguments: HostileHTMLMail.all)
    func hostile(_ mail: HostileHTMLMail) {
        let once = HTMLSanitizer.fragment(html(of: mail))
        #expect(HTMLSanitizer.fragment(once) == once)
        #expect(String(validating: once, as: UTF8.self) != nil)
        let text = String(decoding: once, as: UTF8.self)
        for tag in text.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
            let name = tag.prefix { $0.isLetter || $0.isNumber || $0 == "/" }
            #expect(
                ["p", "/p", "a", "/a", "b", "/b", "img", "table", "/table", "tr", "td", "div", "/div", "/td", "br"]
                    .contains(name), "\(text)")
            #expect(tag.count { $0 == ">" } == 1, "\(text)")
            // Every second piece between quotation marks is a value.
            let pieces = tag.prefix { $0 != ">" }.split(separator: "\"", omittingEmptySubsequences: false)
            let names = pieces.enumerated().filter { $0.offset % 2 == 0 }.map { $0.element.lowercased() }.joined()
            for word in [" on", "srcset", "background=", "ping=", " id=", "action"] {
                #expect(!names.contains(word), "\(text)")
            }
            #expect(!names.contains(" src=") || tag.contains("src=\"data:image/"), "\(text)")
            #expect(!names.contains(" style=") || !tag.contains("("), "\(text)")
        }
    }

    @Test("Random soup of hostile markup stays harmless", arguments: 0..<UInt64(200))
    func soup(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var html: [UInt8] = []
        for _ in 0..<12 {
            let piece = HostileHTMLMail.all[Int.random(in: 0..<HostileHTMLMail.all.count, using: &random)].html
            let cut = Int.random(in: 0...piece.count, using: &random)
            html += Bool.random(using: &random) ? piece : Array(piece[..<cut])
        }
        let once = HTMLSanitizer.fragment(html)
        #expect(HTMLSanitizer.fragment(once) == once, "seed \(seed)")
        #expect(!String(decoding: once, as: UTF8.self).lowercased().contains("<script"), "seed \(seed)")
    }

    @Test("The sanitizer alone, without the policy of the document, keeps two hundred hostile mails still in a browser")
    func withoutPolicy() throws {
        #expect(HostileHTMLMail.all.count >= 200)
        // Several mails in a document take a browser a fraction of the time.
        let groups = stride(from: 0, to: HostileHTMLMail.all.count, by: 8).map { HostileHTMLMail.all[$0...].prefix(8) }
        let documents = groups.map { mails in
            let bodies = mails.flatMap { HTMLSanitizer.fragment(html(of: $0), image: foreign) + Array("<hr>".utf8) }
            return (
                mails.map(\.name).joined(separator: "+"),
                Array("<!DOCTYPE html><html><head><meta charset=utf-8></head><body>".utf8) + bodies
            )
        }
        let report = try open(documents)
        #expect(report.loud.isEmpty, "\(report.loud)")
        #expect(report.connections == 0)
    }

    @Test("Random hostile mails load nothing and run nothing in a browser")
    func browser() throws {
        let documents = HostileHTMLMail.all.shuffled().prefix(40).map {
            ($0.name, HTMLSanitizer.document(html(of: $0), title: "x", image: foreign).html)
        }
        let report = try open(documents)
        #expect(report.loud.isEmpty, "\(report.loud)")
        #expect(report.connections == 0)
    }

    @Test("The browser notices what hostile mail does if it is not sanitized")
    func control() throws {
        let names = ["scripting-0", "handler-0", "style-1", "refresh-0", "frame-0", "hint-3", "source-4"]
        let mails = HostileHTMLMail.all.filter { names.contains($0.name) }
        let report = try open(mails.map { ($0.name, $0.html) })
        for mail in mails {
            #expect(
                report.loud.contains { $0.name.contains(mail.name) || $0.request?.contains(mail.name) == true },
                "\(mail)")
        }
        #expect(report.connections > 0)
    }

    // MARK: - Support

    private func html(of mail: HostileHTMLMail) -> [UInt8] { Message(mail.message).root.textOctets }

    /// Parts of the message that are not images.
    private func foreign(_ id: [UInt8]) -> [UInt8]? {
        Array("<script>window.canary=1</script>".utf8)
    }

    private struct Report: Decodable {
        struct Event: Decodable {
            let name: String
            let ran: Bool?
            let left: Bool?
            let request: String?
        }

        let loud: [Event]
        let connections: Int
    }

    private func open(_ documents: [(name: String, html: [UInt8])]) throws -> Report {
        let folder = FileManager.default.temporaryDirectory.appending(path: "petrel-mails-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for document in documents { try Data(document.html).write(to: folder.appending(path: "\(document.name).html")) }
        let run = try ProgramRun.run(
            ProjectFiles.root.appending(path: "Tests/Fixtures/open-mails-in-browser.py"), [folder.path])
        try #require(run.exitCode == 0, "\(run.errorText)")
        return try JSONDecoder().decode(Report.self, from: run.output)
    }
}

extension [UInt8] {
    fileprivate var base64: String { Data(self).base64EncodedString() }
}
