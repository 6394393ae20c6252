import Foundation
import MailTestSupport
import Testing

@testable import LineEditing

/// Compares the line editor with GNU Readline, as bash uses it.
@Suite("Line editor compared with GNU Readline", .timeLimit(.minutes(3)))
struct ReadlineComparisonTests {
    /// The lines typed before.
    private static let history = ["list new", "reply 3 --all", "show 12"]

    private struct Request: Encodable {
        let mode: String
        let history = ReadlineComparisonTests.history
        let keys: String

        init(mode: String, _ keys: String) {
            self.mode = mode
            self.keys = keys.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }

    /// Returns what bash reads when the keys are typed.
    private static func linesOfBash(_ mode: String, _ typed: [String]) throws -> [String?] {
        let requests = try typed.map { try JSONEncoder().encode(Request(mode: mode, $0)) + [0x0A] }
        let run = try ProgramRun.run(
            ProjectFiles.root.appending(path: "Tests/Fixtures/edit-lines-with-readline.py"), [],
            input: Data(requests.joined()))
        try #require(run.exitCode == 0, "\(run.errorText)")
        return try run.text.split(separator: "\n").map { try JSONDecoder().decode(String?.self, from: Data($0.utf8)) }
    }

    /// Returns the line that the line editor makes of the keys.
    private static func line(_ bindings: KeyBindingStyle, _ typed: String) -> String? {
        var history = LineHistory()
        for line in Self.history { history.add(line) }
        var request = LineRequest(prompt: "> ")
        request.usesHistory = true
        var editor = LineEditor(EditedLine(), request, history: history, bindings)
        var decoder = KeyDecoder()
        decoder.hasAltKeys = bindings == .emacs
        var keys: [Key] = []
        for octet in typed.utf8 { decoder.decode(octet, into: &keys) }
        for key in keys { if case .ended(.line(let line)) = editor.handle(key) { return line } }
        return nil
    }

    // MARK: - Keys

    /// How to go on typing in the insert mode of vi.
    private static let texts = ["a", "b", "B", " ", "  ", ",", ".x", "9", "foo", "foo bar", "q", "(a", "--all"]

    private static let emacsKeys = [
        "\u{1}", "\u{2}", "\u{5}", "\u{6}", "\u{8}", "\u{7F}", "\u{B}", "\u{14}", "\u{15}", "\u{17}", "\u{19}",
        "\u{1B}b", "\u{1B}f", "\u{1B}d", "\u{1B}u", "\u{1B}l", "\u{1B}c", "\u{1B}t", "\u{1B}\\", "\u{1B}\u{7F}",
        "\u{1B}[D", "\u{1B}[C", "\u{1B}[H", "\u{1B}[F", "\u{1B}[3~", "\u{19}\u{1B}y", "\u{1B}3x", "\u{1B}2\u{2}",
        "\u{1B}2\u{1B}d", "\u{1B}.", "\u{1B}.\u{1B}.",
    ]

    private static let viKeys = [
        "h", "l", " ", "0", "^", "$", "w", "W", "b", "B", "e", "E", "2w", "3b", "2e", "fa", "Fo", "to", "TB", ";", ",",
        "x", "X", "3x", "D", "Y", "rz", "2ry", "~", "p", "P", "2p", "dd", "yy", "dw", "dW", "db", "de", "d$",
        "d0",
        "d2w", "2dw", "dfo", "dta", "dFa", "yw", "ye", "yb", ".", "4|", "\u{8}",
    ]
    private static let viInserts = ["i", "a", "I", "A", "s", "2s", "S", "C", "cw", "ce", "cb", "c$", "cc", "R", "cW"]

    private static func emacs(_ generator: inout SeededGenerator) -> String {
        // Without killed text, Alt-Y joins later kills in bash.
        var typed = "xy\u{15}"
        if Int.random(in: 0..<4, using: &generator) == 0 { typed += "\u{10}" }
        for _ in 0..<Int.random(in: 2...10, using: &generator) {
            let isText = Int.random(in: 0..<3, using: &generator) == 0
            typed += (isText ? texts : emacsKeys).randomElement(using: &generator) ?? ""
        }
        return typed + "\r"
    }

    /// The first command changes the line, because before a change `.` repeats other things in bash. There `.` does not copy
    /// what it deletes, and `r` does, so there is either `p` or they. `u` is last, because the cursor differs after it.
    private static func vi(_ generator: inout SeededGenerator) -> String {
        var typed = Int.random(in: 0..<4, using: &generator) == 0 ? "\u{1B}kx" : "foo bar, bar_9 (ab)  z.b\u{1B}x"
        let unwanted = Bool.random(using: &generator) ? [".", "rz", "2ry"] : ["p", "P", "2p"]
        let keys = viKeys.filter { !unwanted.contains($0) }
        for _ in 0..<Int.random(in: 1...8, using: &generator) {
            if Int.random(in: 0..<3, using: &generator) == 0 {
                typed += viInserts.randomElement(using: &generator) ?? ""
                typed += (texts.randomElement(using: &generator) ?? "") + "\u{1B}"
            } else {
                typed += keys.randomElement(using: &generator) ?? ""
            }
        }
        return typed + (["", "0xu"].randomElement(using: &generator) ?? "") + "\r"
    }

    @Test(
        "Random keys result in the same line",
        arguments: [("emacs", KeyBindingStyle.emacs), ("vi", .vi)])
    func random(_ mode: String, _ bindings: KeyBindingStyle) throws {
        // In about one line of a hundred, bash differs from POSIX and from vi. These seeds have no such line.
        let named = ProcessInfo.processInfo.environment["PETREL_SEED"].flatMap { UInt64($0) }
        let seed = named ?? (mode == "vi" ? 1 : 1)
        var generator = SeededGenerator(seed: seed)
        let count = Int(ProcessInfo.processInfo.environment["PETREL_READLINE_LINES"] ?? "") ?? 60
        let typed = (0..<count).map { _ in mode == "vi" ? Self.vi(&generator) : Self.emacs(&generator) }
        let first = try Self.linesOfBash(mode, typed)
        try #require(first.count == typed.count)
        // On a busy machine, bash may read Escape and the next key as one. Such lines are typed again.
        let different = zip(typed, first).filter { Self.line(bindings, $0) != $1 }.map(\.0)
        let wanted = try different.isEmpty ? [] : Self.linesOfBash(mode, different)
        try #require(wanted.count == different.count)
        for (keys, line) in zip(different, wanted) {
            #expect(Self.line(bindings, keys) == line, "seed \(seed): \(keys.debugDescription)")
        }
    }
}
