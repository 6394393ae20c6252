import Foundation
import MailTestSupport
import Testing

@testable import EndToEndSupport

/// Commands of a shell whose output does not fit on the terminal.
@Suite("Pager")
struct PagerTests {
    /// Returns what the terminal shows, with this number of rows.
    private func screen(
        _ words: [String], rows: UInt16 = 5, _ environment: [String: String] = [:], in home: SampleHome
    ) throws -> String {
        let terminal = try PseudoTerminal(columns: 80, rows: rows)
        let variables = [
            "PATH": "/usr/bin:/bin", "HOME": home.directory.path, "TERM": "xterm", "TZ": "UTC",
            "PETREL_HOME": home.directory.path, "PAGER": "sed s/^/P:/",
        ]
        let program = try TerminalProgram(
            terminal, [ProjectFiles.petrel.path] + words, environment: variables.merging(environment) { $1 })
        while !terminal.written.contains(0x04), terminal.look(milliseconds: 2000) {}
        let exitCode = program.wait()
        terminal.drain()
        #expect(exitCode == 0)
        return String(decoding: terminal.written, as: UTF8.self)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var words = ["list"]
        var rows: UInt16 = 5
        var environment: [String: String] = [:]
        let isPaged: Bool
    }

    static let rows = [
        Row(testDescription: "a list that does not fit", isPaged: true),
        Row(testDescription: "a list that fits", rows: 60, isPaged: false),
        Row(testDescription: "the folders", words: ["folders"], rows: 3, isPaged: true),
        Row(testDescription: "--no-pager", words: ["list", "--no-pager"], isPaged: false),
        Row(testDescription: "JSON", words: ["list", "--json"], isPaged: false),
        Row(testDescription: "a terminal that can show lines only", environment: ["TERM": "dumb"], isPaged: false),
        Row(testDescription: "a screen reader", environment: ["ACCESSIBLE": "1"], isPaged: false),
    ]

    @Test("Long output on a terminal is shown by the pager", arguments: rows)
    func paging(_ row: Row) throws {
        let home = try SampleHome()
        let screen = try screen(row.words, rows: row.rows, row.environment, in: home)
        #expect(screen.contains("P:") == row.isPaged, "\(screen)")
        #expect(screen.contains("tower") || screen.contains("INBOX") || !row.isPaged)
    }

    @Test("LESS is FRX unless it is set, as in git")
    func less() throws {
        let home = try SampleHome()
        #expect(try screen(["list"], ["PAGER": "echo \"with $LESS\"; true"], in: home).contains("with FRX"))
        let own = try screen(["list"], ["PAGER": "echo \"with $LESS\"; true", "LESS": "S"], in: home)
        #expect(own.contains("with S\r\n"), "\(own)")
    }

    @Test("If the pager is not there, the output is printed without it")
    func missing() throws {
        let home = try SampleHome()
        let screen = try screen(["list"], ["PAGER": "no-such-pager"], in: home)
        #expect(screen.contains("was not found") && screen.contains("Photo of the tower"), "\(screen)")
    }

    @Test("The setting pager comes before PAGER")
    func setting() throws {
        let home = try SampleHome()
        try Data("{\"pager\": \"sed s/^/S:/\"}".utf8).write(to: home.directory.appending(path: "config.json"))
        let screen = try screen(["list"], in: home)
        #expect(screen.contains("S:") && !screen.contains("P:"), "\(screen)")
    }

    @Test("Output that is not a terminal is never paged")
    func pipe() throws {
        let home = try SampleHome()
        let run = try ProgramRun.run(
            ProjectFiles.petrel, ["list"], environment: ["PETREL_HOME": home.directory.path, "PAGER": "sed s/^/P:/"])
        #expect(run.exitCode == 0 && !run.text.contains("P:") && run.text.contains("tower"))
    }
}
