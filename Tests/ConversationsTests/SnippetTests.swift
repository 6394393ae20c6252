import MailTestSupport
import MailTypes
import Testing

@testable import Conversations

@Suite("Snippets", .holds("Y14"))
struct SnippetTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let snippet: String

        init(_ name: String, _ text: String, _ snippet: String) {
            (testDescription, self.text, self.snippet) = (name, text, snippet)
        }
    }

    @Test(
        "Returns the beginning of the text without quotations",
        arguments: [
            Row("short", "Hello Kim,\n\nsee  you\tthere.\n", "Hello Kim, see you there."),
            Row("empty", "", ""),
            Row("blank", " \n\u{A0}\n\t", ""),
            Row("above a quotation", "Yes.\n\nOn Monday, Kim wrote:\n> Lunch?\n", "Yes."),
            Row("below a quotation", "On Monday, Kim wrote:\n> Lunch?\n\nYes.\n", "Yes."),
            Row(
                "an introduction on two lines", "On Monday, 5 October,\nKim <kim@x.example> wrote:\n\n> Lunch?\nYes",
                "Yes"),
            Row("an introduction in German", "Am Montag schrieb Kim:\n> Essen?\n\nJa.", "Ja."),
            Row("an introduction in Chinese", "小金写道：\n> 午餐?\n好", "好"),
            Row("a colon that introduces nothing", "You asked:\nlunch?\n> old", "You asked: lunch?"),
            Row("between quotations", "> a\n>> b\nOne.\n> c\nTwo.", "One. Two."),
            Row("only a quotation", "On Monday, Kim wrote:\n> Lunch?\n", "On Monday, Kim wrote: > Lunch?"),
            Row("a signature", "Yes\n-- \nKim\n", "Yes"),
            Row("only a signature", "-- \nKim\n", "-- Kim"),
            Row("rules", "=====\nNews\n*****\nMore", "News More"),
            Row("a forward", "-------- Original Message --------\nLunch?", "Lunch?"),
            Row("carriage returns and controls", "a\r\nb\u{7}c\u{1B}[31m", "a b c [31m"),
            Row(
                "padding of newsletters", "\u{200C}\u{A0}\u{200C}\u{A0}\u{34F} \u{AD}News\u{200C} \u{200C} now",
                "News\u{200C} now"),
            Row("joined emoji", "\u{1F469}\u{200D}\u{1F4BB} hi", "\u{1F469}\u{200D}\u{1F4BB} hi"),
            Row("one hundred characters", String(repeating: "é", count: 100), String(repeating: "é", count: 100)),
            Row("one more", String(repeating: "e\u{301}", count: 101), String(repeating: "e\u{301}", count: 100) + "…"),
            Row(
                "cut behind a space", String(repeating: "a", count: 99) + " bcd",
                String(repeating: "a", count: 99) + "…"),
        ])
    func snippet(_ row: Row) {
        #expect(
            Snippet.of(Array(row.text.utf8)).utf8.elementsEqual(row.snippet.utf8), "\(Snippet.of(Array(row.text.utf8)))"
        )
    }

    @Test("Cuts off stacked combining marks and very long text", .holds("PX6"))
    func floods() {
        let pile = Snippet.of(Array(("a" + String(repeating: "\u{301}", count: 1_000_000)).utf8))
        #expect(pile.utf8.count < 2000)
        for piece in ["> a\n", "On b:\n", "\n", "-\n", " ", "\u{200C}"] {
            let started = ContinuousClock.now
            let text = Snippet.of(Array(String(repeating: piece, count: 500_000).utf8))
            #expect(text.count <= Snippet.maximumLength + 1)
            #expect(ContinuousClock.now - started < .seconds(2))
        }
    }
}
