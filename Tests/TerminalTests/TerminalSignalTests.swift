import Foundation
import MailTestSupport
import Testing

@Suite("Signals while a line is edited", .timeLimit(.minutes(1)))
struct TerminalSignalTests {
    static let endings: [(name: String, number: Int32)] = [("TERM", SIGTERM), ("HUP", SIGHUP), ("QUIT", SIGQUIT)]

    @Test("A termination signal returns the typed text and restores the terminal", arguments: endings)
    func ending(_ signal: (name: String, number: Int32)) throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        let program = try TerminalProgram(terminal, [TerminalProgram.program("LineReaderProgram")])
        #expect(terminal.wait(for: "1> "))
        terminal.type("half a sentence")
        #expect(terminal.wait(for: "half a sentence"))
        #expect(terminal.settings != before)
        program.kill(signal.number)
        #expect(terminal.wait(for: "got terminated(\(signal.number)), unfinished \"half a sentence\""))
        #expect(program.wait() == 7 && terminal.settings == before)
    }

    @Test("SIGINT acts as Ctrl-C, and a resize redraws the line")
    func interrupting() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        let program = try TerminalProgram(terminal, [TerminalProgram.program("LineReaderProgram")])
        #expect(terminal.wait(for: "1> "))
        terminal.type("abcdefgh")
        #expect(terminal.wait(for: "abcdefgh"))
        terminal.resize(columns: 5)
        #expect(terminal.wait(for: "1> abcdefgh"))
        program.kill(SIGINT)
        #expect(terminal.wait(for: "got interrupt(wasEmpty: false)"))
        #expect(terminal.wait(for: "2> "))
        terminal.type("\u{4}")
        #expect(terminal.wait(for: "got endOfInput"))
        #expect(program.wait() == 7 && terminal.settings == before)
    }

    @Test("Ctrl-Z restores the terminal, and the line returns when the program continues")
    func stopping() throws {
        let terminal = try PseudoTerminal(columns: 80)
        let before = terminal.settings
        let script = "set -m; \"$0\"; echo stopped with $?; read word; fg; echo ended with $?"
        let shell = try TerminalProgram(
            terminal, ["/bin/sh", "-c", script, TerminalProgram.program("LineReaderProgram")])
        #expect(terminal.wait(for: "1> "))
        terminal.type("half")
        #expect(terminal.wait(for: "half"))
        terminal.type("\u{1A}")
        #expect(terminal.wait(for: "stopped with 148"))
        #expect(terminal.settings == before)
        terminal.type("\r")
        #expect(terminal.wait(for: "1> half"))
        terminal.type(" a line\r")
        #expect(terminal.wait(for: "got line(\"half a line\")"))
        #expect(terminal.wait(for: "2> "))
        terminal.type("\u{4}")
        #expect(terminal.wait(for: "ended with 7"))
        #expect(shell.wait() == 0 && terminal.settings == before)
    }
}
