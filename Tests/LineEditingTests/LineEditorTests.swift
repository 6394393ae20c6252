import MailTestSupport
import Testing

@testable import LineEditing

@Suite("Line editor")
struct LineEditorTests {
    static let history: LineHistory = {
        var history = LineHistory()
        for line in ["list new", "reply 3", "show 12", "Send d7", "list"] { history.add(line) }
        return history
    }()

    private func editor(_ initial: String = "", _ change: (inout LineRequest) -> Void = { _ in }) -> LineEditor {
        var request = LineRequest(prompt: "all> ")
        request.usesHistory = true
        change(&request)
        return LineEditor(EditedLine(initial, isSecret: request.isSecret), request, history: Self.history)
    }

    /// Returns the last outcome.
    @discardableResult
    private func type(_ text: String, _ editor: inout LineEditor) -> LineEditor.Outcome {
        var decoder = KeyDecoder()
        var keys: [Key] = []
        for octet in text.utf8 { decoder.decode(octet, into: &keys) }
        decoder.timeOut(into: &keys)
        var last = LineEditor.Outcome.editing
        for key in keys { last = editor.handle(key) }
        return last
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let typed: String
        let outcome: LineEditor.Outcome
        var testDescription: String { name }

        init(_ name: String, _ typed: String, _ result: LineResult) {
            self.name = name
            self.typed = typed
            outcome = .ended(result)
        }
    }

    private static let (up, down) = ("\u{10}", "\u{E}")

    static let rows = [
        Row("Enter", "ab\r", .line("ab")), Row("Enter on nothing", "\r", .line("")),
        Row("Ctrl-C", "ab\u{3}", .interrupt(wasEmpty: false)),
        Row("Ctrl-C on nothing", "\u{3}", .interrupt(wasEmpty: true)), Row("Ctrl-D on nothing", "\u{4}", .endOfInput),
        Row("Ctrl-D in a line", "abc\u{1}\u{4}\r", .line("bc")), Row("Ctrl-D at its end", "ab\u{4}\r", .line("ab")),
        Row("the line before", "\(up)\r", .line("list")), Row("two before", "\(up)\(up)\r", .line("Send d7")),
        Row("beyond the first", String(repeating: up, count: 9) + "\r", .line("list new")),
        Row("back to what was typed", "ab\(up)\(up)\(down)\(down)c\r", .line("abc")),
        Row("beyond what was typed", "ab\(down)\r", .line("ab")),
        Row("a line before, changed", "\(up)s\r", .line("lists")),
        Row("a search", "\u{12}li\r", .line("list")),
        Row("a search that goes on", "\u{12}li\u{12}\r", .line("list new")),
        Row("a search beyond the last", "\u{12}li\u{12}\u{12}\r", .line("list new")),
        Row("a search without capitals", "\u{12}send\r", .line("Send d7")),
        Row("a search with capitals", "x\u{12}List\r", .line("x")),
        Row("a search given up", "ab\u{12}rep\u{7}c\r", .line("abc")),
        Row("a search broken off by Ctrl-C", "ab\u{12}rep\u{3}c\r", .line("abc")),
        Row("a search taken and typed on", "\u{12}rep\u{5} all\r", .line("reply 3 all")),
        Row("a search taken by Escape", "\u{12}rep\u{1B}", .line("")),
        Row("a search with a letter taken back", "\u{12}repz\u{7F}\r", .line("reply 3")),
        Row("pasted lines as one", "a\u{1B}[200~b\r\nc\rd\u{1B}[201~e\r", .line("ab c de")),
        Row("a pasted Enter runs nothing", "\u{1B}[200~quit\r\u{1B}[201~\r", .line("quit ")),
    ]

    @Test("Typed keys result in the expected line", arguments: rows)
    func lines(_ row: Row) {
        var editor = editor()
        let outcome = type(row.typed, &editor)
        if row.name == "a search taken by Escape" {
            #expect(outcome == .editing && editor.line.text == "reply 3" && editor.search == nil)
        } else {
            #expect(outcome == row.outcome)
        }
    }

    @Test(
        "A shortcut key types and enters its line only while nothing has been typed",
        arguments: [KeyBindingStyle.emacs, .vi])
    func shortcuts(_ bindings: KeyBindingStyle) {
        let (backspace, delete, submit) = ("\u{7F}", "\u{1B}[3~", "\u{18}\u{19}")
        func result(_ typed: String) -> LineEditor.Outcome {
            var request = LineRequest(prompt: "all> ")
            request.shortcuts = [.backspace: "previous", .delete: "delete 2", .submit: "send"]
            var editor = LineEditor(EditedLine(), request, history: LineHistory(), bindings)
            return type(typed, &editor)
        }
        #expect(result(backspace) == .ended(.line("previous")))
        #expect(result(delete) == .ended(.line("delete 2")))
        #expect(result(submit) == .ended(.line("send")))
        #expect(result("a\(backspace)\(backspace)\r") == .ended(.line("")))
        #expect(result("a\(backspace)\(delete)\r") == .ended(.line("")))
        #expect(result("a\(submit)\r") == .ended(.line("a")))
        #expect(result("\u{18}a\u{19}\r") == .ended(.line("a")))
    }

