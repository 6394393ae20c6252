import Testing

@testable import SASL

@Suite("SASLprep")
struct SASLprepTests {
    static let prepared: [(name: String, text: String, result: String?)] = [
        ("ASCII", "pencil", "pencil"), ("a soft hyphen in it", "I\u{AD}X", "IX"), ("another case", "USER", "USER"),
        ("a blank that does not break", "a\u{A0}b", "a b"), ("an ideographic blank", "a\u{3000}b", "a b"),
        ("accents", "Zoë Müßig", "Zoë Müßig"), ("Greek and Cyrillic", "κόσμε Привет", "κόσμε Привет"),
        ("Han, Kana, Hangul", "漢字かなカナ한글", "漢字かなカナ한글"), ("a bell", "\u{7}", nil),
        ("what composes into another", "e\u{301}", nil), ("what stands for another", "\u{AA}", nil),
        ("a Roman numeral", "\u{2168}", nil), ("both directions", "\u{627}1", nil), ("an emoji", "🔑", nil),
        ("a private character", "\u{E000}", nil), ("nothing", "", nil), ("what is nothing", "\u{AD}", nil),
        ("DEL", "a\u{7F}", nil), ("a control character of the other half", "a\u{85}", nil),
    ]

    /// Includes the examples of RFC 4013 §3.
    @Test("SASLprep normalizes unambiguous text and rejects the rest", arguments: prepared)
    func saslprep(_ row: (name: String, text: String, result: String?)) {
        let result = SASLprep.prepared(Array(row.text.utf8))
        #expect(result == row.result.map { Array($0.utf8) })
    }

    @Test("Rejects bytes that are not UTF-8")
    func noText() {
        #expect(SASLprep.prepared([0xFF]) == nil)
        #expect(SASLprep.prepared([0xC0, 0x80]) == nil)
    }
}
