internal import LineEditing
internal import Terminal

/// A question with a few answers. One of them is safe: Enter chooses it, and so do `back`, `quit` and three invalid answers,
/// unless it is one of several questions, which they leave.
struct Question: Sendable {
    struct Answer: Sendable {
        /// The short form of the answer, one letter.
        let letter: String
        /// One or two words: "Keep Editing".
        let words: String

        fileprivate var firstWord: String { String(words.lowercased().prefix { $0 != " " && $0 != "," }) }
    }

    /// Ends with a question mark.
    let text: String
    /// The answer that changes something, the safe one, and possibly others.
    let answers: [Answer]
    /// The index of the safe answer.
    let safe: Int
    /// What to type if input is not interactive: "Add --yes to remove it anyway."
    let remedy: String
    /// Whether each answer has a line and a number, because they are long.
    var isListed = false
    /// Whether the user can also go back to the previous question or leave, because it is one of several.
    var isStep = false
    /// The message after Ctrl-C, `back` and `quit`, if they choose no answer; otherwise they choose the safe one.
    var refusal: String?

    private static let attempts = 3

    enum Reply: Sendable {
        /// The index of the answer.
        case answer(Int)
        case back
        case quit

        /// Returns `nil` if the words are neither.
        init?(_ line: String) {
            switch line.utf8.split(separator: 0x20).map({ String(Substring($0)) }) {
            case ["back"]: self = .back
            case ["quit"]: self = .quit
            default: return nil
            }
        }
    }

    private var choices: String {
        answers.enumerated().map { index, answer in
            "[\(answer.letter)] \(answer.words)" + (index == safe ? " (Enter)" : "")
        }.joined(separator: "  ")
    }

    /// One answer per line, for a screen reader.
    private var spokenChoices: String {
        answers.enumerated().map { index, answer in
            "\(index + 1). \(answer.words): \(answer.letter)\(index == safe ? ", or Enter" : "").\n"
        }.joined()
    }

    /// One numbered answer per line, for long answers.
    private func list(on console: Console) -> String {
        let margin = "     "
        return answers.enumerated().map { index, answer in
            let line = TerminalSafeText.line("  \(index + 1)  \(answer.words)")
            guard let columns = console.columns else { return line + "\n" }
            let lines = WordWrap.lines(line, columns: columns - margin.utf8.count, first: columns)
            return WordWrap.indented(lines, by: margin) + "\n"
        }.joined()
    }

    private var letters: String { answers.map(\.letter).joined(separator: " or ") }

    private func place(of line: [UInt8]) -> Int? {
        let words = line.split { $0 == 0x20 || $0 == 0x09 }.joined(separator: [0x20])
        let word = String(decoding: Array(words), as: UTF8.self).lowercased()
        if word.isEmpty { return safe }
        if let number = Int(word) { return answers.indices.contains(number - 1) ? number - 1 : nil }
        let place = answers.firstIndex { $0.letter.lowercased() == word || $0.words.lowercased() == word }
        if let place { return place }
        let similar = answers.indices.filter { answers[$0].firstWord == word }
        return similar.count == 1 ? similar[0] : nil
    }

    fileprivate func reply(on console: inout Console) throws(CommandFailure) -> Reply {
        guard console.canAsk else { throw .unanswered("\(text) \(remedy)") }
        console.output.flush()
        var prompt = "\(text)   \(choices)? "
        if console.isAccessible {
            console.errors.write(TerminalSafeText.lines("\(text)\n\(spokenChoices)".utf8))
            console.errors.flush()
            prompt = "Type \(letters): "
        } else if isListed {
            console.errors.write(console.fitted(TerminalSafeText.line(text)) + list(on: console))
            console.errors.flush()
            prompt = "Type a number (Enter = \(safe + 1)): "
        } else if let columns = console.columns, DisplayWidth.of(prompt) >= columns {
            // One column is left for the cursor.
            console.errors.write(console.fitted(TerminalSafeText.line(text)))
            prompt = console.wrapped("\(choices)? ", columns: columns)
        }
        for _ in 0..<Self.attempts {
            let result = console.read(.question(prompt))
            // No answer was chosen, so nothing changes.
            if result.isEnd { throw .unanswered("\(text) Confirmation is required, but input is not interactive.") }
            if isStep, result.isInterrupt { return .quit }
            if result.isInterrupt, let refusal { throw CommandFailure(.interrupted, "interrupted", refusal) }
            guard case .line(let line) = result else {
                if isStep { return .quit }
                break
            }
            if let reply = Reply(line) {
                if isStep { return reply }
                if let refusal { throw CommandFailure(.interrupted, "interrupted", refusal) }
                return .answer(safe)
            }
            if let place = place(of: Array(line.utf8)) { return .answer(place) }
            prompt = isListed ? "Please type a number from 1 to \(answers.count): " : "Please type \(letters): "
        }
        if isStep {
            throw .unanswered(
                "\(text) That was not answered, so setup ended, and nothing was saved. Type: petrel setup")
        }
        console.errors.write("\n\(answers[safe].words).\n")
        console.errors.flush()
        return .answer(safe)
    }
}

extension Console {
    /// Asks and returns the index of the answer. Questions are printed to standard error, so that a command's output
    /// can be piped.
    mutating func ask(_ question: Question) throws(CommandFailure) -> Int {
        guard case .answer(let place) = try question.reply(on: &self) else { return question.safe }
        return place
    }

    /// Asks one of several questions. The user can go back to the previous one or leave.
    mutating func askStep(_ question: Question) throws(CommandFailure) -> Question.Reply {
        var question = question
        question.isStep = true
        return try question.reply(on: &self)
    }
}

extension Console {
    /// Prints all lines but the last of a prompt that is wider than the screen, broken between words. Returns the last one.
    mutating func wrapped(_ prompt: String) -> String {
        guard let columns, !isAccessible else { return prompt }
        return wrapped(prompt, columns: columns)
    }

    fileprivate mutating func wrapped(_ prompt: String, columns: Int) -> String {
        // One column is left for the cursor, and the space at the end is one of the prompt.
        let isSpaced = prompt.utf8.last == 0x20
        let lines = WordWrap.lines(isSpaced ? String(prompt.dropLast()) : prompt, columns: columns - 2)
        errors.write(lines.dropLast().map { TerminalSafeText.line($0) + "\n" }.joined())
        errors.flush()
        return (lines.last ?? "") + (isSpaced ? " " : "")
    }
}

extension LineResult {
    /// Whether the user's terminal is gone.
    var isEnd: Bool {
        switch self {
        case .terminated, .hangup: true
        case .line, .submitted, .pasted, .endOfInput, .interrupt, .finished, .tooLong: false
        }
    }

    var isInterrupt: Bool {
        if case .interrupt = self { true } else { false }
    }
}

extension LineRequest {
    /// A line that answers a question.
    static func question(_ prompt: String) -> LineRequest {
        var request = LineRequest(prompt: TerminalSafeText.line(prompt))
        request.isQuestion = true
        return request
    }
}
