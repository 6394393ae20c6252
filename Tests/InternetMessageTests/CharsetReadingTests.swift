import MailTestSupport
import Testing

@testable import InternetMessage

/// Text with a charset label, and what it decodes to.
private struct CharsetRow: CustomTestStringConvertible, Sendable {
    let name: String
    let label: String
    let octets: [UInt8]
    let text: String

    init(_ name: String, _ label: String, _ octets: [UInt8], _ text: String) {
        self.name = name
        self.label = label
        self.octets = octets
        self.text = text
    }

    var testDescription: String { name }
}

/// Decodes `octets` in pieces that end at `cuts`.
private func decode(_ octets: [UInt8], _ label: String, cuts: [Int] = []) -> [UInt8]? {
    guard let charset = Charset(label: Array(label.utf8)) else { return nil }
    var decoder = CharsetDecoder(charset)
    var output: [UInt8] = []
    var start = 0
    for cut in cuts + [octets.count] {
        decoder.decode(octets.span.extracting(start..<cut), isLast: false, into: &output)
        start = cut
    }
    decoder.decode(Span(), isLast: true, into: &output)
    return output
}

private func isValid(_ octets: [UInt8]) -> Bool {
    LossyUTF8Decoder.isValid(octets.span, 0..<octets.count)
}

private func string(_ octets: [UInt8]?) -> String {
    visible(String(decoding: octets ?? [], as: UTF8.self))
}

/// Returns the text of a message with this body.
private func body(_ octets: [UInt8], type: String?) -> String {
    let field = type.map { "Content-Type: \($0)\r\n" } ?? ""
    return visible(Message(Array("\(field)\r\n".utf8) + octets).root.text)
}

@Suite("Charsets", .holds("E07"))
struct CharsetReadingTests {
    @Test("Decodes text in every charset that mail uses", arguments: charsetRows)
    private func known(_ row: CharsetRow) {
        #expect(string(decode(row.octets, row.label)).replacing("\\u{feff}", with: "") == visible(row.text))
        #expect(body(row.octets, type: "text/plain; charset=\(row.label)") == visible(row.text))
        #expect(body(row.octets, type: "text/plain; charset=\"\(row.label.uppercased())\"") == visible(row.text))
    }

