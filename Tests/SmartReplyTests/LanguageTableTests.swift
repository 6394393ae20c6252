import MailTestSupport
import Testing

@testable import SmartReply

@Suite("Language tables", .holds("S01"))
struct LanguageTableTests {
    @Test("Every line of the tables is understood")
    func tables() {
        for language in Language.all { #expect(language.misread.isEmpty, "\(language.code)") }
    }

    @Test("A line that is not understood is reported")
    func misread() {
        #expect(Language("xx", "common: one\nand two: three").misread == ["and two: three"])
        #expect(Language("xx", "ask one: ~ what = Yes.").misread == [" ~ what "])
        #expect(Language("xx", "ask one: CAN you = Yes.").misread == [" CAN you "])
        #expect(Language("xx", "ask one: what =often Yes.").misread == ["often Yes."])
    }

    @Test("Every answer is short, and names nothing but what is put in")
    func answers() {
        let names = ["{slot}", "{on}", "{day}", "{by}", "{name}", "{first}", "{second}"]
        for language in Language.all {
            for answer in language.answers.values.flatMap(\.values).joined() {
                #expect(answer.text.count <= 100, "\(answer.text)")
                var rest = answer.text
                for name in names { rest = rest.split(separator: name).joined() }
                #expect(!rest.contains("{") && !rest.contains("}"), "\(answer.text)")
                #expect(".!?".contains(answer.text.last ?? "-"), "\(answer.text)")
            }
        }
    }

    @Test("What asks or tells something has an answer, in every language that knows it")
    func complete() {
        for language in Language.all {
            for rule in language.rules.all where rule.kind != .stop && rule.kind != .skip {
                #expect(!(language.answers[rule.name] ?? [:]).isEmpty, "\(language.code) \(rule.name)")
            }
            for name in ["meeting", "approval", "invitation", "whenFree", "cancelling", "late"] {
                #expect(language.rules.all.contains { $0.name == name }, "\(language.code) \(name)")
            }
            #expect(language.answers["choice"]?[.two]?.count == 3)
        }
    }
}
