import Foundation
import LineEditing
import MailTestSupport
import Testing

@testable import Terminal

/// A reader on a pseudoterminal in this process, with simulated typing while it waits for keys.
private final class Sitting {
    let terminal: PseudoTerminal
    let reader: LineReader
    private let before: [UInt8]

    init(_ style: TerminalOptions = TerminalOptions(isTerminal: true, term: Array("xterm".utf8))) throws {
        terminal = try PseudoTerminal()
        before = terminal.settings
        reader = LineReader(input: terminal.line, output: terminal.line, style: style)
    }

    /// Reads a line while typing the pieces, each after the previous one was processed.
    func read(
        typing pieces: String..., change: (inout LineRequest) -> Void = { _ in },
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> LineResult {
        var request = LineRequest(prompt: "> ")
        change(&request)
        var waiting = pieces[...]
        let other = request.idle
        request.idle = { [terminal, reader] isEmpty in
            if let next = waiting.popFirst() {
                terminal.type(next)
                reader.wake()
                return Idle()
            }
            return other?(isEmpty) ?? Idle()
        }
        reader.wake()
        let result = reader.read(request)
        #expect(terminal.settings == before, "the terminal is not as it was found", sourceLocation: sourceLocation)
        terminal.drain()
        return result
    }

    /// The output. The terminal driver has added a CR before each LF.
    var text: String {
        String(decoding: terminal.written, as: UTF8.self)
    }

    /// The non-empty rows of the screen.
    var screen: [String] {
        var emulator = ScreenEmulator(columns: 40, rows: 10)
        emulator.feed(terminal.written)
        #expect(emulator.objections.isEmpty)
        return emulator.all.map(\.text).filter { !$0.isEmpty }
    }
}

@Suite("Reading lines from a terminal", .serialized, .timeLimit(.minutes(1)))
struct LineReaderTests {
    @Test("Reads and edits lines, and restores the terminal settings")
    func typing() throws {
        let sitting = try Sitting()
        #expect(sitting.read(typing: "wörld", "\u{1}", "hello ", "\u{5}!", "\r") == .line("hello wörld!"))
        #expect(sitting.screen == ["> hello wörld!"])
        #expect(sitting.read(typing: "ab\u{3}") == .interrupt(wasEmpty: false))
        #expect(sitting.read(typing: "\u{4}") == .endOfInput)
        #expect(sitting.screen == ["> hello wörld!", "> ab^C", ">"])
    }

    @Test("Ctrl-Y brings back the line that Ctrl-C has discarded, but not a password", .holds("C19", "PX7"))
    func discarding() throws {
        let sitting = try Sitting()
        #expect(sitting.read(typing: "half a sentence", "\u{2}\u{2}\u{3}") == .interrupt(wasEmpty: false))
        #expect(sitting.read(typing: "\u{19}\r") == .line("half a sentence"))
        #expect(sitting.read(typing: "secret\u{3}") { $0.isSecret = true } == .interrupt(wasEmpty: false))
        #expect(sitting.read(typing: "\u{19}\r") == .line("half a sentence"))
    }

    @Test("Typing at the end of the line writes only the typed characters", .holds("N03"))
    func echo() throws {
        let sitting = try Sitting()
        _ = sitting.read(typing: "a", "é", "日", "\r")
        #expect(sitting.text.contains("aé日\r"))
    }

    @Test("Reads lines typed ahead")
    func early() throws {
        let sitting = try Sitting()
        sitting.terminal.type("one\rtwo\rthr")
        #expect(sitting.read() == .line("one"))
        #expect(sitting.read() == .line("two"))
        #expect(sitting.read(typing: "ee\rfour\r") == .line("three"))
        #expect(sitting.read() == .line("four"))
    }

    @Test(
        "The last part of a paste continues in the next line, but never answers a question",
        .holds("PX5"))
    func paste() throws {
        let sitting = try Sitting()
        let result = sitting.read(typing: "Hi ", "\u{1B}[200~Ana\r~q\r", "and\u{1B}[20", "1~") {
            $0.takesPastedLines = true
        }
        #expect(result == .pasted(["Hi Ana", "~q"]))
        #expect(sitting.screen == ["> Hi Ana"])
        let answer = sitting.read(typing: "k\r") { request in
            request.isQuestion = true
            request.prompt = "? "
        }
        #expect(answer == .line("k"))
        #expect(sitting.read(typing: " on\r") { $0.takesPastedLines = true } == .line("and on"))
    }

    @Test("A password is not displayed or stored", .holds("PX7"))
    func secret() throws {
        let sitting = try Sitting()
        let result = sitting.read(typing: "hunter", "\u{10}\u{15}hunter2\r") { request in
            request.isSecret = true
            request.usesHistory = true
        }
        #expect(result == .line("hunter2"))
        #expect(sitting.screen == [">"] && sitting.reader.history.lines.isEmpty)
        #expect(sitting.read(typing: "a\u{19}\r") == .line("a"))
    }