    @Test("The text does not depend on where it is split", arguments: charsetRows)
    private func pieces(_ row: CharsetRow) {
        let whole = decode(row.octets, row.label)
        for cut in 0...row.octets.count {
            #expect(string(decode(row.octets, row.label, cuts: [cut])) == string(whole), "cut at \(cut)")
        }
        #expect(
            string(decode(row.octets, row.label, cuts: Array(0..<row.octets.count))) == string(whole), "octet by octet")
    }

    @Test("Invalid bytes become U+FFFD, and the following text is decoded", .holds("PX6"), arguments: badRows)
    private func bad(_ row: CharsetRow) {
        #expect(string(decode(row.octets, row.label)) == visible(row.text))
        for cut in 0...row.octets.count {
            #expect(string(decode(row.octets, row.label, cuts: [cut])) == visible(row.text), "cut at \(cut)")
        }
    }

    @Test(
        "Without a known charset, the bytes decide",
        arguments: [
            CharsetRow("UTF-8 without a type", "", Array("Zoë".utf8), "Zoë"),
            CharsetRow("windows-1252 without a type", "", [0x5A, 0x6F, 0xEB, 0x93], "Zoë“"),
            CharsetRow("UTF-8 without a label", "text/plain", Array("Zoë".utf8), "Zoë"),
            CharsetRow("UTF-8 under us-ascii", "text/plain; charset=us-ascii", Array("Zoë".utf8), "Zoë"),
            CharsetRow("windows-1252 under us-ascii", "text/plain; charset=US-ASCII", [0x5A, 0x6F, 0xEB], "Zoë"),
            CharsetRow("UTF-8 under 'us-ascii'", "text/plain; charset='us-ascii'", Array("Zoë".utf8), "Zoë"),
            CharsetRow("UTF-8 under an unknown label", "text/plain; charset=x-no-such", Array("Zoë".utf8), "Zoë"),
            CharsetRow("windows-1252 under an unknown label", "text/plain; charset=x-no-such", [0x5A, 0xEB], "Zë"),
            CharsetRow("windows-1252 under x-unknown", "text/plain; charset=x-unknown", [0x5A, 0xEB], "Zë"),
            CharsetRow("windows-1252 under unknown-8bit", "text/plain; charset=unknown-8bit", [0x5A, 0xEB], "Zë"),
            CharsetRow("an empty label", "text/plain; charset=\"\"", Array("Zoë".utf8), "Zoë"),
            CharsetRow("a label that is none", "text/plain; charset=\"=?x?=\"", Array("Zoë".utf8), "Zoë"),
            CharsetRow(
                "a label that iconv would take for an option", "text/plain; charset=\"utf-16//IGNORE\"",
                Array("Zoë".utf8), "Zoë"),
            CharsetRow("the set of the locale is none", "text/plain; charset=char", Array("Zoë".utf8), "Zoë"),
            CharsetRow("the set of this machine is none", "text/plain; charset=wchar_t", Array("Zoë".utf8), "Zoë"),
            CharsetRow(
                "latin-1 that is UTF-8 is read as the label says", "text/plain; charset=iso-8859-1", Array("ë".utf8),
                "Ã«"),
            CharsetRow("blanks around the label", "text/plain; charset=\" koi8-r \"", [0xF0], "П"),
            CharsetRow("one bad octet in UTF-8", "text/plain; charset=utf-8", [0x61, 0xFF, 0x62], "a\u{FFFD}b"),
        ])
    private func unlabelled(_ row: CharsetRow) {
        #expect(body(row.octets, type: row.label.isEmpty ? nil : row.label) == visible(row.text))
    }

    @Test("Removes one byte order mark from a body")
    func byteOrderMark() {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        #expect(body(mark + Array("a".utf8), type: "text/plain; charset=utf-8") == "a")
        #expect(body(mark + Array("a".utf8), type: nil) == "a")
        #expect(body(mark + mark + Array("a".utf8), type: nil) == "\\u{feff}a")
        #expect(body(mark, type: nil) == "")
        #expect(body([0xFF, 0xFE, 0x41, 0x00], type: "text/plain; charset=utf-16le") == "A")
        #expect(body(Array("a".utf8) + mark, type: nil) == "a\\u{feff}")
    }

    @Test("UTF-8 is repaired as in the standard library", .holds("PX6"))
    func utf8Repair() {
        var random = SeededGenerator.fresh
        let leads: [UInt8] = [
            0x00, 0x41, 0x7F, 0x80, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
            0x8F, 0x90,
            0x9F,
        ]
        for _ in 0..<20_000 {
            let octets = (0..<Int.random(in: 0...24, using: &random)).map { _ in pick(leads, &random) }
            let cuts = (0..<3).map { _ in Int.random(in: 0...octets.count, using: &random) }.sorted()
            let expected = Array(String(decoding: octets, as: UTF8.self).utf8)
            #expect(decode(octets, "utf-8", cuts: cuts) == expected, "\(octets) cut at \(cuts), seed \(random.seed)")
            #expect(isValid(octets) == (octets == expected), "\(octets), seed \(random.seed)")
        }
    }

    @Test("Random bytes in any charset become valid text, also in pieces", .holds("PX6"), arguments: charsetRows)
    private func randomOctets(_ row: CharsetRow) {
        var random = SeededGenerator.fresh
        for _ in 0..<100 {
            var octets = row.octets
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0...octets.count, using: &random)
                octets.insert(
                    pick(
                        [0x00, 0x1B, 0x7E, 0x80, 0x81, 0xFF, 0x24, 0x42, UInt8.random(in: 0...255, using: &random)],
                        &random), at: place)
            }
            let whole = decode(octets, row.label)
            let cuts = (0..<3).map { _ in Int.random(in: 0...octets.count, using: &random) }.sorted()
            #expect(decode(octets, row.label, cuts: cuts) == whole, "\(octets) cut at \(cuts), seed \(random.seed)")
            #expect(isValid(whole ?? []), "\(octets), seed \(random.seed)")
        }
    }

    @Test("Very many labels take neither memory nor time", .holds("PX6"), .timeLimit(.minutes(1)))
    func manyLabels() {
        for number in 0..<20_000 { #expect(Charset(label: Array("x-\(number)".utf8)) == nil) }
        for number in 0..<2000 { _ = Charset(label: Array("ibm\(number)".utf8)) }
    }
}

