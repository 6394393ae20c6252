internal import Composer
internal import LineEditing
internal import Processes
internal import Terminal

extension Command {
    static let spell = Command(
        name: "spell", summary: "check the spelling of the text",
        operands: [.optional("N"), .optional("WORD|M")],
        options: [.init("dictionary", value: "NAME", summary: "use this dictionary, such as en_US")], places: [.draft],
        details: """
            Asks hunspell, else aspell, and lists the words that it does not know, with their lines and its suggestions. spell N
            WORD replaces the Nth word of the list, and spell N M replaces it by its Mth suggestion; the rest is then listed
            again. Quoted lines are not checked. The dictionary is that of your locale.
            """,
        examples: ["spell", "spell 1 1", "spell 2 Schrödinger", "spell --dictionary de_DE"], quickForm: "spell"
    ) { invocation, console throws(CommandFailure) in
        let words = try console.misspelled(invocation)
        guard let number = try invocation.text(operand: 0) else {
            console.list(misspelled: words)
            return .done
        }
        guard let place = Int(number), words.indices.contains(place - 1) else {
            throw .usage("There is no word \(number) in the list. Type: spell")
        }
        let word = words[place - 1]
        guard let wanted = try invocation.text(operand: 1) else {
            throw .usage("Say what replaces \(word.text): spell \(place) WORD, or the number of a suggestion")
        }
        try console.replace(word, by: wanted)
        console.list(misspelled: try console.misspelled(invocation))
        return .done
    }
}

extension Console {
    /// Runs the one that is there; `$1` is a dictionary or empty.
    private static let checker = """
        if command -v hunspell >/dev/null 2>&1; then exec hunspell -a -i utf-8 ${1:+-d "$1"} 2>/dev/null
        elif command -v aspell >/dev/null 2>&1; then exec aspell -a --encoding=utf-8 ${1:+-d "$1"} 2>/dev/null
        else exit 127; fi
        """
    private static let longest = Duration.seconds(30)
    private static let mostOutput = 1 << 22

    /// Returns the words of the open draft that the checker does not know.
    fileprivate func misspelled(_ invocation: Invocation) throws(CommandFailure) -> [SpellingReport.Word] {
        let lines = try openedDraft().lines
        guard !lines.isEmpty else { return [] }
        let dictionary = invocation.value("dictionary") ?? []
        let output: [UInt8]
        do throws(ProgramOutput.Failure) {
            output = try ProgramOutput.of(
                shell: Array(Self.checker.utf8), [dictionary], input: SpellingReport.input(of: lines), environment,
                within: Self.longest, atMost: Self.mostOutput)
        } catch {
            throw Self.spellingFailure(error)
        }
        return SpellingReport(output).words.filter { lines.indices.contains($0.line) }
    }

    private static func spellingFailure(_ failure: ProgramOutput.Failure) -> CommandFailure {
        switch failure {
        case .failed(.exited(127)):
            CommandFailure(
                .unavailable, "cannotRun",
                "No spelling checker is installed. Install hunspell and a dictionary, such as hunspell-en-us.")
        case .timedOut, .tooLong:
            CommandFailure(.unavailable, "cannotRun", "The spelling checker did not finish. The text is unchanged.")
        case .failed:
            CommandFailure(
                .unavailable, "cannotRun",
                "The spelling checker has no dictionary for this language. Name an installed one: spell --dictionary en_US"
            )
        }
    }

    fileprivate mutating func replace(_ word: SpellingReport.Word, by wanted: String) throws(CommandFailure) {
        var other = wanted
        if let number = Int(wanted) {
            guard word.suggestions.indices.contains(number - 1) else {
                throw .usage("\(word.text) has no suggestion \(number). Type: spell")
            }
            other = word.suggestions[number - 1]
        }
        let lines = try openedDraft().lines
        guard let line = word.replaced(by: other, in: lines[word.line]) else {
            throw .usage("\(word.text) is part of a longer word. Type: line \(word.line + 1) TEXT")
        }
        try edit(.replaceLines(word.line..<word.line + 1, [line]))
        printLine(numbered(word.line, line))
    }

    fileprivate mutating func list(misspelled words: [SpellingReport.Word]) {
        for (index, word) in words.enumerated() {
            let suggestions = word.suggestions.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ")
            let known = suggestions.isEmpty ? "no suggestion" : suggestions
            printLine(
                isAccessible
                    ? "\(index + 1). \(word.text), in line \(word.line + 1). Suggestions: \(known)."
                    : "\(DisplayWidth.fit("\(index + 1)", columns: 2))  line \(word.line + 1)  \(word.text)  (\(known))"
            )
        }
        if words.isEmpty {
            printLine("No misspelled words.")
        } else {
            note("To replace one, type: spell N WORD, or the number of a suggestion")
        }
    }
}
