internal import Composer
internal import InternetMessage
internal import MailTypes

extension Command {
    static let suggest = Command(
        name: "suggest", summary: "suggest replies to the message that is being answered",
        operands: [.optional("N", .message)], places: [.draft],
        details: """
            Suggestions are computed on this machine, or by the command that set smart-reply-cmd names. use N inserts one. set
            suggest off disables them.
            """,
        examples: ["suggest"]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        let operand = invocation.operands.first ?? draft.inReplyTo.first.map { Array("id:\($0.text)".utf8) }
        guard let operand else { throw .usage("This draft is not a reply. Name a message: suggest N") }
        let message = try console.readable(operand, invocation).message
        guard let compose = console.session?.compose else { return .done }
        let search = try console.suggestions(for: message, compose.account)
        guard let found = search.find(finished: {}).wait(unless: console.input.isStopped) else { return .interrupted }
        console.session?.suggestions = found.texts
        console.session?.searching = nil
        if let trouble = found.trouble { console.note(trouble) }
        for line in console.session?.suggestionLines ?? [] { console.printLine(line) }
        if console.session?.suggestions.isEmpty ?? true { console.note("Nothing to suggest.") }
        return .done
    }

    static let use = Command(
        name: "use", summary: "insert a suggested reply", operands: [.one("N")], places: [.draft],
        details: "You can then edit it like any other text.", examples: ["use 1", "~use 2"]
    ) { invocation, console throws(CommandFailure) in
        let draft = try console.openedDraft()
        let suggestions = console.session?.suggestions ?? []
        guard !suggestions.isEmpty else { throw .usage("Nothing was suggested. Type: suggest") }
        let index = try LineRangeOperand.range(invocation.operands[0], count: suggestions.count).lowerBound
        try console.insert(TextLines.of(Array(suggestions[index].utf8)), into: draft)
        console.printLine(suggestions[index])
        return .done
    }
}
