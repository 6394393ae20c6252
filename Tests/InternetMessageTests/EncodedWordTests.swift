import MailTestSupport
import MailTypes
import Testing

@testable import InternetMessage

@Suite("Header text", .holds("E07"))
struct EncodedWordTests {
    @Test(
        "Decodes the table of RFC 2047 §8",
        arguments: [
            TextTestCase("one word", "(=?ISO-8859-1?Q?a?=)", "(a)"),
            TextTestCase("word and letter", "(=?ISO-8859-1?Q?a?= b)", "(a b)"),
            TextTestCase("two words", "(=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=)", "(ab)"),
            TextTestCase("two words, two blanks", "(=?ISO-8859-1?Q?a?=  =?ISO-8859-1?Q?b?=)", "(ab)"),
            TextTestCase("two words on two lines", "(=?ISO-8859-1?Q?a?=\r\n    =?ISO-8859-1?Q?b?=)", "(ab)"),
            TextTestCase("a blank inside a word", "(=?ISO-8859-1?Q?a_b?=)", "(a b)"),
            TextTestCase("a blank inside the second word", "(=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=)", "(a b)"),
            TextTestCase("its example of From", "=?ISO-8859-1?Q?Andr=E9?= Pirard", "André Pirard"),
            TextTestCase(
                "its example of Subject",
                "=?ISO-8859-1?B?SWYgeW91IGNhbiByZWFkIHRoaXMgeW8=?=\r\n =?ISO-8859-2?B?dSB1bmRlcnN0YW5kIHRoZSBleGFtcGxlLg==?=",
                "If you can read this you understand the example."),
            TextTestCase("its Hebrew example", "=?iso-8859-8?b?7eXs+SDv4SDp7Oj08A==?=", "םולש ןב ילטפנ"),
        ])
    func standard(_ row: TextTestCase) { #expect(visible(header("Subject", row.input).subject ?? "") == row.expected) }

    @Test(
        "Decodes header text, whether or not it follows the rules",
        arguments: [
            TextTestCase("plain", " Hello", "Hello"),
            TextTestCase("blanks at both ends", " \t Hello \t ", "Hello"),
            TextTestCase("folded", " Hello\r\n there", "Hello there"),
            TextTestCase("folded with a tab", " Hello\r\n\tthere", "Hello\\u{9}there"),
            TextTestCase("folded twice in a row", " Hello\r\n \r\n there", "Hello  there"),
            TextTestCase("folded with LF", " Hello\n there", "Hello there"),
            TextTestCase("blanks between words stay where no encoded word is beside them", " a  b", "a  b"),
            TextTestCase("lower-case letters", "=?utf-8?q?Zo=c3=ab?=", "Zoë"),
            TextTestCase("upper-case letters", "=?UTF-8?Q?Zo=C3=AB?=", "Zoë"),
            TextTestCase("base64", "=?utf-8?B?Wm/Dqw==?=", "Zoë"),
            TextTestCase("base64 without padding", "=?utf-8?b?Wm/Dqw?=", "Zoë"),
            TextTestCase("base64 with blanks", "=?utf-8?b?Wm/D qw==?=", "Zoë"),
            TextTestCase("base64 with junk", "=?utf-8?b?Wm/D!qw==?=", "Zoë"),
            TextTestCase("base64 that is none", "=?utf-8?b?!!!?=", ""),
            TextTestCase("a character cut in two", "=?utf-8?q?Zo=C3?= =?utf-8?q?=ABe?=", "Zoëe"),
            TextTestCase("a character cut in two, base64", "=?utf-8?b?Wm/D?= =?UTF-8?b?qw==?=", "Zoë"),
            TextTestCase("a character cut in two, base64 and Q", "=?utf-8?b?Wm/D?=\r\n =?utf-8?q?=AB?=", "Zoë"),
            TextTestCase(
                "a character is not completed across two sets", "=?utf-8?q?Zo=C3?= =?iso-8859-1?q?=EB?=", "Zo\u{FFFD}ë"),
            TextTestCase(
                "ISO-2022-JP in two words", "=?ISO-2022-JP?B?GyRCRnxLXBsoQg==?= =?ISO-2022-JP?B?GyRCOGwbKEI=?=", "日本語"),
            TextTestCase(
                "ISO-2022-JP that goes on without a new escape",
                "=?ISO-2022-JP?B?GyRCRnxL?= =?ISO-2022-JP?B?XDhsGyhC?=", "日本語"),
            TextTestCase("words without a blank between them", "=?utf-8?q?a?==?utf-8?q?b?=", "ab"),
            TextTestCase("letters around a word", "a=?utf-8?q?b?=c", "abc"),
            TextTestCase("two words around a letter", "=?utf-8?q?a?= b =?utf-8?q?c?=", "a b c"),
            TextTestCase("blanks inside a Q word", "=?utf-8?q?a b c?=", "a b c"),
            TextTestCase("folded inside a Q word", "=?utf-8?q?a\r\n b?=", "a b"),
            TextTestCase("a question mark inside a Q word", "=?utf-8?q?why??=", "why?"),
            TextTestCase("an equals sign that is no escape", "=?utf-8?q?a=b?=", "a=b"),
            TextTestCase("an escape that is cut", "=?utf-8?q?a=4?=", "a=4"),
            TextTestCase("an escape that is no hexadecimal", "=?utf-8?q?a=ZZ?=", "a=ZZ"),
            TextTestCase("an equals sign before the end", "=?utf-8?q?a=?=", "a="),
            TextTestCase("raw UTF-8 inside a Q word", "=?utf-8?q?Zoë?=", "Zoë"),
            TextTestCase("an unknown set with UTF-8", "=?x-no-such?q?Zo=C3=AB?=", "Zoë"),
            TextTestCase("an unknown set with windows-1252", "=?x-no-such?q?Zo=EB?=", "Zoë"),
            TextTestCase("us-ascii with UTF-8", "=?us-ascii?q?Zo=C3=AB?=", "Zoë"),
            TextTestCase("a language", "=?utf-8*en-GB?q?colour?=", "colour"),
            TextTestCase("an empty language", "=?utf-8*?q?colour?=", "colour"),
            TextTestCase(
                "languages do not part two words of one set", "=?utf-8*en?q?Zo=C3?= =?utf-8*de?q?=AB?=", "Zoë"),
            TextTestCase("an empty word", "=?utf-8?q??=", ""),
            TextTestCase("an empty word between two", "=?utf-8?q?a?= =?utf-8?q??= =?utf-8?q?b?=", "ab"),
            TextTestCase("no set", "=??q?a?=", "=??q?a?="),
            TextTestCase("no encoding", "=?utf-8??a?=", "=?utf-8??a?="),
            TextTestCase("an unknown encoding", "=?utf-8?x?a?=", "=?utf-8?x?a?="),
            TextTestCase("unterminated", "=?utf-8?q?a", "=?utf-8?q?a"),
            TextTestCase("cut after one mark", "=?utf-8?q?a?", "=?utf-8?q?a?"),
            TextTestCase("unterminated, then whole", "=?utf-8?q?a =?utf-8?q?b?=", "=?utf-8?q?a b"),
            TextTestCase("only an opening", "=?", "=?"),
            TextTestCase("openings and nothing else", "=?=?=?=?", "=?=?=?=?"),
            TextTestCase("only a closing", "a?=", "a?="),
            TextTestCase("raw UTF-8", "Zoë", "Zoë"),
            TextTestCase("raw UTF-8 beside a word", "Zoë =?utf-8?q?Zo=C3=AB?= Zoë", "Zoë Zoë Zoë"),
            TextTestCase("raw windows-1252", [0x5A, 0x6F, 0xEB, 0x20, 0x93], "Zoë “"),
            TextTestCase("raw windows-1252, folded", [0x5A, 0x6F, 0xEB, 0x0D, 0x0A, 0x20, 0xEB], "Zoë ë"),
            TextTestCase("a line break in a word stays in the text", "=?utf-8?q?a=0D=0Ab?=", "a\\u{d}\\u{a}b"),
            TextTestCase("a NUL in a word stays in the text", "=?utf-8?q?a=00b?=", "a\\u{0}b"),
            TextTestCase(
                "an emoji as two surrogates is no UTF-8", "=?utf-8?b?7aC97bGL?=",
                String(repeating: "\u{FFFD}", count: 6)),
            TextTestCase("GB18030", "=?gb18030?B?1tDOxA==?=", "中文"),
            TextTestCase("a set with a colon in its name", "=?ISO_8859-1:1987?Q?=E9?=", "é"),
        ])
    func lenient(_ row: TextTestCase) { #expect(visible(header("Subject", row.input).subject ?? "") == row.expected) }

    @Test(
        "A flood of fragments of encoded words is decoded in time", .holds("PX6"), .timeLimit(.minutes(1)),
        arguments: [
            "=?", "=?a?q?", "=?a?q?b", "=?utf-8?q?a?= ", "=?=", "?=", "=?a?q?=?", " ", "=?utf-8?b?", "\r\n ",
            "=?a*b?q?",
        ])
    func floods(_ piece: String) {
        let text = header("Subject", Array(String(repeating: piece, count: flood).utf8)).subject ?? ""
        #expect(text.utf8.count <= flood * piece.utf8.count * 3)
    }

    @Test("Random bytes become valid UTF-8", .holds("PX6"))
    func randomOctets() {
        var random = SeededGenerator.fresh
        let pieces = [
            "=?", "?=", "utf-8", "?q?", "?b?", "=C3", "=AB", "_", " ", "\r\n ", "a", "é", "*en", "gb18030", "Wm/Dqw==",
        ]
        for _ in 0..<10_000 {
            let value = (0..<Int.random(in: 0...14, using: &random)).map { _ in pick(pieces, &random) }.joined()
            let octets = HeaderText.decode(Array(value.utf8), 0..<value.utf8.count)
            #expect(octets == Array(String(decoding: octets, as: UTF8.self).utf8), "\(value), seed \(random.seed)")
        }
    }
}
