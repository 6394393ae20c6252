import Composer
import MailTestSupport
import Testing

@Suite("Signatures in the text of a draft", .holds("C05"))
struct DraftSignatureTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: [String]
        let range: Range<Int>?
    }

    static let mark = "---------- Forwarded message ----------"
    static let rows = [
        Row(testDescription: "none", text: ["Hi"], range: nil),
        Row(testDescription: "at the end", text: ["Hi", "-- ", "Kim", ""], range: 1..<4),
        Row(testDescription: "the last of two", text: ["-- ", "a", "-- ", "b"], range: 2..<4),
        Row(testDescription: "two hyphens alone", text: ["Hi", "--", "Kim"], range: nil),
        Row(
            testDescription: "above a quotation", text: ["-- ", "Kim", "", "On Monday, Ana wrote:", "> Hi"],
            range: 0..<2),
        Row(testDescription: "above quoted lines", text: ["-- ", "Kim", "> Hi", "No."], range: 0..<2),
        Row(testDescription: "empty above a quotation", text: ["-- ", "> Hi"], range: 0..<1),
        Row(testDescription: "of a forwarded message", text: ["Hi", mark, "-- ", "Ana"], range: nil),
        Row(testDescription: "above a forwarded message", text: ["-- ", "Kim", "", mark, "-- ", "Ana"], range: 0..<2),
        Row(testDescription: "quoted", text: ["> -- ", "> Ana"], range: nil),
    ]

    @Test("A signature does not include quoted or forwarded text", arguments: rows)
    func range(_ row: Row) {
        #expect(Signature.range(in: row.text) == row.range)
    }

    @Test("Only a signature that was not edited is exchanged")
    func exchange() {
        var draft = Draft()
        draft.lines = ["Hi", "-- ", "Kim", "Example Ltd"]
        #expect(Signature.exchange(["Kim"], for: ["K."], in: draft.lines) == nil)
        #expect(Signature.exchange(["Example Ltd"], for: ["K."], in: draft.lines) == nil)
        let edit = Signature.exchange(["Kim", "Example Ltd"], for: ["K."], in: draft.lines)
        #expect(edit.map { draft.apply($0) } != nil && draft.lines == ["Hi", "-- ", "K."])
        let removal = Signature.exchange(["K."], for: nil, in: draft.lines)
        #expect(removal.map { draft.apply($0) } != nil && draft.lines == ["Hi"])
    }

    @Test("It is inserted below or above a quotation, and always above forwarded text")
    func insertion() {
        let reply = ["", "Ana wrote:", "> Hi"]
        #expect(lines(reply, .below) == reply + ["-- ", "Kim"])
        #expect(lines(reply, .above) == ["-- ", "Kim"] + reply)
        for place in [Signature.Place.above, .below] {
            #expect(lines(["", Self.mark, "x"], place) == ["-- ", "Kim", "", Self.mark, "x"])
        }
    }

    private func lines(_ text: [String], _ place: Signature.Place) -> [String] {
        var draft = Draft()
        draft.lines = text
        _ = draft.apply(Signature.insertion(of: ["Kim"], in: text, at: place, from: 0))
        return draft.lines
    }
}
