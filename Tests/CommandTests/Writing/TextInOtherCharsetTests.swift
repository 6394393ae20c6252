import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport
@testable import REPL

@Suite("Text that is not UTF-8", .holds("E07", "PD1"), .timeLimit(.minutes(1)))
struct TextInOtherCharsetTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let words: [String]
        let input: [UInt8]

        init(_ name: String, _ words: [String], _ input: [UInt8]) {
            testDescription = name
            self.words = words
            self.input = input
        }
    }

    /// "Grüße – 5 €" in windows-1252, with a byte that the set leaves undefined.
    private static let letter: [UInt8] =
        Array("Gr".utf8) + [0xFC, 0xDF] + Array("e ".utf8) + [0x96, 0x20, 0x35, 0x20]
        + [0x80, 0x8D, 0x0A]
    private static let read = "Grüße – 5 €\u{8D}"
    private static let said = "is not UTF-8, so petrel read it as windows-1252"
    private static let new = "new ana@example.org -s Plan"

    static let rows = [
        Row("standard input of a command", ["new", "ana@example.org", "-s", "Plan", "--draft"], letter),
        Row("a line of a pipe", [], Array("\(new)\n".utf8) + letter + Array(".\nclose\n".utf8)),
        Row("a script", ["run", "-"], Array("\(new)\n".utf8) + letter + Array(".\nclose\n".utf8)),
        Row("an inserted file", [], Array("\(new)\n.\ninsert letter.txt\nclose\n".utf8)),
        Row("a file as text", [], Array("\(new)\n.\nbody @letter.txt\nclose\n".utf8)),
        Row("an editor", [], Array("\(new)\n.\nedit\nclose\n".utf8)),
    ]

    @Test("It is read as windows-1252, of which no byte is lost, and petrel says so once", arguments: rows)
    func read(_ row: Row) throws {
        let home = try SampleHome(isEmpty: true)
        try home.write(Data(Self.letter), to: "letter.txt")
        let script = "cd \"$1\" && shift && exec \"$0\" --home . \"$@\""
        let run = try ProgramRun.run(
            URL(filePath: "/bin/sh"), ["-c", script, ProjectFiles.petrel.path, home.directory.path] + row.words,
            input: Data(row.input), environment: ["EDITOR": "cp letter.txt"])
        #expect(run.exitCode == 0, "\(run.errorText)")
        #expect(run.errorText.components(separatedBy: Self.said).count == 2, "\(run.errorText)")
        let shown = try home.petrel("show", "d1", "--json").object["text"] as? String
        #expect(shown == Self.read + "\n", "\(shown ?? "")")
    }

    @Test("Lines in UTF-8 beside it stay as they are, and UTF-8 alone is not mentioned")
    func mixed() throws {
        let home = try SampleHome(isEmpty: true)
        for (number, text) in [Data("Grüße\n".utf8) + Data(Self.letter), Data("Grüße\n".utf8)].enumerated() {
            try home.write(text, to: "letter.txt")
            let run = home.script(Self.new, ".", "insert \(home.directory.path)/letter.txt", "close")
            #expect(run.errorText.contains(Self.said) == (number == 0), "\(run.errorText)")
            let shown = try home.petrel("show", "d\(number + 1)", "--json").object["text"] as? String
            #expect(shown == "Grüße\n" + (number == 0 ? Self.read + "\n" : ""))
        }
    }
}
