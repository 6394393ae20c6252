import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Control characters in arguments")
struct RefusedControlCharacterTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let words: [String]

        init(_ name: String, _ words: String...) {
            testDescription = name
            self.words = words
        }
    }

    static let evil = "bob@example.test\r\nBcc: evil@example.test"
    static let draft = ["-m", "Hi", "--draft"]
    static let rows = [
        Row("a recipient", "new", evil), Row("-t", "new", "-t", evil), Row("-c", "new", "ana@example.org", "-c", evil),
        Row("-b", "new", "ana@example.org", "-b", evil),
        Row("-s", "new", "ana@example.org", "-s", "Plan\nBcc: e@x.test"),
        Row("--from", "new", "ana@example.org", "--from", evil), Row("a bare CR", "new", "ana@example.org\rx"),
        Row("NUL", "new", "-s", "a\0b"), Row("escape", "new", "-s", "a\u{1B}[2Jb"), Row("DEL", "new", "-s", "a\u{7F}b"),
        Row("NEL", "new", "-s", "a\u{85}b"), Row("a line separator", "new", "-s", "a\u{2028}b"),
        Row("a raw link", "mailto", "mailto:ana@example.org\r\nBcc: e@x.test"),
        Row("an encoded recipient in a link", "mailto", "mailto:ana@example.org%0D%0ABcc:%20e@x.test"),
        Row("an encoded cc in a link", "mailto", "mailto:?cc=ana@example.org%0ABcc:%20e@x.test"),
        Row("an encoded subject in a link", "mailto", "mailto:ana@example.org?subject=a%0D%0ABcc:%20e@x.test"),
        Row("an encoded name in a link", "mailto", "mailto:ana@example.org?x%0D%0Abcc=e@x.test"),
        Row("an encoded reference in a link", "mailto", "mailto:?in-reply-to=%3Ca@x%3E%0D%0ABcc:%20e@x.test"),
    ]

    @Test("An address, subject or link with a line break is refused, and nothing is written", arguments: rows)
    func refused(_ row: Row) throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.petrel((row.words + Self.draft).map { Array($0.utf8) })
        #expect(run.exitCode == .dataError, "\(run.errorText)")
        #expect(run.errorText.contains("Nothing was"), "\(run.errorText)")
        #expect(home.petrel("drafts").lines.isEmpty)
    }

    @Test("The envelope sender of sendmail is refused too", arguments: ["-f", "-F", "-r"])
    func envelope(_ option: String) throws {
        let home = try SampleHome(isEmpty: true)
        let run = home.petrel("sendmail", "-t", option, Self.evil)
        #expect(run.exitCode == .dataError)
        #expect(home.petrel("outbox").lines.isEmpty)
    }

    @Test("Text, file names and the body of a link may have several lines")
    func permitted() throws {
        let home = try SampleHome(isEmpty: true)
        let file = home.directory.appending(path: "a\nb.txt")
        try Data("x".utf8).write(to: file)
        let new = home.petrel("new", "ana@example.org", "-s", "a\tb", "-m", "one\ntwo", "-a", file.path, "--draft")
        #expect(new.exitCode == .done, "\(new.errorText)")
        #expect(home.petrel("mailto", "mailto:ana@example.org?body=one%0D%0Atwo", "--draft").exitCode == .done)
        for draft in ["d1", "d2"] { #expect(home.petrel("drafts", "export", draft).text.contains("one\r\ntwo")) }
    }
}
