internal import Terminal

/// A question with a few answers, of which one is safe: Enter gives it, and so does whoever types something else three
/// times.
struct Question: Sendable {
    struct Answer: Sendable {
        /// Typed for short, one letter.
        let letter: String
        /// What is chosen, a word or two: "Keep Editing".
        let words: String
    }

    /// Ends with a question mark.
    let text: String
    /// The answer that changes something, the safe one, and perhaps others.
    let answers: [Answer]
    /// The place of the safe one among the answers.
    let safe: Int
    /// What to type where nobody can be asked: "Add --yes to remove it all the same."
    let remedy: String

    private static let attempts = 3

    private var choices: String {
        answers.enumerated().map { index, answer in
            "[\(answer.letter)] \(answer.words)" + (index == safe ? " (Enter)" : "")
        }.joined(separator: "  ")
    }

    private func place(of line: [UInt8]) -> Int? {
        let words = line.split { $0 == 0x20 || $0 == 0x09 }.joined(separator: [0x20])
        let word = String(decoding: Array(words), as: UTF8.self).lowercased()
        if word.isEmpty { return safe }
        if let number = Int(word) { return answers.indices.contains(number - 1) ? number - 1 : nil }
        return answers.firstIndex { $0.letter.lowercased() == word || $0.words.lowercased() == word }
    }

    fileprivate func ask(on console: inout Console) throws(CommandFailure) -> Int {
        guard console.canAsk else { throw .unanswered("\(text) \(remedy)") }
        console.output.flush()
        var prompt = "\(text)   \(choices)? "
        for _ in 0..<Self.attempts {
            guard case .line(let line) = console.read(.question(prompt)) else { break }
            if let place = place(of: Array(line.utf8)) { return place }
            prompt = "Please type \(answers.map(\.letter).joined(separator: " or ")): "
        }
        console.errors.write("\n\(answers[safe].words).\n")
        console.errors.flush()
        return safe
    }
}

extension Console {
    /// Asks, and gives the place of the answer among those of the question. Questions go to standard error, so that
    /// what a command prints can be piped on.
    mutating func ask(_ question: Question) throws(CommandFailure) -> Int {
        try question.ask(on: &self)
    }
}

extension LineRequest {
    /// A line that answers a question.
    static func question(_ prompt: String) -> LineRequest {
        var request = LineRequest(prompt: InertText.line(prompt))
        request.isQuestion = true
        return request
    }
}