private let badRows = [
    CharsetRow("UTF-8: overlong", "utf-8", [0x61, 0xC0, 0xAF, 0x62], "a\u{FFFD}\u{FFFD}b"),
    CharsetRow("UTF-8: surrogate", "utf-8", [0x61, 0xED, 0xA0, 0x80, 0x62], "a\u{FFFD}\u{FFFD}\u{FFFD}b"),
    CharsetRow("UTF-8: cut at the end", "utf-8", [0x61, 0xF0, 0x9F, 0x91], "a\u{FFFD}"),
    CharsetRow("UTF-8: cut before a letter", "utf-8", [0xE6, 0x97, 0x62], "\u{FFFD}b"),
    CharsetRow("windows-1252: an octet that is none", "windows-1252", [0x61, 0x81, 0x62], "a\u{FFFD}b"),
    CharsetRow("Shift_JIS: a lead before a line end", "shift_jis", [0x93, 0x0A, 0x93, 0xFA], "\u{FFFD}\n日"),
    CharsetRow("Shift_JIS: cut at the end", "shift_jis", [0x93, 0xFA, 0x93], "日\u{FFFD}"),
    CharsetRow("GB18030: a lead before a blank", "gb18030", [0xD6, 0x20, 0xD6, 0xD0], "\u{FFFD} 中"),
    CharsetRow("GB18030: cut inside four octets", "gb18030", [0xD6, 0xD0, 0x81, 0x30, 0x81], "中\u{FFFD}0\u{FFFD}"),
    CharsetRow("EUC-KR: a lead before a letter", "euc-kr", [0xC7, 0x0A, 0xC7, 0xD1], "\u{FFFD}\n한"),
    CharsetRow("EUC-JP: a lead at the end", "euc-jp", [0xC6, 0xFC, 0xC6], "日\u{FFFD}"),
    CharsetRow("ISO-2022-JP: an unknown escape", "iso-2022-jp", Array("a\u{1B}%Zb".utf8), "a\u{FFFD}%Zb"),
    CharsetRow("ISO-2022-JP: an escape that is cut", "iso-2022-jp", Array("a\u{1B}$".utf8), "a\u{FFFD}$"),
    CharsetRow("ISO-2022-JP: a lead before an escape", "iso-2022-jp", Array("\u{1B}$BF|F\u{1B}(Bb".utf8), "日\u{FFFD}b"),
    CharsetRow("ISO-2022-JP: a lead before a line end", "iso-2022-jp", Array("\u{1B}$BF\nF|".utf8), "\u{FFFD}\n日"),
    CharsetRow("ISO-2022-JP: a pair that is none", "iso-2022-jp", Array("\u{1B}$B)!F|\u{1B}(B.".utf8), "\u{FFFD}日."),
    CharsetRow("ISO-2022-JP: half-width kana of eight bits", "iso-2022-jp", [0xB1, 0x62], "ｱb"),
    CharsetRow("HZ: a line end closes the Chinese", "hz-gb-2312", Array("~{VPND\nVP".utf8), "中文\nVP"),
    CharsetRow("HZ: a tilde at the end of a line joins two", "hz-gb-2312", Array("a~\nb~\r\nc".utf8), "abc"),
    CharsetRow("HZ: a tilde before a letter", "hz-gb-2312", Array("a~b".utf8), "a~b"),
    CharsetRow("HZ: half a character before a line end", "hz-gb-2312", Array("~{V\nb".utf8), "\u{FFFD}\nb"),
    CharsetRow("HZ: cut", "hz-gb-2312", Array("~{VPV".utf8), "中\u{FFFD}"),
    CharsetRow("HZ: an octet over 127", "hz-gb-2312", [0x61, 0xE9, 0x62], "a\u{FFFD}b"),
    CharsetRow(
        "UTF-16: half a pair does not shift what follows", "utf-16le", [0x41, 0x00, 0x00, 0xD8, 0x42, 0x00],
        "A\u{FFFD}B"),
    CharsetRow("UTF-16: an odd octet", "utf-16le", [0x41, 0x00, 0x42], "A\u{FFFD}"),
    CharsetRow("UTF-32: a value that is no character", "utf-32be", [0, 0x11, 0, 0, 0, 0, 0, 0x42], "\u{FFFD}B"),
    CharsetRow("UTF-7: a plus sign", "utf-7", Array("1 +- 1 +".utf8), "1 + 1 +"),
    CharsetRow("UTF-7: a shift that ends in text", "utf-7", Array("+AOk.+AOk-.".utf8), "é.é."),
    CharsetRow("UTF-7: beyond the basic plane", "utf-7", Array("+2D3eAA-".utf8), "😀"),
    CharsetRow("UTF-7: half a pair", "utf-7", Array("+2D0-a+3gA-".utf8), "\u{FFFD}a\u{FFFD}"),
    CharsetRow("UTF-7: an octet over 127", "utf-7", [0x61, 0xE9, 0x62], "a\u{FFFD}b"),
]

