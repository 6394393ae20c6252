import Foundation
import MailTestSupport
import Testing

@testable import MailTypes

@Suite("Case and accent folding")
struct SearchFoldTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let folded: String

        init(_ name: String, _ text: String, _ folded: String) {
            (testDescription, self.text, self.folded) = (name, text, folded)
        }
    }

    @Test(
        "Folds letters of many scripts", .holds("A04"),
        arguments: [
            Row("ASCII, punctuation kept", "Re: [X] A_b-9@{Z}", "re: [x] a_b-9@{z}"),
            Row("empty", "", ""),
            Row("umlauts and sharp s", "Größe STRAẞE straße", "grosse strasse strasse"),
            Row("decomposed", "Zoe\u{308} A\u{30A}ngstro\u{308}m", "zoe angstrom"),
            Row("ligatures", "Æsop Œuvre \u{FB01}sh o\u{FB04}ine", "aesop oeuvre fish offline"),
            Row("strokes", "Łódź Øre Đường ħ", "lodz ore duong h"),
            Row("Turkish", "İstanbul ıı I", "istanbul ii i"),
            Row("Vietnamese", "Nguyễn Thị Ánh Tuyết", "nguyen thi anh tuyet"),
            Row("Greek", "Ὀδυσσεύς ΟΔΥΣΣΕΥΣ Άλφα ᾳ", "οδυσσευσ οδυσσευσ αλφα α"),
            Row("Cyrillic", "Мария ЁЛКА Київ", "мария елка киів"),
            Row("Hebrew with points", "שָׁלוֹם", "שלום"),
            Row("Arabic with marks", "مُحَمَّد أحمد", "محمد احمد"),
            Row("full width", "ＫＩＭ＠Ｅｘａｍｐｌｅ．ｏｒｇ　１", "kim@example.org 1"),
            Row("half-width kana", "ｶﾞｷ", "カキ"),
            Row("decomposed kana", "か\u{3099}", "か"),
            Row("Hangul in letters", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "한글"),
            Row("a leading letter alone", "\u{1112}a", "\u{1112}a"),
            Row("kinds of space", "a\u{A0}b\u{2003}c\u{3000}d\u{200B}e", "a b c d e"),
            Row("invisible characters", "a\u{AD}b\u{200D}c\u{FEFF}d\u{202E}e\u{FE0F}", "abcde"),
            Row("compatibility letters", "K\u{212B}ª", "kaa"),
            Row("beyond the table", "\u{10400}🙂漢\u{20000}", "\u{10428}🙂漢\u{20000}"),
        ])
    func folding(_ row: Row) {
        #expect(Array(SearchFold.folded(row.text)) == Array(row.folded.utf8))
    }

    @Test(
        "Splits text into words",
        arguments: [
            Row("punctuation parts", "  It's a (small)  test_case!", "it s a small test case"),
            Row("an address", "Kim.Park+x@Example.ORG", "kim park x example org"),
            Row("digits", "v2.10 of 2026", "v2 10 of 2026"),
            Row("nothing", " …—!? ", ""),
            Row("ideographs and kana", "東京タワーtest3か", "東 京 タ ワ ー test3 か"),
            Row("Hangul stays together", "추석 잘 보내라", "추석 잘 보내라"),
            Row("Thai", "กาแฟ", "ก า แ ฟ"),
            Row("Hindi keeps its vowels", "हिन्दी", "हिन्दी"),
            Row("an accent put behind", "cafe\u{301}s", "cafes"),
            Row("an accent after a space", "a \u{301}b", "a b"),
            Row("symbols part", "a🙂b→c€5", "a b c 5"),
            Row("marks of direction do not", "x\u{200E}y", "xy"),
        ])
    func words(_ row: Row) {
        #expect(SearchFold.words(of: row.text) == Array(row.folded.utf8))
        let words = SearchFold.words(of: row.text)
        let ranges = Array(FoldedWords(of: row.text))
        #expect(
            ranges.map { String(decoding: words[$0], as: UTF8.self) }
                == row.folded.split(separator: " ").map(String.init))
    }

    @Test("Appends words with a space between, and truncates them at a character")
    func appending() {
        var output: [UInt8] = []
        for text in ["One two", "", "!", "Three"] { SearchFold.words(of: Array(text.utf8).span, into: &output) }
        #expect(output == Array("one two three".utf8))
        #expect(SearchFold.words(of: String(repeating: "ab", count: 50) + " c").count == 66)
        let cut = SearchFold.words(of: "a" + String(repeating: "я", count: 40) + "bb c")
        #expect(cut == Array(("a" + String(repeating: "я", count: 31) + " c").utf8))
    }

    @Test("Invalid UTF-8 separates words")
    func malformed() {
        for octets in [[0xFF], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82]] {
            let text = Array("a".utf8) + octets.map { UInt8($0) } + Array("B".utf8)
            var words: [UInt8] = []
            SearchFold.words(of: text.span, into: &words)
            #expect(words == Array("a b".utf8))
            var folded: [UInt8] = []
            SearchFold.fold(text.span, into: &folded)
            #expect(folded == Array("a".utf8) + octets.map { _ in 0x20 } + Array("b".utf8))
        }
    }

    @Test("Composed and decomposed letters fold alike")
    func normalisation() {
        for value in (0x80 as UInt32)..<0x10000 {
            guard let scalar = Unicode.Scalar(value), !(0xF900..<0xFB00 ~= value) else { continue }
            let decomposed = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars
            guard let base = decomposed.first, decomposed.count > 1 || base != scalar else { continue }
            // Marks that folding keeps are compared as they are.
            guard base.properties.isAlphabetic,
                value >= 0xAC00 && value < 0xD7A4
                    || decomposed.dropFirst().allSatisfy({ SearchFold.folded(String($0)).isEmpty })
            else { continue }
            let folded = SearchFold.folded(String(scalar))
            #expect(
                folded == SearchFold.folded(String(String.UnicodeScalarView(decomposed))),
                "U+\(String(value, radix: 16))")
        }
    }

    @Test("Folding is idempotent, and words are UTF-8 of word characters")
    func properties() {
        var random = SeededGenerator.fresh
        for _ in 0..<2000 {
            let octets = (0..<Int.random(in: 0...80, using: &random)).flatMap { _ in randomPiece(&random) }
            var once: [UInt8] = []
            SearchFold.fold(octets.span, into: &once)
            var twice: [UInt8] = []
            SearchFold.fold(once.span, into: &twice)
            #expect(once == twice, "seed \(random.seed)")
            #expect(String(validating: once, as: UTF8.self) != nil, "seed \(random.seed)")
            var words: [UInt8] = []
            SearchFold.words(of: octets.span, into: &words)
            #expect(String(validating: words, as: UTF8.self) != nil, "seed \(random.seed)")
            #expect(
                words.split(separator: 0x20, omittingEmptySubsequences: false).allSatisfy { word in
                    word.count <= SearchFold.maximumWordLength
                        && (!word.isEmpty || words.isEmpty)
                        && word.allSatisfy { $0 > 0x7F || 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 }
                }, "seed \(random.seed)")
            var again: [UInt8] = []
            SearchFold.words(of: words.span, into: &again)
            #expect(words == again, "seed \(random.seed)")
        }
    }

    private func randomPiece(_ random: inout SeededGenerator) -> [UInt8] {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: [UInt8.random(in: 0...255, using: &random)]
        case 1, 2: [UInt8.random(in: 0x20..<0x7F, using: &random)]
        case 3: Array(String(Unicode.Scalar(UInt16.random(in: 0xC0..<0x2000, using: &random)) ?? "x").utf8)
        case 4: Array(String(Unicode.Scalar(UInt16.random(in: 0..<0xFFFF, using: &random)) ?? "x").utf8)
        default: Array(String(Unicode.Scalar(UInt32.random(in: 0..<0x110000, using: &random)) ?? "x").utf8)
        }
    }
}
