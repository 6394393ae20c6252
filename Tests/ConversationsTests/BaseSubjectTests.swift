import MailTestSupport
import Testing

@testable import Conversations

@Suite("Base subjects", .holds("Y14"))
struct BaseSubjectTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let subject: String
        let base: String
        let display: String

        init(_ name: String, _ subject: String, base: String, display: String) {
            (testDescription, self.subject, self.base, self.display) = (name, subject, base, display)
        }
    }

    @Test(
        "Strips prefixes, list names and trailers",
        arguments: [
            Row("none", "Lunch on Friday", base: "lunch on friday", display: "Lunch on Friday"),
            Row("a reply", "Re: Lunch", base: "lunch", display: "Lunch"),
            Row("any case, no space", "rE:Lunch", base: "lunch", display: "Lunch"),
            Row("several", "Re: FW: Fwd: RE: Lunch", base: "lunch", display: "Lunch"),
            Row("a count in brackets", "Re[2]: Lunch", base: "lunch", display: "Lunch"),
            Row("a count in parentheses", "Re (3) : Lunch", base: "lunch", display: "Lunch"),
            Row("German and Scandinavian", "AW: WG: SV: VS: Lunch", base: "lunch", display: "Lunch"),
            Row("Dutch, Polish, Italian, French", "Antw: Odp: RIF: TR: Lunch", base: "lunch", display: "Lunch"),
            Row("Chinese with a wide colon", "回复：转发: 午餐", base: "午餐", display: "午餐"),
            Row("a wide colon behind Re", "Re：Lunch", base: "lunch", display: "Lunch"),
            Row("a list", "[petrel] Lunch", base: "lunch", display: "[petrel] Lunch"),
            Row("a list before a reply", "[petrel] Re: Lunch", base: "lunch", display: "[petrel] Lunch"),
            Row("lists twice", "Re: [a] Re: [a] [b] Lunch", base: "lunch", display: "[a] [b] Lunch"),
            Row("a list and nothing else", "Re: [petrel]", base: "[petrel]", display: "[petrel]"),
            Row("lists and nothing else", "[a] [b]", base: "[b]", display: "[a] [b]"),
            Row("a trailer", "Lunch (fwd) (FWD) ", base: "lunch", display: "Lunch"),
            Row("a wrapped forward", "[Fwd: Re: Lunch (fwd)]", base: "lunch", display: "Lunch"),
            Row("wrapped twice", "[fwd: [FWD: Lunch]]", base: "lunch", display: "Lunch"),
            Row("white space", " Re:\t a \u{A0} b\r\n c ", base: "a b c", display: "a \u{A0} b c"),
            Row("accents", "Re: Größe", base: "grosse", display: "Größe"),
            Row("only prefixes", "Re: Fwd:", base: "", display: ""),
            Row("empty", "", base: "", display: ""),
            Row("a word that begins like one", "Release: notes", base: "release: notes", display: "Release: notes"),
            Row("a word that is one", "Re Lunch", base: "re lunch", display: "Re Lunch"),
            Row("an open bracket", "Re: [x Lunch", base: "[x lunch", display: "[x Lunch"),
            Row("brackets inside brackets", "[a[b]] c", base: "[a[b]] c", display: "[a[b]] c"),
            Row("a single letter", "R: Lunch", base: "r: lunch", display: "R: Lunch"),
        ])
    func artifacts(_ row: Row) {
        #expect(String(decoding: BaseSubject.of(row.subject), as: UTF8.self) == row.base)
        #expect(BaseSubject.marks(of: row.subject).rest.utf8.elementsEqual(row.display.utf8))
    }

    @Test("Stripping is idempotent")
    func idempotence() {
        var random = SeededGenerator.fresh
        let pieces = ["re", "Fwd", "AW", ":", " ", "[", "]", "[a]", "(fwd)", "[fwd:", "x", "(2)", "：", "é", "\t"]
        for _ in 0..<5000 {
            let subject = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }.joined()
            let base = String(decoding: BaseSubject.of(subject), as: UTF8.self)
            #expect(BaseSubject.of(base) == Array(base.utf8), "seed \(random.seed): \(subject)")
            let display = BaseSubject.marks(of: subject).rest
            // If the base subject is empty, a list name may remain in the displayed one.
            #expect(base.isEmpty || BaseSubject.of(display) == Array(base.utf8), "seed \(random.seed): \(subject)")
            #expect(BaseSubject.of("Re: " + subject) == Array(base.utf8), "seed \(random.seed): \(subject)")
        }
    }

    @Test(
        "Takes linear time for very long subjects", .holds("PX6"),
        arguments: ["Re: ", "[a] ", "[fwd:", "[", "re[", "(fwd)", "Re: [a] ", "re(1", " ", "[a]re["])
    func floods(_ piece: String) {
        let subject = String(repeating: piece, count: 100_000)
        let started = ContinuousClock.now
        _ = BaseSubject.of(subject)
        _ = BaseSubject.marks(of: subject + "]").rest
        #expect(ContinuousClock.now - started < .seconds(5))
    }
}
