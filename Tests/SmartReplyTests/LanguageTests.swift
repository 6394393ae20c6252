import MailTestSupport
import Testing

@testable import SmartReply

@Suite("What is known of languages", .holds("S01"))
struct LanguageTests {
    @Test("Every line of the tables is understood")
    func tables() {
        for language in Language.all {
            #expect(language.patterns.misread.isEmpty, "\(language.code)")
            #expect(language.answers.misread.isEmpty, "\(language.code)")
        }
    }

    @Test("Every answer is short, and names nothing but what is put in")
    func answers() {
        let names = ["{slot}", "{on}", "{day}", "{deadline}", "{name}", "{first}", "{second}"]
        for language in Language.all {
            for answer in language.answers.all {
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
        let english = SpeechAct.allCases.filter { $0 != .nothing && $0 != .capable }
        for act in english {
            let found = Language.english.answers.answers(to: act, act == .choice ? .two : .plain)
            #expect(!found.answers.isEmpty, "\(act)")
        }
    }
}