    @Test("History and killed text are available in the next line")
    func memory() throws {
        let sitting = try Sitting()
        _ = sitting.read(typing: "list new\u{17}\r") { $0.usesHistory = true }
        #expect(sitting.reader.history.lines == ["list "])
        #expect(sitting.read(typing: "\u{10}", "\u{19}\r") { $0.usesHistory = true } == .line("list new"))
    }

    @Test("Messages appear above the line, and after an active search")
    func news() throws {
        let sitting = try Sitting()
        sitting.reader.history.add("reply 3")
        var told = 0
        let result = sitting.read(typing: "half a ", "\u{12}rep") { request in
            request.usesHistory = true
            request.tick = .milliseconds(1)
            request.idle = { isEmpty in
                told += 1
                var idle = Idle()
                if told == 1 { idle.lines = ["* New mail\u{1B}[2J"] }
                if told == 2 { sitting.terminal.type("\u{7}line") }
                if told == 4 { sitting.terminal.type("\r") }
                return idle
            }
        }
        #expect(result == .line("half a line"))
        #expect(sitting.screen == ["* New mail[2J", "> half a line"])
    }

    @Test("The prompt counts down while the line is empty and stops during typing", .holds("U04"))
    func countdown() throws {
        let sitting = try Sitting()
        var left = 3
        let result = sitting.read { request in
            request.prompt = "all (undo 3s)> "
            request.promptWhileTyping = "all> "
            request.tick = .milliseconds(1)
            request.idle = { isEmpty in
                left -= 1
                var idle = Idle()
                idle.prompt = "all (undo \(left)s)> "
                if left == 1 { sitting.terminal.type("x") }
                if !isEmpty { sitting.terminal.type("\r") }
                return idle
            }
        }
        #expect(result == .line("x") && sitting.screen.first == "all> x")
    }

    @Test("The prompt changes while the line is empty, but not during typing", .holds("U04"))
    func changedPrompt() throws {
        let sitting = try Sitting()
        var count = 0
        let result = sitting.read { request in
            request.prompt = "all (syncing)> "
            request.promptWhileTyping = "all (syncing)> "
            request.tick = .milliseconds(1)
            request.idle = { isEmpty in
                count += 1
                var idle = Idle()
                idle.prompt = isEmpty ? "all> " : "other> "
                idle.promptWhileTyping = idle.prompt
                if count == 2 { sitting.terminal.type("x") }
                if !isEmpty { sitting.terminal.type("\r") }
                return idle
            }
        }
        #expect(result == .line("x") && sitting.screen.first == "all> x")
    }

    @Test("A cancelled line disappears, and its text is kept")
    func finished() throws {
        let sitting = try Sitting()
        let result = sitting.read(typing: "half") { request in
            request.idle = { isEmpty in
                var idle = Idle()
                idle.isFinished = !isEmpty
                return idle
            }
            request.tick = .milliseconds(1)
        }
        #expect(result == .finished && sitting.reader.unfinished == "half" && sitting.screen.isEmpty)
    }

    @Test("If the terminal hangs up, the line is kept with the paste so far", .holds("PD1"))
    func hangup() throws {
        let sitting = try Sitting()
        let reader = sitting.reader
        let terminal = sitting.terminal
        var request = LineRequest(prompt: "> ")
        var step = 0
        request.tick = .milliseconds(20)
        request.idle = { _ in
            step += 1
            if step == 1 { terminal.type("half \u{1B}[200~a sentence") } else { terminal.hangUp() }
            return Idle()
        }
        #expect(reader.read(request) == .hangup)
        #expect(reader.unfinished == "half a sentence")
        #expect(reader.read(request) == .hangup)
    }

    @Test("If the terminal hangs up during a question, the rest of the paste is kept", .holds("PD1"))
    func hangupInQuestion() throws {
        let sitting = try Sitting()
        let result = sitting.read(typing: "\u{1B}[200~one\ntwo\u{1B}[201~") { $0.takesPastedLines = true }
        #expect(result == .pasted(["one"]))
        var question = LineRequest(prompt: "? ")
        question.isQuestion = true
        question.tick = .milliseconds(1)
        question.idle = { [terminal = sitting.terminal] _ in
            terminal.hangUp()
            return Idle()
        }
        #expect(sitting.reader.read(question) == .hangup && sitting.reader.unfinished == "two")
    }

    @Test("Without repainting, no escape sequence is sent", .holds("N03"))
    func typewriter() throws {
        let sitting = try Sitting(TerminalOptions(isTerminal: true, term: nil))
        #expect(sitting.read(typing: "hello", "\u{7F}", "\u{1}", "x", "\r") == .line("xhell"))
        #expect(sitting.text == "> hello\u{8} \u{8}\r\r\n> xhell\r\r\n")
    }
}
