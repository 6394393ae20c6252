import MailTestSupport
import Testing

@testable import REPL

@Suite("Questions")
struct QuestionTests {
    private let question = Question(
        text: "Send without subject?",
        answers: [.init(letter: "s", words: "Send"), .init(letter: "k", words: "Keep Editing")], safe: 1,
        remedy: "Use --allow-no-subject.")

    static let answers: [(typed: [String], place: Int)] = [
        ([""], 1), (["s"], 0), ([" S "], 0), (["send"], 0), (["1"], 0), (["2"], 1), (["keep  editing"], 1),
        (["x", "s"], 0), (["3", "0", "s"], 0), (["x", "y", "z", "s"], 1), ([], 1), (["keep"], 1), (["back"], 1),
        (["quit", "s"], 1),
    ]

    @Test("Accepts a letter, number or words, and uses the safe answer otherwise", arguments: answers)
    func asking(_ row: (typed: [String], place: Int)) throws {
        let keyboard = ScriptedLines(row.typed)
        var console = Console.inMemory(keyboard)
        #expect(try console.ask(question) == row.place)
        #expect(keyboard.prompts.first == "Send without subject?   [s] Send  [k] Keep Editing (Enter)? ")
        #expect(console.text.isEmpty)
    }

    @Test("Three invalid answers to one of several questions end them instead of choosing an answer")
    func step() throws {
        var console = Console.inMemory(typing: ["x", "y", "z", "s"])
        let failure = #expect(throws: CommandFailure.self) { try console.askStep(question) }
        #expect(failure?.exitCode == .unanswered && failure?.message.contains("nothing was saved") == true)
        var other = Console.inMemory(typing: ["x", "y", "s"])
        guard case .answer(0) = try other.askStep(question) else {
            Issue.record("the third answer was not taken")
            return
        }
    }

    @Test("After back and quit, no answer is taken if none is safe", arguments: ["back", "quit"])
    func leaving(_ word: String) throws {
        var question = question
        question.refusal = "Nothing was sent."
        var console = Console.inMemory(typing: [word, "s"])
        let failure = #expect(throws: CommandFailure.self) { try console.ask(question) }
        #expect(failure?.exitCode == .interrupted && failure?.message == "Nothing was sent.")
    }

    @Test("The first word of an answer is enough if no other begins with it")
    func firstWord() throws {
        let question = Question(
            text: "1 message can still be undone.",
            answers: [
                .init(letter: "w", words: "Wait"), .init(letter: "n", words: "Send now"),
                .init(letter: "l", words: "Send later"), .init(letter: "u", words: "Undo, keep as draft"),
            ], safe: 0, remedy: "")
        for (typed, place) in [(["undo"], 3), (["send", "n"], 1), (["Send later"], 2)] {
            var console = Console.inMemory(typing: typed)
            #expect(try console.ask(question) == place)
        }
    }

    @Test("A list of answers and a long prompt are broken between words on a narrow screen")
    func narrow() throws {
        var console = Console.inMemory(ScriptedLines(["1"]), columns: 30)
        let question = Question(
            text: "How do you want to start this time?",
            answers: [
                .init(letter: "1", words: "Find my provider's servers"),
                .init(letter: "2", words: "Just write now, and set up sending later"),
            ], safe: 0, remedy: "", isListed: true)
        #expect(try console.ask(question) == 0)
        let expected = """
            How do you want to start this
            time?
              1  Find my provider's
                 servers
              2  Just write now, and set
                 up sending later

            """
        #expect(console.errorText == expected, "\(console.errorText)")
        #expect(console.wrapped("Server for reading mail, as imaps://HOST: ") == "imaps://HOST: ")
        #expect(console.errorText == expected + "Server for reading mail, as\n")
    }

    @Test("A question without interactive input is an error that names the option")
    func unanswered() {
        var console = Console.inMemory()
        let failure = #expect(throws: CommandFailure.self) { try console.ask(question) }
        #expect(failure?.exitCode == .unanswered && failure?.message.hasSuffix("Use --allow-no-subject.") == true)
    }
}
