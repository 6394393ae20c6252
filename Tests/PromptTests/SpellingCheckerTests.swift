import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport

@Suite(
    "The text of a draft and a real spelling checker", .onOwnThreads,
    .enabled(
        if: ["/usr/bin/hunspell", "/usr/share/hunspell/en_US.dic"].allSatisfy(FileManager.default.fileExists),
        "hunspell is not installed; scripts/deps --test installs it"))
struct SpellingCheckerTests {
    private func spelled(_ text: [String], _ commands: String...) throws -> String {
        let home = try SampleHome()
        try home.addAccount("local", ["name": "Kim Park", "address": "kim@example.net"])
        let shown = try home.transcript(
            of: ["new ben@example.org -s Plan"] + text + [".", "# checked"] + commands + ["lines", "close", "quit"])
        return try #require(shown.range(of: "# checked").map { String(shown[$0.upperBound...]) })
    }

    @Test("hunspell's words are listed with their lines, and a suggestion replaces one")
    func replaces() throws {
        let shown = try spelled(
            ["The harbor is beutiful.", "> a qoted lime", "We recieve it."], "spell --dictionary en_US",
            "spell 1 1 --dictionary en_US", "spell 1 got --dictionary en_US")
        #expect(shown.contains("line 1  beutiful  (1 beautiful"), "\(shown)")
        #expect(shown.contains("line 3  recieve  (1 receive"), "\(shown)")
        #expect(!shown.contains("qoted  ("), "\(shown)")
        #expect(shown.contains("The harbor is beautiful."), "\(shown)")
        #expect(shown.contains("We got it."), "\(shown)")
        #expect(shown.contains("No misspelled words."), "\(shown)")
    }

    @Test("Words in other scripts, escapes and signs of the checker's protocol are text")
    func signs() throws {
        let shown = try spelled(
            ["*good", "&plan", "#one", "@here", "!", "%", "-", "Straße naïve 日本"], "spell --dictionary en_US")
        #expect(!shown.contains("good  ("), "\(shown)")
        #expect(shown.contains("Straße"), "\(shown)")
        #expect(shown.contains("*good"), "\(shown)")
    }

    @Test("A dictionary that is not installed is said, and the text stays")
    func noDictionary() throws {
        let shown = try spelled(["A speling"], "spell --dictionary xx_XX")
        #expect(shown.contains("no dictionary for this language"), "\(shown)")
        #expect(shown.contains("A speling"), "\(shown)")
    }
}