    @Test("Without shortcuts, their keys edit the line")
    func noShortcuts() {
        var editor = editor()
        #expect(type("\u{7F}\u{1B}[3~\u{18}\u{19}a\r", &editor) == .ended(.line("a")))
    }

    @Test("Ctrl-X Ctrl-Y submits the text of a line if requested, and Ctrl-Y alone does not")
    func submission() {
        var editor = editor { $0.takesSubmission = true }
        #expect(type("Yes\u{19}.\u{18}", &editor) == .editing)
        #expect(type("\u{19}", &editor) == .ended(.submitted("Yes.")))
    }

    @Test("Pasted lines are returned as lines if requested, and the last one is edited", .holds("PX5"))
    func pastedLines() {
        var editor = editor("Hi , bye") { $0.takesPastedLines = true }
        type("\u{1}\u{6}\u{6}\u{6}", &editor)
        let outcome = type("\u{1B}[200~Ana\r\n.\r~q\r\rlast\u{1B}[201~", &editor)
        #expect(outcome == .ended(.pasted(["Hi Ana", ".", "~q", ""])))
        #expect(editor.line.textBeforeCursor == "last" && editor.line.textBehindCursor == ", bye")
        #expect(type("\u{1B}[200~ one \u{1B}[201~", &editor) == .editing)
        #expect(editor.line.text == "last one , bye")
    }

    @Test("A secret is not displayed or completed and has no history", .holds("PX7"))
    func secret() {
        var editor = editor { $0.isSecret = true }
        #expect(type("ab\t\u{10}\u{12}c", &editor) == .editing)
        #expect(editor.shownText.isEmpty && editor.shownCursor >= 0 && editor.search == nil)
        #expect(type("\r", &editor) == .ended(.line("abc")))
    }

    @Test("Tab inserts the common prefix, then the only candidate")
    func completion() {
        var editor = editor("re x")
        type("\u{1}\u{6}\u{6}", &editor)
        #expect(type("\t", &editor) == .complete(line: "re x", cursor: 2))
        let some = Completion(replaced: 0..<2, candidates: [.init("reply"), .init("reply-all"), .init("reply-list")])
        #expect(editor.complete(with: some).isEmpty && editor.line.text == "reply x" && editor.line.cursor == 5)
        #expect(type("\t", &editor) == .complete(line: "reply x", cursor: 5))
        let again = Completion(replaced: 0..<5, candidates: some.candidates)
        #expect(editor.complete(with: again) == ["1. reply", "2. reply-all", "3. reply-list"])
        let numbers = Completion(
            replaced: 0..<5, candidates: [.init("5", shown: "5  Alice"), .init("51", shown: "51  B")])
        #expect(editor.complete(with: numbers) == ["5  Alice", "51  B"])
        type("-a\t", &editor)
        #expect(editor.complete(with: Completion(replaced: 0..<7, candidates: [.init("reply-all")])).isEmpty)
        #expect(editor.line.text == "reply-all  x" && editor.line.cursor == 10)
        #expect(editor.complete(with: .none).isEmpty)
    }

    @Test(
        "A common prefix that does not extend the typed text is not inserted",
        .holds("A04"))
    func completionByOtherName() {
        var editor = editor("to okafor")
        let found = Completion(replaced: 3..<9, candidates: [.init("Benjamin Okafor"), .init("Benjamin B. Okafor")])
        type("\t", &editor)
        #expect(editor.complete(with: found).isEmpty && editor.line.text == "to okafor")
        type("\t", &editor)
        #expect(editor.complete(with: found).count == 2)
    }

    @Test("Shows ten of many choices and the number of others, and starts over after a key")
    func choices() {
        var editor = editor()
        let many = Completion(replaced: 0..<0, candidates: (1...24).map { .init("\($0)x", shown: "number \($0)") })
        type("\t", &editor)
        #expect(editor.complete(with: many).isEmpty)
        type("a\u{7F}\t", &editor)
        #expect(editor.complete(with: many).isEmpty)
        type("\t", &editor)
        let shown = editor.complete(with: many)
        #expect(shown.count == 11 && shown[9] == "10. number 10" && shown[10] == "and 14 more")
    }

    static let kept: [(line: String, isKept: Bool)] = [
        ("list", true), ("", false), (" list", false), ("\tlist", false), ("reply", false), ("a\nb", false),
        (String(repeating: "a", count: 5000), false),
    ]

    @Test("Adds a line to the history unless it is empty, repeated, or starts with a space", arguments: kept)
    func keeping(_ row: (line: String, isKept: Bool)) {
        var history = LineHistory()
        history.add("reply")
        #expect(history.add(row.line) == row.isKept)
        #expect(LineHistory(history.encoded) == history)
    }

    @Test("The history drops its oldest lines and accepts invalid input", .holds("PX6"))
    func bounds() {
        var history = LineHistory()
        for number in 0..<6000 { history.add("line \(number)") }
        #expect(history.lines.count == LineHistory.capacity && history.lines.first == "line 1000")
        #expect(LineHistory(history.encoded) == history)
        #expect(LineHistory([0xFF, 0x0A, 0x0A, 0x20, 0x61, 0x0A, 0x62]).lines == ["\u{FFFD}", "b"])
    }
}
