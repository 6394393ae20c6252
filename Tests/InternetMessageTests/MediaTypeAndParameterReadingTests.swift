import MailTestSupport
import Testing

@testable import InternetMessage

/// Returns a Content-Type as parsed: `type/subtype; name=value; …`.
private func describe(_ value: [UInt8]) -> String {
    let type = Message(Array("Content-Type:".utf8) + value + Array("\r\n\r\n".utf8)).root.contentType
    return visible("\(type.type)/\(type.subtype)" + type.parameters.entries.map { "; \($0.name)=\($0.value)" }.joined())
}

private func filename(_ fields: String) -> String? {
    message(fields + "\r\n\r\n").root.filename.map(visible)
}

@Suite("Media types and parameters")
struct MediaTypeAndParameterReadingTests {
    @Test(
        "Parses media types",
        arguments: [
            TextTestCase("plain", " text/plain", "text/plain"),
            TextTestCase("capitals", " TEXT/Plain; CharSet=UTF-8", "text/plain; charset=UTF-8"),
            TextTestCase("quoted", " text/plain; charset=\"utf-8\"", "text/plain; charset=utf-8"),
            TextTestCase(
                "no blanks", "text/plain;charset=utf-8;format=flowed", "text/plain; charset=utf-8; format=flowed"),
            TextTestCase("blanks everywhere", " text / plain ; charset = utf-8 ", "text/plain; charset=utf-8"),
            TextTestCase("folded", " text/plain;\r\n\tcharset=utf-8", "text/plain; charset=utf-8"),
            TextTestCase("comments", " text/plain (a) ; (b) charset (c) = (d) utf-8 (e)", "text/plain; charset=utf-8"),
            TextTestCase("a semicolon at the end", " text/plain;", "text/plain"),
            TextTestCase("semicolons and nothing else", " text/plain;;;; charset=utf-8;;", "text/plain; charset=utf-8"),
            TextTestCase("no semicolon behind the type", " text/plain charset=utf-8", "text/plain; charset=utf-8"),
            TextTestCase(
                "no semicolon between parameters", " text/plain; charset=utf-8 format=flowed",
                "text/plain; charset=utf-8; format=flowed"),
            TextTestCase(
                "no semicolon behind quotes", " text/plain; charset=\"utf-8\" format=flowed",
                "text/plain; charset=utf-8; format=flowed"),
            TextTestCase("a comma for a semicolon", " text/plain, charset=utf-8", "text/plain; charset=utf-8"),
            TextTestCase(
                "the first of two counts", " text/plain; charset=utf-8; charset=koi8-r", "text/plain; charset=utf-8"),
            TextTestCase("a parameter without a value", " text/plain; charset", "text/plain"),
            TextTestCase(
                "a parameter without a value before another", " text/plain; x; charset=utf-8",
                "text/plain; charset=utf-8"),
            TextTestCase("a parameter without a name", " text/plain; =x; charset=utf-8", "text/plain; charset=utf-8"),
            TextTestCase(
                "an empty value", " text/plain; charset=; format=flowed", "text/plain; charset=; format=flowed"),
            TextTestCase("an unclosed quote", " text/plain; charset=\"utf-8", "text/plain; charset=utf-8"),
            TextTestCase("escaped quotes", " text/plain; x=\"a \\\"b\\\" \\\\c\"", "text/plain; x=a \"b\" \\c"),
            TextTestCase("a semicolon in quotes", " text/plain; x=\"a; y=b\"", "text/plain; x=a; y=b"),
            TextTestCase(
                "an equals sign in a value", " multipart/mixed; boundary=a=b=c", "multipart/mixed; boundary=a=b=c"),
            TextTestCase("no type", " ", "text/plain"),
            TextTestCase("half a type", " text", "text/plain"),
            TextTestCase("no subtype", " text/; charset=utf-8", "text/plain"),
            TextTestCase("a slash too many", " text/plain/x; charset=utf-8", "text/plain; charset=utf-8"),
            TextTestCase("a type of no sense", " @/@", "text/plain"),
            TextTestCase("a structured subtype", " application/vnd.x+json", "application/vnd.x+json"),
            TextTestCase("raw UTF-8 in a value", " text/plain; x=\"Zoë\"", "text/plain; x=Zoë"),
            TextTestCase(
                "raw windows-1252 in a value", Array(" text/plain; x=\"Zo".utf8) + [0xEB, 0x22], "text/plain; x=Zoë"),
        ])
    func types(_ row: TextTestCase) { #expect(describe(row.input) == row.expected) }

    @Test(
        "Decodes values in pieces and in charsets, as in RFC 2231", .holds("E07"),
        arguments: [
            TextTestCase(
                "its first example", " message/external-body; URL*0=\"ftp://\";\r\n URL*1=\"cs.example/pub\"",
                "message/external-body; url=ftp://cs.example/pub"),
            TextTestCase(
                "its second example", " application/x-stuff; title*=us-ascii'en-us'This%20is%20%2A%2A%2Afun%2A%2A%2A",
                "application/x-stuff; title=This is ***fun***"),
            TextTestCase(
                "its third example",
                " application/x-stuff\r\n ; title*0*=us-ascii'en'This%20is%20even%20more%20\r\n ; title*1*=%2A%2A%2Afun%2A%2A%2A%20\r\n ; title*2=\"isn't it!\"",
                "application/x-stuff; title=This is even more ***fun*** isn't it!"),
            TextTestCase("another set", " a/b; x*=iso-8859-1''Zo%EB", "a/b; x=Zoë"),
            TextTestCase("the set in quotes", " a/b; x*=\"utf-8''Zo%C3%AB\"", "a/b; x=Zoë"),
            TextTestCase("an unknown set", " a/b; x*=x-no-such''Zo%EB", "a/b; x=Zoë"),
            TextTestCase("no set", " a/b; x*=''Zo%C3%AB", "a/b; x=Zoë"),
            TextTestCase("no quotes at all", " a/b; x*=Zo%C3%AB", "a/b; x=Zoë"),
            TextTestCase("one quote", " a/b; x*=it's%20Zo%C3%AB", "a/b; x=it's Zoë"),
            TextTestCase("a quote in the text", " a/b; x*=utf-8''it's", "a/b; x=it's"),
            TextTestCase(
                "a percent sign that is no escape", " a/b; x*=utf-8''100%25%20or%20100%", "a/b; x=100% or 100%"),
            TextTestCase("a percent escape that is cut", " a/b; x*=utf-8''a%4", "a/b; x=a%4"),
            TextTestCase("a percent escape that is none", " a/b; x*=utf-8''a%GG", "a/b; x=a%GG"),
            TextTestCase("pieces out of order", " a/b; x*2=c; x*0=a; x*1=b", "a/b; x=abc"),
            TextTestCase("ten and more pieces", " a/b; x*10=k; x*0=a; x*9=j; x*2=c", "a/b; x=acjk"),
            TextTestCase("a gap between pieces", " a/b; x*0=a; x*2=c", "a/b; x=ac"),
            TextTestCase("the first piece is missing", " a/b; x*1=b; x*2=c", "a/b; x=bc"),
            TextTestCase("a character cut between pieces", " a/b; x*0*=utf-8''Zo%C3; x*1*=%AB", "a/b; x=Zoë"),
            TextTestCase(
                "plain and extended pieces", " a/b; x*0*=utf-8''Zo%C3%AB; x*1=\" 100%41\"", "a/b; x=Zoë 100%41"),
            TextTestCase("a number of many digits", " a/b; x*99999999999999999999=a", "a/b; x*99999999999999999999=a"),
            TextTestCase(
                "the extended form counts, whichever comes first", " a/b; x=Zoe; x*=utf-8''Zo%C3%AB", "a/b; x=Zoë"),
            TextTestCase(
                "the extended form counts, if it comes first", " a/b; x*=utf-8''Zo%C3%AB; x=Zoe", "a/b; x=Zoë"),
            TextTestCase(
                "pieces count for more than the plain form", " a/b; x=Zoe; x*0*=utf-8''Zo; x*1*=%C3%AB", "a/b; x=Zoë"),
            TextTestCase("an encoded word in quotes", " a/b; x=\"=?utf-8?q?Zo=C3=AB?=\"", "a/b; x=Zoë"),
            TextTestCase("an encoded word without quotes", " a/b; x==?utf-8?q?Zo=C3=AB?=", "a/b; x=Zoë"),
            TextTestCase("an encoded word in two pieces", " a/b; x*0=\"=?utf-8?q?Zo\"; x*1=\"=C3=AB?=\"", "a/b; x=Zoë"),
            TextTestCase(
                "encoded words on two lines", " a/b; x=\"=?utf-8?q?Zo=C3?=\r\n =?utf-8?q?=AB?=\"", "a/b; x=Zoë"),
            TextTestCase("a lone star", " a/b; *=a; x=b", "a/b; *=a; x=b"),
        ])
    func extended(_ row: TextTestCase) { #expect(describe(row.input) == row.expected) }

    @Test(
        "Parses file names",
        arguments: [
            TextTestCase("in the disposition", "Content-Disposition: attachment; filename=a.txt", "a.txt"),
            TextTestCase("in the type", "Content-Type: text/plain; name=a.txt", "a.txt"),
            TextTestCase(
                "in both", "Content-Type: a/b; name=b.txt\nContent-Disposition: attachment; filename=a.txt", "a.txt"),
            TextTestCase(
                "empty in the disposition",
                "Content-Type: a/b; name=b.txt\nContent-Disposition: attachment; filename=\"\"", "b.txt"),
            TextTestCase(
                "blanks without quotes", "Content-Disposition: attachment; filename=my file (1).txt", "my file (1).txt"),
            TextTestCase(
                "blanks without quotes, then another", "Content-Disposition: attachment; filename=my file.txt; size=3",
                "my file.txt"),
            TextTestCase(
                "blanks without quotes or semicolon", "Content-Disposition: attachment; filename=my file.txt size=3",
                "my file.txt"),
            TextTestCase(
                "folded without quotes", "Content-Disposition: attachment; filename=my\n file.txt", "my file.txt"),
            TextTestCase(
                "a Windows path", "Content-Disposition: attachment; filename=\"C:\\dir\\new.txt\"", "C:\\dir\\new.txt"),
            TextTestCase(
                "a path is left as it is", "Content-Disposition: attachment; filename=\"../../etc/passwd\"",
                "../../etc/passwd"),
            TextTestCase(
                "a share", "Content-Disposition: attachment; filename=\"\\\\\\\\server\\share\"", "\\\\server\\share"),
            TextTestCase("a disposition without a kind", "Content-Disposition: filename=\"a.txt\"", "a.txt"),
            TextTestCase("no semicolon behind the kind", "Content-Disposition: attachment filename=a.txt", "a.txt"),
            TextTestCase("raw UTF-8", "Content-Disposition: attachment; filename=\"Zoë.txt\"", "Zoë.txt"),
            TextTestCase(
                "raw UTF-8 without quotes", "Content-Disposition: attachment; filename=Zoë Ü.txt", "Zoë Ü.txt"),
            TextTestCase(
                "an encoded word", "Content-Disposition: attachment; filename=\"=?utf-8?b?Wm/Dqw==?=.txt\"", "Zoë.txt"),
            TextTestCase(
                "an encoded word without quotes",
                "Content-Disposition: attachment; filename==?utf-8?q?Zo=C3=AB a?=.txt", "Zoë a.txt"),
            TextTestCase(
                "in pieces", "Content-Disposition: attachment; filename*0*=utf-8''Zo%C3; filename*1*=%AB.txt", "Zoë.txt"
            ),
            TextTestCase("a quote inside", "Content-Disposition: attachment; filename=\"a\\\"b.txt\"", "a\"b.txt"),
            TextTestCase("a NUL", "Content-Disposition: attachment; filename*=utf-8''a%00.txt", "a\\u{0}.txt"),
            TextTestCase(
                "a line break in quotes is folding", "Content-Disposition: attachment; filename=\"a\n b.txt\"",
                "a b.txt"),
            TextTestCase(
                "an equals sign without quotes", "Content-Disposition: attachment; filename=a=b.txt", "a=b.txt"),
            TextTestCase(
                "on a line that lost its white space",
                "Content-Disposition: attachment; \nfilename=\"a: b.txt\"\nSubject: x", "a: b.txt"),
            TextTestCase(
                "on a line without white space, after no semicolon",
                "Content-Disposition: attachment\nfilename=a.txt\nSubject: x", ""),
            TextTestCase("none", "Content-Disposition: attachment", ""),
        ])
    func filenames(_ row: TextTestCase) {
        #expect(filename(String(decoding: row.input, as: UTF8.self)) ?? "" == row.expected)
    }

    @Test("Only media types and dispositions continue on lines without white space")
    func textThatLooksLikeParameters() {
        let root = message("Subject: one;\nx=1\n").root
        #expect(root.header.subject == "one;")
        #expect(root.rawText == "x=1\n")
    }

    @Test("Detects attachments in any case")
    func dispositions() {
        #expect(message("Content-Disposition: ATTACHMENT; x=y\n\n").root.contentDisposition?.isAttachment == true)
        #expect(message("Content-Disposition: inline\n\n").root.contentDisposition?.isAttachment == false)
        #expect(
            message("Content-Disposition: attachment, filename=a.txt\n\n").root.contentDisposition?.isAttachment == true
        )
        #expect(message("Content-Disposition: attachment(x)\n\n").root.contentDisposition?.isAttachment == true)
        #expect(message("Content-Disposition:\n\n").root.contentDisposition?.kind == "")
        #expect(message("\n\n").root.contentDisposition == nil)
    }

    @Test(
        "A flood of parameter fragments is parsed in time", .holds("PX6"), .timeLimit(.minutes(1)),
        arguments: [
            "; ", "; a=b", "; a*0=b", "; a", "\"", "(", ";=", " x", "; name=a b", "; a=\"b\\\"\"", "=", "; name= a=",
        ])
    func floods(_ piece: String) {
        let type = message("Content-Type: a/b" + String(repeating: piece, count: flood) + "\n\n").root.contentType
        #expect(type.parameters.entries.count <= flood)
    }

    @Test("Keeps apart the pieces of 20,000 parameters", .holds("PX6"))
    func manyNames() {
        let value = (0..<20_000).map { "; n\($0)*0=a; n\($0)*1=b" }.joined()
        let parameters = message("Content-Type: a/b\(value)\n\n").root.contentType.parameters
        #expect(parameters.entries.count == 20_000)
        #expect(parameters["n19999"] == "ab")
    }
}
