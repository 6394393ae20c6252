import Foundation
import LineEditing
import Synchronization

/// What a user of the tour sees: output, prompts and typed lines in order, in a file.
final class TourScreen: Sendable {
    private let file: URL
    private let handle: FileHandle
    /// The prompt now, which changes while petrel waits.
    private let prompt = Mutex("")
    /// What commands in another terminal have printed.
    private let outputs = Mutex<[String: String]>([:])

    init(in directory: URL) throws {
        file = directory.appending(path: "screen-\(UUID().uuidString)")
        try Data().write(to: file)
        handle = try FileHandle(forWritingTo: file)
    }

    deinit { try? FileManager.default.removeItem(at: file) }

    var descriptor: Int32 { handle.fileDescriptor }
    var text: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

    func write(_ lines: [String]) {
        for line in lines { try? handle.write(contentsOf: Data((line + "\n").utf8)) }
    }

    // MARK: - The prompt

    var promptText: String { prompt.withLock { $0 } }

    func wait(for request: LineRequest) {
        show(prompt: request.prompt)
    }

    private func show(prompt text: String) {
        let plain = text.replacing("\u{1B}[1m", with: "").replacing("\u{1B}[m", with: "")
        prompt.withLock { $0 = plain }
    }

    /// Lets petrel do what is due. Shows and returns what it reports.
    func idle(_ request: LineRequest) -> [String] {
        let idle = request.idle?(true) ?? Idle()
        write(idle.lines)
        if let prompt = idle.prompt { show(prompt: prompt) }
        return idle.lines
    }

    // MARK: - Another terminal

    func formerOutput(of command: String) -> String? { outputs.withLock { $0[command] } }
    func remember(_ output: String, of command: String) { outputs.withLock { $0[command] = output } }

    // MARK: - Typing

    /// Types a line, in which "<Tab>" is that key. "^C" and "^D" are those keys.
    func type(_ line: String, _ request: LineRequest) -> LineResult {
        let prompt = promptText
        var editor = LineEditor(EditedLine(request.initial), request, history: LineHistory())
        var shown = request.initial
        let pieces = line.split(separator: "<Tab>", omittingEmptySubsequences: false)
        for (number, piece) in pieces.enumerated() {
            for scalar in piece.unicodeScalars { _ = editor.handle(.text(scalar)) }
            shown += piece
            guard number + 1 < pieces.count else { break }
            shown += "<Tab>"
            let former = editor.line.text
            guard case .complete(let text, let cursor) = editor.handle(.complete) else { continue }
            let choices = editor.complete(with: request.complete?(text, cursor) ?? .none)
            if choices.isEmpty, editor.line.text == former { continue }
            write([prompt + shown] + choices)
            shown = editor.line.text
        }
        write([prompt + shown])
        switch line {
        case "^C": return .interrupt(wasEmpty: true)
        case "^D": return .endOfInput
        default: return .line(editor.line.text)
        }
    }
}
