import Composer
import Testing

@Suite("The report of a spelling checker") struct SpellingReportTests {
    private static let lines = ["A speling mistake", "> a qoted one", "", "Two mistaks, one xqzt"]
    /// What `hunspell -a` prints for these lines.
    private static let output = """
        @(#) International Ispell Version 3.2.06 (but really Hunspell 1.7.1)
        *
        & speling 3 3: spelling, spieling, spewing
        *



        *
        & mistaks 7 5: mistakes, mistake, mistaken, mis-takes, mistakers, a, b
        *
        # xqzt 18


        """

    @Test("Words come with their lines and at most five suggestions")
    func words() {
        let words = SpellingReport(Array(Self.output.utf8)).words
        #expect(words.map(\.text) == ["speling", "mistaks", "xqzt"])
        #expect(words.map(\.line) == [0, 3, 3])
        #expect(words.map(\.suggestions.count) == [3, 5, 0])
        #expect(words.first?.suggestions.first == "spelling")
    }

    @Test("Quoted lines are not checked, and no line is a command of the checker")
    func input() {
        let input = String(decoding: SpellingReport.input(of: Self.lines), as: UTF8.self)
        #expect(input == "^A speling mistake\n^\n^\n^Two mistaks, one xqzt\n")
    }

    @Test(
        "Only whole words are replaced",
        arguments: [
            ("xqzt", "one xqzt, xqzts", "one good, xqzts"), ("xqzt", "xqzt xqzt", "good good"), ("xqzt", "éxqzt", nil),
        ] as [(String, String, String?)])
    func replaced(_ word: String, _ line: String, _ wanted: String?) throws {
        let word = try #require(SpellingReport(Array("# \(word) 0\n".utf8)).words.first)
        #expect(word.replaced(by: "good", in: line) == wanted)
    }

    @Test(
        "Any bytes are read without a failure",
        arguments: [[], [0x26], [0x26, 0x20], [0xFF, 0x0A, 0x23], [0x23, 0x20, 0x0A]])
    func anything(_ octets: [UInt8]) {
        #expect(SpellingReport(octets).words.isEmpty)
    }
}
