internal import LineEditing

/// Completes the word at the cursor of a line typed at the prompt.
struct PromptCompletion {
    private let session: PromptState
    private let completer: Completer

    init(_ session: PromptState, _ console: Console) {
        self.session = session
        completer = Completer(session.compose == nil ? .prompt : .compose, console)
    }

    /// Returns the completions of a command line. `cursor` is an offset in UTF-8.
    func completion(of line: String, _ cursor: Int) -> Completion {
        let bytes = Array(line.utf8.prefix(cursor))
        let words = CommandLineTokenizer(bytes).words
        let isInWord = words.last.map { $0.end == bytes.count } ?? false
        let before = isInWord ? words.dropLast() : words[...]
        let start = isInWord ? words[before.count].start : bytes.count
        let typed = isInWord ? words[before.count].octets : []
        let found = completer.candidates(for: typed, after: before.map(\.octets))
        if completer.isPlannedTime(after: before.map(\.octets)) {
            return Completion(replaced: start..<bytes.count, candidates: found)
        }
        return completion(found, start..<bytes.count)
    }

    /// Returns the contacts that match an answer to "To: ".
    func people(in line: String, _ cursor: Int) -> Completion {
        let bytes = Array(line.utf8.prefix(cursor))
        let start = (bytes.lastIndex(of: 0x2C).map { $0 + 1 }) ?? 0
        let blanks = bytes[start...].prefix { $0 == 0x20 }.count
        let typed = Array(bytes[(start + blanks)...])
        return Completion(replaced: start + blanks..<bytes.count, candidates: completer.values(.contact, typed))
    }

    /// Returns the candidates as words of a line. No space follows a directory or an operator.
    private func completion(_ found: [Completion.Candidate], _ range: Range<Int>) -> Completion {
        let candidates = found.map { Completion.Candidate(Self.escaped($0.text), shown: $0.shown) }
        // More is typed after a directory, and after an operator of a query.
        let isOpen = candidates.count == 1 && [0x2F, 0x3A].contains(candidates[0].text.utf8.last)
        return Completion(replaced: range, candidates: candidates, suffix: isOpen ? "" : " ")
    }

    /// Escapes with a backslash each character that would end the word.
    private static func escaped(_ text: String) -> String {
        var output: [UInt8] = []
        for byte in text.utf8 {
            if [0x20, 0x09, 0x5C, 0x22, 0x27].contains(byte) { output.append(0x5C) }
            output.append(byte)
        }
        return String(decoding: output, as: UTF8.self)
    }
}
