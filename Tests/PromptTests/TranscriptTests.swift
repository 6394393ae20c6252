import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport

@Suite("Transcripts of sessions at the prompt", .holds("C17", "C19", "U03", "N03"))
struct TranscriptTests {
    static let rows = Transcript.all.flatMap { transcript in [40, 80, 200].map { (transcript, $0) } }

    @Test("On a terminal", arguments: rows)
    func terminal(_ transcript: Transcript, _ columns: Int) throws {
        let home = try transcript.home()
        let sitting = try PromptDriver(
            home, columns: UInt16(columns), rows: 200,
            transcript.environment.merging(transcript.isAccessible ? ["ACCESSIBLE": "1"] : [:]) { $1 })
        let typed = try transcript.typed()
        for line in typed { sitting.enter(line) }
        #expect(sitting.end() == 0)
        let result: (shown: String, wanted: String)
        if transcript.isAccessible {
            var paper = HardcopyTerminal()
            paper.feed(sitting.shown)
            #expect(paper.objections.isEmpty, "\(paper.objections)")
            // No line is repeated directly, because nothing is repainted.
            let twice = zip(paper.lines, paper.lines.dropFirst()).filter { $0 == $1 && !$0.isEmpty }
            #expect(twice.isEmpty, "\(twice)")
            // A typewriter has no margin: the paper is the same, except for lines that are cut to a width.
            result = try transcript.compared(paper.text, with: "\(columns)", of: home)
        } else {
            var screen = ScreenEmulator(columns: columns, rows: 200)
            screen.feed(sitting.shown)
            #expect(screen.objections.isEmpty, "\(screen.objections)")
            result = try transcript.compared(
                screen.all.map(\.text).joined(separator: "\n"), with: "\(columns)", of: home)
        }
        #expect(result.shown == result.wanted)
    }

    @Test("Through a pipe", arguments: Transcript.all.map(\.name))
    func pipe(_ name: String) throws {
        let transcript = try #require(Transcript.all.first { $0.name == name })
        let home = try transcript.home()
        let typed = try transcript.typed()
        let run = try ProgramRun.run(
            URL(filePath: TerminalProgram.program("FixedClockPrompt")), [],
            input: Data(typed.map { $0 + "\n" }.joined().utf8),
            environment: [
                "TZ": "UTC", "HOME": home.directory.path, "PETREL_HOME": home.directory.path,
                "ACCESSIBLE": transcript.isAccessible ? "1" : "",
            ].merging(transcript.environment) { $1 })
        let shown = run.text + "--- exit \(run.exitCode), standard error:\n" + run.errorText
        #expect(!run.output.contains(0x1B) && !run.errors.contains(0x1B))
        let result = try transcript.compared(shown, with: "pipe", of: home)
        #expect(result.shown == result.wanted)
    }
}
