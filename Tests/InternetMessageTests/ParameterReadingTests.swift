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
struct ParameterReadingTests {
    @Test(
        "Parses media types",
        arguments: [
            TextRow("plain", " text/plain", "text/plain"),
            TextRow("capitals", " TEXT/Plain; CharSet=UTF-8", "text/plain; charset=UTF-8"),
            TextRow("quoted", " text/plain; charset=\"utf-8\"", "text/plain; charset=utf-8"),
            TextRow("no blanks", "text/plain;charset=utf-8;format=flowed", "text/plain; charset=utf-8; format=flowed"),
            TextRow("blanks everywhere", " text / plain ; charset = utf-8 ", "text/plain; charset=utf-8"),
            TextRow("folded", " text/plain;\r\n\tcharset=utf-8", "text/plain; charset=utf-8"),
            TextRow("comments", " text/plain (a) ; (b) charset (c) = (d) utf-8 (e)", "text/plain; charset=utf-8"),
            TextRow("a semicolon at the end", " text/plain;", "text/plain"),
            TextRow("semicolons and nothing else", " text/plain;;;; charset=utf-8;;", "text/plain; charset=utf-8"),
            TextRow("no semicolon behind the type", " text/plain charset=utf-8", "text/plain; charset=utf-8"),
            TextRow(
                "no semicolon between parameters", " text/plain; charset=utf-8 format=flowed",
                "text/plain; charset=utf-8; format=flowed"),
            TextRow(
                "no semicolon behind quotes", " text/plain; charset=\"utf-8\" format=flowed",
                "text/plain; charset=utf-8; format=flowed"),
            TextRow("a comma for a semicolon", " text/plain, charset=utf-8", "text/plain; charset=utf-8"),
            TextRow(
                "the first of two counts", " text/plain; charset=utf-8; charset=koi8-r", "text/plain; charset=utf-8"),
            TextRow("a parameter without a value", " text/plain; charset", "text/plain"),
            TextRow(
                "a parameter without a value before another", " text/plain; x; charset=utf-8",
                "text/plain; charset=utf-8"),
            TextRow("a parameter without a name", " text/plain; =x; charset=utf-8", "text/plain; charset=utf-8"),
            TextRow("an empty value", " text/plain; charset=; format=flowed", "text/plain; charset=; format=flowed"),
            TextRow("an unclosed quote", " text/plain; charset=\"utf-8", "text/plain; charset=utf-8"),
            TextRow("escaped quotes", " text/plain; x=\"a \\\"b\\\" \\\\c\"", "text/plain; x=a \"b\" \\c"),
            TextRow("a semicolon in quotes", " text/plain; x=\"a; y=b\"", "text/plain; x=a; y=b"),
            TextRow("an equals sign in a value", " multipart/mixed; boundary=a=b=c", "multipart/mixed; boundary=a=b=c"),
            TextRow("no type", " ", "text/plain"),
            TextRow("half a type", " text", "text/plain"),
            TextRow("no subtype", " text/; charset=utf-8", "text/plain"),
            TextRow("a slash too many", " text/plain/x; charset=utf-8", "text/plain; charset=utf-8"),
            TextRow("a type of no sense", " @/@", "text/plain"),
            TextRow("a structured subtype", " application/vnd.x+json", "application/vnd.x+json"),
            TextRow("raw UTF-8 in a value", " text/plain; x=\"Zoë\"", "text/plain; x=Zoë"),
            TextRow(
                "raw windows-1252 in a value", Array(" text/plain; x=\"Zo".utf8) + [0xEB, 0x22], "text/plain; x=Zoë"),
        ])
    func types(_ row: TextRow) { #expect(describe(row.input) == row.expected) }

    @Test(
        "Decodes values in pieces and in charsets, as in RFC 2231", .holds("E07"),
        arguments: [
            TextRow(
                "its first example", " message/external-body; URL*0=\"ftp://\";\r\n URL*1=\"cs.example/pub\"",
                "message/external-body; url=ftp://cs.example/pub"),
            TextRow(
                "its second example", " application/x-stuff; title*=us-ascii'en-us'This%20is%20%2A%2A%2Afun%2A%2A%2A",
                "application/x-stuff; title=This is ***fun***"),
            TextRow(
                "its third example",
                " application/x-stuff\r\n ; title*0*=us-ascii'en'This%20is%20even%20more%20\r\n ; title*1*=%2A%2A%2Afun%2A%2A%2A%20\r\n ; title*2=\"isn't it!\"",
                "application/x-stuff; title=This is even more ***fun*** isn't it!"),
            TextRow("another set", " a/b; x*=iso-8859-1''Zo%EB", "a/b; x=Zoë"),
            TextRow("the set in quotes", " a/b; x*=\"utf-8''Zo%C3%AB\"", "a/b; x=Zoë"),
            TextRow("an unknown set", " a/b; x*=x-no-such''Zo%EB", "a/b; x=Zoë"),
            TextRow("no set", " a/b; x*=''Zo%C3%AB", "a/b; x=Zoë"),
            TextRow("no quotes at all", " a/b; x*=Zo%C3%AB", "a/b; x=Zoë"),
            TextRow("one quote", " a/b; x*=it's%20Zo%C3%AB", "a/b; x=it's Zoë"),
            TextRow("a quote in the text", " a/b; x*=utf-8''it's", "a/b; x=it's"),
            TextRow("a percent sign that is no escape", " a/b; x*=utf-8''100%25%20or%20100%", "a/b; x=100% or 100%"),
            TextRow("a percent escape that is cut", " a/b; x*=utf-8''a%4", "a/b; x=a%4"),
            TextRow("a percent escape that is none", " a/b; x*=utf-8''a%GG", "a/b; x=a%GG"),
            TextRow("pieces out of order", " a/b; x*2=c; x*0=a; x*1=b", "a/b; x=abc"),
            TextRow("ten and more pieces", " a/b; x*10=k; x*0=a; x*9=j; x*2=c", "a/b; x=acjk"),
            TextRow("a gap between pieces", " a/b; x*0=a; x*2=c", "a/b; x=ac"),
            TextRow("the first piece is missing", " a/b; x*1=b; x*2=c", "a/b; x=bc"),
            TextRow("a character cut between pieces", " a/b; x*0*=utf-8''Zo%C3; x*1*=%AB", "a/b; x=Zoë"),
            TextRow("plain and extended pieces", " a/b; x*0*=utf-8''Zo%C3%AB; x*1=\" 100%41\"", "a/b; x=Zoë 100%41"),
            TextRow("a number of many digits", " a/b; x*99999999999999999999=a", "a/b; x*99999999999999999999=a"),
            TextRow("the extended form counts, whichever comes first", " a/b; x=Zoe; x*=utf-8''Zo%C3%AB", "a/b; x=Zoë"),
            TextRow("the extended form counts, if it comes first", " a/b; x*=utf-8''Zo%C3%AB; x=Zoe", "a/b; x=Zoë"),
            TextRow(
                "pieces count for more than the plain form", " a/b; x=Zoe; x*0*=utf-8''Zo; x*1*=%C3%AB", "a/b; x=Zoë"),
            TextRow("an encoded word in quotes", " a/b; x=\"=?utf-8?q?Zo=C3=AB?=\"", "a/b; x=Zoë"),
            TextRow("an encoded word without quotes", " a/b; x==?utf-8?q?Zo=C3=AB?=", "a/b; x=Zoë"),
            TextRow("an encoded word in two pieces", " a/b; x*0=\"=?utf-8?q?Zo\"; x*1=\"=C3=AB?=\"", "a/b; x=Zoë"),
            TextRow("encoded words on two lines", " a/b; x=\"=?utf-8?q?Zo=C3?=\r\n =?utf-8?q?=AB?=\"", "a/b; x=Zoë"),
            TextRow("a lone star", " a/b; *=a; x=b", "a/b; *=a; x=b"),
        ])
    func extended(_ row: TextRow) { #expect(describe(row.input) == row.expected) }

    @Test(
        "Parses file names",
        arguments: [
            TextRow("in the disposition", "Content-Disposition: attachment; filename=a.txt", "a.txt"),
            TextRow("in the type", "Content-Type: text/plain; name=a.txt", "a.txt"),
            TextRow(
                "in both", "Content-Type: a/b; name=b.txt\nContent-Disposition: attachment; filename=a.txt", "a.txt"),
            TextRow(
                "empty in the disposition",
                "Content-Type: a/b; name=b.txt\nContent-Disposition: attachment; filename=\"\"", "b.txt"),
            TextRow(
                "blanks without quotes", "Content-Disposition: attachment; filename=my file (1).txt", "my file (1).txt"),
            TextRow(
                "blanks without quotes, then another", "Content-Disposition: attachment; filename=my file.txt; size=3",
                "my file.txt"),
            TextRow(
                "blanks without quotes or semicolon", "Content-Disposition: attachment; filename=my file.txt size=3",
                "my file.txt"),
            TextRow("folded without quotes", "Content-Disposition: attachment; filename=my\n file.txt", "my file.txt"),
            TextRow(
                "a Windows path", "Content-Disposition: attachment; filename=\"C:\\dir\\new.txt\"", "C:\\dir\\new.txt"),
            TextRow(
                "a path is left as it is", "Content-Disposition: attachment; filename=\"../../etc/passwd\"",
                "../../etc/passwd"),
            TextRow(
                "a share", "Content-Disposition: attachment; filename=\"\\\\\\\\server\\share\"", "\\\\server\\share"),
            TextRow("a disposition without a kind", "Content-Disposition: filename=\"a.txt\"", "a.txt"),
            TextRow("no semicolon behind the kind", "Content-Disposition: attachment filename=a.txt", "a.txt"),
            TextRow("raw UTF-8", "Content-Disposition: attachment; filename=\"Zoë.txt\"", "Zoë.txt"),
            TextRow("raw UTF-8 without quotes", "Content-Disposition: attachment; filename=Zoë Ü.txt", "Zoë Ü.txt"),
            TextRow(
                "an encoded word", "Content-Disposition: attachment; filename=\"=?utf-8?b?Wm/Dqw==?=.txt\"", "Zoë.txt"),
            TextRow(
                "an encoded word without quotes",
                "Content-Disposition: attachment; filename==?utf-8?q?Zo=C3=AB a?=.txt", "Zoë a.txt"),
            TextRow(
                "in pieces", "Content-Disposition: attachment; filename*0*=utf-8''Zo%C3; filename*1*=%AB.txt", "Zoë.txt"
            ),
            TextRow("a quote inside", "Content-Disposition: attachment; filename=\"a\\\"b.txt\"", "a\"b.txt"),
            TextRow("a NUL", "Content-Disposition: attachment; filename*=utf-8''a%00.txt", "a\\u{0}.txt"),
            TextRow(
                "a line break in quotes is folding", "Content-Disposition: attachment; filename=\"a\n b.txt\"",
                "a b.txt"),
            TextRow("an equals sign without quotes", "Content-Disposition: attachment; filename=a=b.txt", "a=b.txt"),
            TextRow("none", "Content-Disposition: attachment", ""),
        ])
    func filenames(_ row: TextRow) {
        #expect(filename(String(decoding: row.input, as: UTF8.self)) ?? "" == row.expected)
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
