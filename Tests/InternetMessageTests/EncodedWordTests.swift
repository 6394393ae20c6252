import MailTestSupport
import MailTypes
import Testing

@testable import InternetMessage

@Suite("Header text", .holds("E07"))
struct EncodedWordTests {
    @Test(
        "Decodes the table of RFC 2047 §8",
        arguments: [
            TextRow("one word", "(=?ISO-8859-1?Q?a?=)", "(a)"),
            TextRow("word and letter", "(=?ISO-8859-1?Q?a?= b)", "(a b)"),
            TextRow("two words", "(=?ISO-8859-1?Q?a?= =?ISO-8859-1?Q?b?=)", "(ab)"),
            TextRow("two words, two blanks", "(=?ISO-8859-1?Q?a?=  =?ISO-8859-1?Q?b?=)", "(ab)"),
            TextRow("two words on two lines", "(=?ISO-8859-1?Q?a?=\r\n    =?ISO-8859-1?Q?b?=)", "(ab)"),
            TextRow("a blank inside a word", "(=?ISO-8859-1?Q?a_b?=)", "(a b)"),
            TextRow("a blank inside the second word", "(=?ISO-8859-1?Q?a?= =?ISO-8859-2?Q?_b?=)", "(a b)"),
            TextRow("its example of From", "=?ISO-8859-1?Q?Andr=E9?= Pirard", "André Pirard"),
            TextRow(
                "its example of Subject",
                "=?ISO-8859-1?B?SWYgeW91IGNhbiByZWFkIHRoaXMgeW8=?=\r\n =?ISO-8859-2?B?dSB1bmRlcnN0YW5kIHRoZSBleGFtcGxlLg==?=",
                "If you can read this you understand the example."),
            TextRow("its Hebrew example", "=?iso-8859-8?b?7eXs+SDv4SDp7Oj08A==?=", "םולש ןב ילטפנ"),
        ])
    func standard(_ row: TextRow) { #expect(visible(header("Subject", row.input).subject ?? "") == row.expected) }

    @Test(
        "Decodes header text, whether or not it follows the rules",
        arguments: [
            TextRow("plain", " Hello", "Hello"),
            TextRow("blanks at both ends", " \t Hello \t ", "Hello"),
            TextRow("folded", " Hello\r\n there", "Hello there"),
            TextRow("folded with a tab", " Hello\r\n\tthere", "Hello\\u{9}there"),
            TextRow("folded twice in a row", " Hello\r\n \r\n there", "Hello  there"),
            TextRow("folded with LF", " Hello\n there", "Hello there"),
            TextRow("blanks between words stay where no encoded word is beside them", " a  b", "a  b"),
            TextRow("lower-case letters", "=?utf-8?q?Zo=c3=ab?=", "Zoë"),
            TextRow("upper-case letters", "=?UTF-8?Q?Zo=C3=AB?=", "Zoë"),
            TextRow("base64", "=?utf-8?B?Wm/Dqw==?=", "Zoë"),
            TextRow("base64 without padding", "=?utf-8?b?Wm/Dqw?=", "Zoë"),
            TextRow("base64 with blanks", "=?utf-8?b?Wm/D qw==?=", "Zoë"),
            TextRow("base64 with junk", "=?utf-8?b?Wm/D!qw==?=", "Zoë"),
            TextRow("base64 that is none", "=?utf-8?b?!!!?=", ""),
            TextRow("a character cut in two", "=?utf-8?q?Zo=C3?= =?utf-8?q?=ABe?=", "Zoëe"),
            TextRow("a character cut in two, base64", "=?utf-8?b?Wm/D?= =?UTF-8?b?qw==?=", "Zoë"),
            TextRow("a character cut in two, base64 and Q", "=?utf-8?b?Wm/D?=\r\n =?utf-8?q?=AB?=", "Zoë"),
            TextRow(
                "a character is not completed across two sets", "=?utf-8?q?Zo=C3?= =?iso-8859-1?q?=EB?=", "Zo\u{FFFD}ë"),
            TextRow(
                "ISO-2022-JP in two words", "=?ISO-2022-JP?B?GyRCRnxLXBsoQg==?= =?ISO-2022-JP?B?GyRCOGwbKEI=?=", "日本語"),
            TextRow(
                "ISO-2022-JP that goes on without a new escape",
                "=?ISO-2022-JP?B?GyRCRnxL?= =?ISO-2022-JP?B?XDhsGyhC?=", "日本語"),
            TextRow("words without a blank between them", "=?utf-8?q?a?==?utf-8?q?b?=", "ab"),
            TextRow("letters around a word", "a=?utf-8?q?b?=c", "abc"),
            TextRow("two words around a letter", "=?utf-8?q?a?= b =?utf-8?q?c?=", "a b c"),
            TextRow("blanks inside a Q word", "=?utf-8?q?a b c?=", "a b c"),
            TextRow("folded inside a Q word", "=?utf-8?q?a\r\n b?=", "a b"),
            TextRow("a question mark inside a Q word", "=?utf-8?q?why??=", "why?"),
            TextRow("an equals sign that is no escape", "=?utf-8?q?a=b?=", "a=b"),
            TextRow("an escape that is cut", "=?utf-8?q?a=4?=", "a=4"),
            TextRow("an escape that is no hexadecimal", "=?utf-8?q?a=ZZ?=", "a=ZZ"),
            TextRow("an equals sign before the end", "=?utf-8?q?a=?=", "a="),
            TextRow("raw UTF-8 inside a Q word", "=?utf-8?q?Zoë?=", "Zoë"),
            TextRow("an unknown set with UTF-8", "=?x-no-such?q?Zo=C3=AB?=", "Zoë"),
            TextRow("an unknown set with windows-1252", "=?x-no-such?q?Zo=EB?=", "Zoë"),
            TextRow("us-ascii with UTF-8", "=?us-ascii?q?Zo=C3=AB?=", "Zoë"),
            TextRow("a language", "=?utf-8*en-GB?q?colour?=", "colour"),
            TextRow("an empty language", "=?utf-8*?q?colour?=", "colour"),
            TextRow("languages do not part two words of one set", "=?utf-8*en?q?Zo=C3?= =?utf-8*de?q?=AB?=", "Zoë"),
            TextRow("an empty word", "=?utf-8?q??=", ""),
            TextRow("an empty word between two", "=?utf-8?q?a?= =?utf-8?q??= =?utf-8?q?b?=", "ab"),
            TextRow("no set", "=??q?a?=", "=??q?a?="),
            TextRow("no encoding", "=?utf-8??a?=", "=?utf-8??a?="),
            TextRow("an encoding that nobody knows", "=?utf-8?x?a?=", "=?utf-8?x?a?="),
            TextRow("unterminated", "=?utf-8?q?a", "=?utf-8?q?a"),
            TextRow("cut after one mark", "=?utf-8?q?a?", "=?utf-8?q?a?"),
            TextRow("unterminated, then whole", "=?utf-8?q?a =?utf-8?q?b?=", "=?utf-8?q?a b"),
            TextRow("only an opening", "=?", "=?"),
            TextRow("openings and nothing else", "=?=?=?=?", "=?=?=?=?"),
            TextRow("only a closing", "a?=", "a?="),
            TextRow("raw UTF-8", "Zoë", "Zoë"),
            TextRow("raw UTF-8 beside a word", "Zoë =?utf-8?q?Zo=C3=AB?= Zoë", "Zoë Zoë Zoë"),
            TextRow("raw windows-1252", [0x5A, 0x6F, 0xEB, 0x20, 0x93], "Zoë “"),
            TextRow("raw windows-1252, folded", [0x5A, 0x6F, 0xEB, 0x0D, 0x0A, 0x20, 0xEB], "Zoë ë"),
            TextRow("a line break in a word stays in the text", "=?utf-8?q?a=0D=0Ab?=", "a\\u{d}\\u{a}b"),
            TextRow("a NUL in a word stays in the text", "=?utf-8?q?a=00b?=", "a\\u{0}b"),
            TextRow(
                "an emoji as two surrogates is no UTF-8", "=?utf-8?b?7aC97bGL?=",
                String(repeating: "\u{FFFD}", count: 6)),
            TextRow("GB18030", "=?gb18030?B?1tDOxA==?=", "中文"),
            TextRow("a set with a colon in its name", "=?ISO_8859-1:1987?Q?=E9?=", "é"),
        ])
    func lenient(_ row: TextRow) { #expect(visible(header("Subject", row.input).subject ?? "") == row.expected) }

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