private let charsetRows = [
    CharsetRow("US-ASCII", "us-ascii", [0x50, 0x6C, 0x61, 0x69, 0x6E, 0x20, 0x74, 0x65, 0x78, 0x74], "Plain text"),
    CharsetRow(
        "UTF-8", "utf-8",
        [0x5A, 0x6F, 0xC3, 0xAB, 0x20, 0xE6, 0x97, 0xA5, 0xE6, 0x9C, 0xAC, 0x20, 0xF0, 0x9F, 0x91, 0x8B], "Zoë 日本 👋"),
    CharsetRow(
        "ISO-8859-1", "iso-8859-1", [0x47, 0x72, 0xFC, 0xDF, 0x65, 0x2C, 0x20, 0xE7, 0x61, 0x20, 0x76, 0x61],
        "Grüße, ça va"),
    CharsetRow(
        "ISO-8859-1 that is windows-1252", "iso-8859-1",
        [0x93, 0x48, 0x69, 0x94, 0x20, 0x96, 0x20, 0x80, 0x35, 0x20, 0x85], "“Hi” – €5 …"),
    CharsetRow(
        "windows-1252", "windows-1252", [0x93, 0x48, 0x69, 0x94, 0x20, 0x96, 0x20, 0x80, 0x35, 0x20, 0x85],
        "“Hi” – €5 …"),
    CharsetRow(
        "ISO-8859-2", "iso-8859-2",
        [0x5A, 0x61, 0xBF, 0xF3, 0xB3, 0xE6, 0x20, 0x67, 0xEA, 0xB6, 0x6C, 0xB1, 0x20, 0x6A, 0x61, 0xBC, 0xF1],
        "Zażółć gęślą jaźń"),
    CharsetRow(
        "ISO-8859-3", "iso-8859-3",
        [0xC6, 0x75, 0x20, 0x76, 0x69, 0x20, 0xFE, 0x61, 0x74, 0x61, 0x73, 0x20, 0xF8, 0x69, 0x6E], "Ĉu vi ŝatas ĝin"),
    CharsetRow(
        "ISO-8859-4", "iso-8859-4", [0xC0, 0x62, 0x6F, 0x6C, 0x69, 0xF1, 0xB9, 0x20, 0xF3, 0xBA, 0x76, 0x65],
        "Āboliņš ķēve"),
    CharsetRow("ISO-8859-5", "iso-8859-5", [0xBF, 0xE0, 0xD8, 0xD2, 0xD5, 0xE2], "Привет"),
    CharsetRow("ISO-8859-6", "iso-8859-6", [0xE5, 0xD1, 0xCD, 0xC8, 0xC7], "مرحبا"),
    CharsetRow("ISO-8859-7", "iso-8859-7", [0xCA, 0xE1, 0xEB, 0xE7, 0xEC, 0xDD, 0xF1, 0xE1], "Καλημέρα"),
    CharsetRow("ISO-8859-8", "iso-8859-8", [0xF9, 0xEC, 0xE5, 0xED], "שלום"),
    CharsetRow("ISO-8859-8-I", "iso-8859-8-i", [0xF9, 0xEC, 0xE5, 0xED], "שלום"),
    CharsetRow("ISO-8859-8-E", "iso-8859-8-e", [0xF9, 0xEC, 0xE5, 0xED], "שלום"),
    CharsetRow("ISO-8859-6-I", "iso-8859-6-i", [0xE5, 0xD1, 0xCD, 0xC8, 0xC7], "مرحبا"),
    CharsetRow("ASMO-708", "asmo-708", [0xE5, 0xD1, 0xCD, 0xC8, 0xC7], "مرحبا"),
    CharsetRow(
        "ISO-8859-9", "iso-8859-9", [0xDD, 0x73, 0x74, 0x61, 0x6E, 0x62, 0x75, 0x6C, 0x20, 0xF0, 0xFC, 0xFE],
        "İstanbul ğüş"),
    CharsetRow("ISO-8859-9 that is windows-1254", "iso-8859-9", [0x93, 0xF0, 0x94], "“ğ”"),
    CharsetRow("ISO-8859-10", "iso-8859-10", [0xDE, 0xF3, 0x72, 0xF0, 0x75, 0x72], "Þórður"),
    CharsetRow("ISO-8859-11", "iso-8859-11", [0xCA, 0xC7, 0xD1, 0xCA, 0xB4, 0xD5], "สวัสดี"),
    CharsetRow("TIS-620", "tis-620", [0xCA, 0xC7, 0xD1, 0xCA, 0xB4, 0xD5], "สวัสดี"),
    CharsetRow("windows-874", "windows-874", [0xCA, 0xC7, 0xD1, 0xCA, 0xB4, 0xD5], "สวัสดี"),
    CharsetRow("ISO-8859-13", "iso-8859-13", [0xDE, 0xE0, 0x73, 0x69, 0x73], "Žąsis"),
    CharsetRow("ISO-8859-14", "iso-8859-14", [0xD0, 0x79, 0x74, 0x68], "Ŵyth"),
    CharsetRow("ISO-8859-15", "iso-8859-15", [0x35, 0x20, 0xA4, 0x20, 0xBC, 0x75, 0x66], "5 € Œuf"),
    CharsetRow("ISO-8859-16", "iso-8859-16", [0xDE, 0x61, 0x72, 0xE3], "Țară"),
    CharsetRow(
        "windows-1250", "windows-1250",
        [0x50, 0xF8, 0xED, 0x6C, 0x69, 0x9A, 0x20, 0x9E, 0x6C, 0x75, 0x9D, 0x6F, 0x75, 0xE8, 0x6B, 0xFD],
        "Příliš žluťoučký"),
    CharsetRow("x-cp1250", "x-cp1250", [0x50, 0xF8, 0xED, 0x6C, 0x69, 0x9A], "Příliš"),
    CharsetRow(
        "windows-1251", "windows-1251", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x2C, 0x20, 0xB8, 0xE6], "Привет, ёж"),
    CharsetRow("x-cp1251", "x-cp1251", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], "Привет"),
    CharsetRow("win-1251", "win-1251", [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], "Привет"),
    CharsetRow("windows-1253", "windows-1253", [0xCA, 0xE1, 0xEB, 0xE7, 0xEC, 0xDD, 0xF1, 0xE1], "Καλημέρα"),
    CharsetRow("windows-1254", "windows-1254", [0xDD, 0xF0, 0x93, 0xFE, 0x94], "İğ“ş”"),
    CharsetRow("windows-1255", "windows-1255", [0xF9, 0xEC, 0xE5, 0xED], "שלום"),
    CharsetRow("windows-1256", "windows-1256", [0xE3, 0xD1, 0xCD, 0xC8, 0xC7], "مرحبا"),
    CharsetRow("windows-1257", "windows-1257", [0xDE, 0xE0, 0x73, 0x69, 0x73, 0x93], "Žąsis“"),
    CharsetRow("windows-1258", "windows-1258", [0xD0, 0xFD, 0xF5, 0xCC, 0x6E, 0x67, 0x20, 0xFE], "Đường ₫"),
    CharsetRow("KOI8-R", "koi8-r", [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4], "Привет"),
    CharsetRow("koi8", "koi8", [0xF0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4], "Привет"),
    CharsetRow("KOI8-U", "koi8-u", [0xB7, 0xD6, 0xC1, 0xCB, 0x20, 0xAD, 0xC1, 0xCE, 0xCF, 0xCB], "Їжак ґанок"),
    CharsetRow("KOI8-RU", "koi8-ru", [0xB7, 0xD6, 0xC1, 0xCB], "Їжак"),
    CharsetRow("IBM866", "ibm866", [0x8F, 0xE0, 0xA8, 0xA2, 0xA5, 0xE2], "Привет"),
    CharsetRow("cp437", "cp437", [0x47, 0x72, 0x94, 0xE1, 0x65, 0x20, 0xB1], "Größe ▒"),
    CharsetRow("cp850", "ibm850", [0x47, 0x72, 0x94, 0xE1, 0x65], "Größe"),
    CharsetRow("DOS-862", "dos-862", [0x99, 0x8C, 0x85, 0x8D], "שלום"),
    CharsetRow("macintosh", "macintosh", [0x43, 0x61, 0x66, 0x8E, 0x20, 0xD2, 0x8E, 0x74, 0x8E, 0xD3], "Café “été”"),
    CharsetRow("x-mac-roman", "x-mac-roman", [0x43, 0x61, 0x66, 0x8E], "Café"),
    CharsetRow("x-mac-cyrillic", "x-mac-cyrillic", [0x8F, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2], "Привет"),
    CharsetRow("VISCII", "viscii", [0x56, 0x69, 0xAE, 0x74], "Việt"),
    CharsetRow("GB2312", "gb2312", [0xD6, 0xD0, 0xCE, 0xC4, 0xD3, 0xCA, 0xBC, 0xFE], "中文邮件"),
    CharsetRow("GB2312 that is GBK", "gb2312", [0xD6, 0xEC, 0xE9, 0x46, 0xBB, 0xF9], "朱镕基"),
    CharsetRow(
        "GB2312 that is GB18030", "gb2312", [0xA2, 0xE3, 0x20, 0xD6, 0xD0, 0x20, 0x95, 0x32, 0x82, 0x36], "€ 中 𠀀"),
    CharsetRow("GBK", "gbk", [0xD6, 0xEC, 0xE9, 0x46, 0xBB, 0xF9], "朱镕基"),
    CharsetRow("x-gbk", "x-gbk", [0xE9, 0x46], "镕"),
    CharsetRow("cp936", "cp936", [0xE9, 0x46], "镕"),
    CharsetRow("EUC-CN", "euc-cn", [0xD6, 0xD0, 0xCE, 0xC4], "中文"),
    CharsetRow(
        "GB18030", "gb18030",
        [0xD6, 0xD0, 0xCE, 0xC4, 0x20, 0xA2, 0xE3, 0x20, 0x94, 0x39, 0xD0, 0x39, 0x20, 0xA8, 0xB9], "中文 € 👋 ü"),
    CharsetRow(
        "HZ-GB-2312", "hz-gb-2312",
        [
            0x54, 0x68, 0x69, 0x73, 0x20, 0x7E, 0x7E, 0x20, 0x7E, 0x7B, 0x56, 0x50, 0x4E, 0x44, 0x7E, 0x7D, 0x20, 0x69,
            0x73,
        ], "This ~ 中文 is"),
    CharsetRow("HZ", "hz", [0x7E, 0x7B, 0x56, 0x50, 0x4E, 0x44, 0x7E, 0x7D], "中文"),
    CharsetRow("Big5", "big5", [0xC1, 0x63, 0xC5, 0xE9, 0xA4, 0xA4, 0xA4, 0xE5], "繁體中文"),
    CharsetRow("Big5-HKSCS", "big5-hkscs", [0xAD, 0xBB, 0xB4, 0xE4, 0x9D, 0xEF], "香港嘅"),
    CharsetRow("Big5 that is Big5-HKSCS", "big5", [0x9D, 0xEF], "嘅"),
    CharsetRow("x-x-big5", "x-x-big5", [0xA4, 0xA4, 0xA4, 0xE5], "中文"),
    CharsetRow("EUC-TW", "euc-tw", [0xC4, 0xE3, 0xC5, 0xC6], "中文"),
    CharsetRow(
        "Shift_JIS", "shift_jis",
        [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA, 0x82, 0xCC, 0x83, 0x81, 0x81, 0x5B, 0x83, 0x8B, 0x20, 0xB6, 0xC5],
        "日本語のメール ｶﾅ"),
    CharsetRow(
        "Shift_JIS that is CP932", "shift_jis", [0x87, 0x40, 0xEE, 0xE0, 0x20, 0x81, 0x60, 0x87, 0x56], "①髙 ～Ⅲ"),
    CharsetRow("x-sjis", "x-sjis", [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA], "日本語"),
    CharsetRow("Windows-31J", "windows-31j", [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA], "日本語"),
    CharsetRow(
        "ISO-2022-JP", "iso-2022-jp",
        [
            0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x38, 0x6C, 0x1B, 0x28, 0x42, 0x20, 0x61, 0x6E, 0x64, 0x20, 0x41,
            0x53, 0x43, 0x49, 0x49,
        ], "日本語 and ASCII"),
    CharsetRow("ISO-2022-JP that ends without an escape", "iso-2022-jp", [0x1B, 0x24, 0x42, 0x24, 0x2B], "か"),
    CharsetRow(
        "ISO-2022-JP with half-width kana", "iso-2022-jp", [0x1B, 0x28, 0x49, 0x31, 0x32, 0x1B, 0x28, 0x42], "ｱｲ"),
    CharsetRow(
        "ISO-2022-JP with the marks of NEC", "iso-2022-jp",
        [0x1B, 0x24, 0x42, 0x2D, 0x21, 0x2D, 0x35, 0x1B, 0x28, 0x42], "①Ⅰ"),
    CharsetRow(
        "ISO-2022-JP with JIS X 0212", "iso-2022-jp", [0x1B, 0x24, 0x28, 0x44, 0x30, 0x21, 0x1B, 0x28, 0x42], "丂"),
    CharsetRow(
        "ISO-2022-JP-2", "iso-2022-jp-2",
        [
            0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x1B, 0x28, 0x42, 0x20, 0x1B, 0x24, 0x28, 0x43, 0x47, 0x51, 0x31,
            0x39, 0x1B, 0x28, 0x42,
        ], "日本 한국"),
    CharsetRow("ISO-2022-JP-3", "iso-2022-jp-3", [0x1B, 0x24, 0x28, 0x4F, 0x24, 0x2B, 0x1B, 0x28, 0x42], "か"),
    CharsetRow(
        "ISO-2022-JP-3 that ends in a character that could combine", "iso-2022-jp-3",
        [0x1B, 0x24, 0x28, 0x4F, 0x24, 0x2B], "か"),
    CharsetRow("cp50220", "cp50220", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x38, 0x6C, 0x1B, 0x28, 0x42], "日本語"),
    CharsetRow("cp50221", "cp50221", [0x1B, 0x24, 0x42, 0x46, 0x7C, 0x4B, 0x5C, 0x38, 0x6C, 0x1B, 0x28, 0x42], "日本語"),
    CharsetRow("EUC-JP", "euc-jp", [0xC6, 0xFC, 0xCB, 0xDC, 0xB8, 0xEC, 0x8E, 0xB6, 0x8E, 0xC5], "日本語ｶﾅ"),
    CharsetRow("EUC-JP with the marks of NEC", "euc-jp", [0xAD, 0xA1], "①"),
    CharsetRow("x-euc-jp", "x-euc-jp", [0xC6, 0xFC, 0xCB, 0xDC, 0xB8, 0xEC], "日本語"),
    CharsetRow("EUC-KR", "euc-kr", [0xC7, 0xD1, 0xB1, 0xB9, 0xBE, 0xEE, 0x20, 0xB8, 0xDE, 0xC0, 0xCF], "한국어 메일"),
    CharsetRow("EUC-KR that is CP949", "euc-kr", [0x8C, 0x63, 0xB9, 0xE6, 0xB0, 0xA2, 0xC7, 0xCF], "똠방각하"),
    CharsetRow("ks_c_5601-1987", "ks_c_5601-1987", [0x8C, 0x63, 0xB9, 0xE6], "똠방"),
    CharsetRow("ksc5601", "ksc5601", [0x8C, 0x63], "똠"),
    CharsetRow("windows-949", "windows-949", [0x8C, 0x63], "똠"),
    CharsetRow(
        "ISO-2022-KR", "iso-2022-kr", [0x1B, 0x24, 0x29, 0x43, 0x0E, 0x47, 0x51, 0x31, 0x39, 0x3E, 0x6E, 0x0F], "한국어"),
    CharsetRow("Johab", "johab", [0xD0, 0x65, 0x8A, 0x82], "한국"),
    CharsetRow(
        "UTF-7", "utf-7",
        [
            0x47, 0x72, 0x2B, 0x41, 0x50, 0x77, 0x41, 0x33, 0x77, 0x2D, 0x65, 0x20, 0x26, 0x20, 0x2B, 0x5A, 0x65, 0x56,
            0x6E, 0x4C, 0x41, 0x2D,
        ], "Grüße & 日本"),
    CharsetRow("unicode-1-1-utf-7", "unicode-1-1-utf-7", [0x2B, 0x5A, 0x65, 0x56, 0x6E, 0x4C, 0x41, 0x2D], "日本"),
    CharsetRow("UTF-7 whose last shift is not closed", "utf-7", [0x61, 0x2B, 0x41, 0x4F, 0x6B], "aé"),
    CharsetRow(
        "UTF-16 with a mark, little end first", "utf-16",
        [0xFF, 0xFE, 0x41, 0x00, 0xE9, 0x00, 0xE5, 0x65, 0x3D, 0xD8, 0x4B, 0xDC], "Aé日👋"),
    CharsetRow(
        "UTF-16 with a mark, big end first", "utf-16",
        [0xFE, 0xFF, 0x00, 0x41, 0x00, 0xE9, 0x65, 0xE5, 0xD8, 0x3D, 0xDC, 0x4B], "Aé日👋"),
    CharsetRow("UTF-16LE", "utf-16le", [0x41, 0x00, 0xE9, 0x00, 0xE5, 0x65, 0x3D, 0xD8, 0x4B, 0xDC], "Aé日👋"),
    CharsetRow("UTF-16BE", "utf-16be", [0x00, 0x41, 0x00, 0xE9, 0x65, 0xE5, 0xD8, 0x3D, 0xDC, 0x4B], "Aé日👋"),
    CharsetRow("UTF-16LE with a mark", "utf-16le", [0xFF, 0xFE, 0x41, 0x00], "A"),
    CharsetRow(
        "UTF-32BE", "utf-32be", [0x00, 0x00, 0x00, 0x41, 0x00, 0x00, 0x00, 0xE9, 0x00, 0x01, 0xF4, 0x4B], "Aé👋"),
    CharsetRow("unicode", "unicode", [0xFF, 0xFE, 0xE9, 0x00], "é"),
    CharsetRow("TCVN", "tcvn", [0x56, 0x69, 0x61], "Via"),
    CharsetRow("windows-1258 that ends in a letter", "windows-1258", [0x56, 0x69, 0x61], "Via"),
]
