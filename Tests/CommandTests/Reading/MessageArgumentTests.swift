import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Arguments that name messages", .timeLimit(.minutes(1)))
struct MessageArgumentTests {
    @Test("Commands that change messages take groups and phrases, and numbers beside them")
    func sets() throws {
        let home = try SampleHome()
        let run = home.typing(
            "list", "flag 1 subject:(\"cable\" or moult) -is:flagged --yes", "search is:flagged", "quit")
        let all = try home.petrel("search", "is:flagged", "--json").list().count
        let matching = try home.petrel("search", "subject:(cable or moult)", "--json").list().count
        #expect(matching > 2 && all >= matching, "\(run.errorText)")
        let bare = home.petrel("flag", "subject:(cable", "or", "moult)", "--yes")
        #expect(bare.exitCode == .done, "\(bare.errorText)")
        for words in [["flag", "from:ana", "lunch"], ["flag", "form:ana"], ["flag", "or", "from:ana"]] {
            let refused = home.petrel(words[0], words[1], words.count > 2 ? words[2] : "--yes")
            #expect(refused.exitCode != .done && refused.text.isEmpty, "\(words): \(refused.text)")
        }
    }

    @Test("A command for one message refuses a range and a query, and says so")
    func oneMessage() throws {
        let home = try SampleHome()
        let run = home.typing("list", "headers 1-3", "reply 2-4", "source from:ana", "show 1-2", "quit")
        #expect(run.errorText.contains("headers takes one message, and 1-3 is 3. Type: headers 1"), "\(run.errorText)")
        #expect(run.errorText.contains("reply takes one message, and 2-4 is 3. Type: reply 2"), "\(run.errorText)")
        #expect(run.errorText.contains("source takes one message, not a search. Type: search from:ana"))
        #expect(run.text.components(separatedBy: "Subject  ").count == 3)
        let shown = home.petrel("show", "subject:cable")
        #expect(shown.exitCode == .done && shown.text.contains("Subject  "), "\(shown.errorText)")
    }
}
