internal import Composer
internal import LineEditing
internal import MailTypes
internal import Terminal

extension Command {
    static let bold = mark("bold", "make words bold", "bold \"Thursday\"") { _ in .bold }
    static let italic = mark("italic", "make words italic", "italic \"Thursday\"") { _ in .italic }

    static let link = Command(
        name: "link", summary: "turn words into a link",
        operands: [.one("WORDS"), .one("URL"), .optional("N")], places: [.draft],
        details: "URL begins with http:, https: or mailto:. WORDS and N are as in bold.",
        examples: ["link \"the plan\" https://example.org/plan"], quickForm: "link WORDS URL"
    ) { invocation, console throws(CommandFailure) in
        var operands = invocation.operands
        let url = try Invocation.text(operands.remove(at: 1), of: "link")
        try console.mark(operands, "linked") { (range, line, pictures) throws(Markup.Refusal) in
            try Markup.adding(.link(url), to: range, of: line, pictures: pictures)
        }
        return .done
    }

    static let plain = Command(
        name: "plain", summary: "remove bold, italic or a link", operands: [.one("WORDS|N"), .optional("N")],
        places: [.draft], details: "WORDS and N are as in bold.", examples: ["plain \"Thursday\"", "plain 3"]
    ) { invocation, console throws(CommandFailure) in
        try console.mark(invocation.operands, "plain") { (range, line, pictures) throws(Markup.Refusal) in
            try Markup.removingMarks(from: range, of: line, pictures: pictures)
        }
        return .done
    }

    private static func mark(
        _ name: String, _ summary: String, _ example: String, _ style: @escaping @Sendable (String) -> Markup.Style
    ) -> Command {
        Command(
            name: name, summary: summary, operands: [.one("WORDS|N"), .optional("N")], places: [.draft],
            details: """
                Quote WORDS if there are several. If they occur in several lines, N says which line is meant. A single N formats
                the whole line N.
                """,
            examples: [example, "\(name) 3"], quickForm: "\(name) WORDS"
        ) { invocation, console throws(CommandFailure) in
            try console.mark(invocation.operands, name) { (range, line, pictures) throws(Markup.Refusal) in
                try Markup.adding(style(name), to: range, of: line, pictures: pictures)
            }
            return .done
        }
    }
}

extension Console {
    fileprivate typealias Marking = (Range<Int>, String, Set<String>) throws(Markup.Refusal) -> String

    /// Formats the words that the operands name, and shows the line.
    fileprivate mutating func mark(
        _ operands: [[UInt8]], _ word: String, _ marking: Marking
    ) throws(CommandFailure) {
        let draft = try openedDraft()
        if draft.isPlainText, word == "plain" { throw CommandFailure(.isSoAlready, word) }
        let pictures = Set(draft.attachments.filter(\.isInline).map(\.filename))
        let place = try place(operands, draft, pictures)
        let line: String
        do throws(Markup.Refusal) {
            line = try marking(place.range, draft.lines[place.line], pictures)
        } catch {
            throw CommandFailure(error, word)
        }
        try edit(.sequence(readingMarkup(in: draft) + [.replaceLines(place.line..<place.line + 1, [line])]))
        printLine(numbered(place.line, line))
    }

    /// Returns the edit after which the marks in a draft count, and says what that changes.
    mutating func readingMarkup(in draft: Draft) -> [DraftEdit] {
        guard draft.isPlainText else { return [] }
        if Markup.html(draft.lines, pictures: [:]) != nil {
            note("This text was plain; now its stars, brackets and backslashes are markup, too. Type: preview")
        }
        return [.setPlainText(false)]
    }

    private mutating func place(
        _ operands: [[UInt8]], _ draft: Draft, _ pictures: Set<String>
    ) throws(CommandFailure) -> (line: Int, range: Range<Int>) {
        let text = try Invocation.text(operands[0], of: "The words")
        if operands.count == 1, !operands[0].isEmpty, operands[0].allSatisfy({ $0 &- 0x30 < 10 }) {
            let line = try LineRangeOperand.index(operands[0], in: draft)
            guard let range = Markup.phrase(ofWholeLine: draft.lines[line]) else {
                throw .usage("Line \(line + 1) has no text to format.")
            }
            return (line, range)
        }
        var found = Markup.occurrences(of: text, in: draft.lines, pictures: pictures)
        if operands.count > 1 {
            let line = try LineRangeOperand.index(operands[1], in: draft)
            found.removeAll { $0.line != line }
        }
        guard let first = found.first else { throw .usage("\"\(text)\" does not occur in the text. Type: lines") }
        if found.count == 1 { return (first.line, first.range) }
        let lines = found.map { "line \($0.line + 1)" }.joined(separator: " or ")
        guard canAsk else {
            throw .usage("\"\(text)\" occurs in \(lines). Say which line: \"\(text)\" N")
        }
        output.flush()
        let question = lines.prefix(1).uppercased() + lines.dropFirst() + "? "
        guard case .line(let answer) = read(.question(question)) else {
            throw .usage("Nothing was changed.")
        }
        let digits = Array(answer.utf8).filter { $0 &- 0x30 < 10 }
        let line = try LineRangeOperand.index(digits, in: draft)
        guard let chosen = found.first(where: { $0.line == line }) else {
            throw .usage("\"\(text)\" does not occur in line \(line + 1). Nothing was changed.")
        }
        return (chosen.line, chosen.range)
    }
}

extension CommandFailure {
    fileprivate init(_ refusal: Markup.Refusal, _ word: String) {
        switch refusal {
        case .isSoAlready: self = .usage("That is \(word) already. Nothing was changed.")
        case .cannotBeMarked:
            self = .usage(
                "That cannot be formatted: it ends inside a word or overlaps other formatting. Type: plain WORDS first")
        case .isNoAddress: self = .usage("A link begins with http:, https: or mailto:. Nothing was changed.")
        }
    }
}
