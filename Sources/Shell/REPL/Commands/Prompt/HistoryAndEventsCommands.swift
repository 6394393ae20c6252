internal import LineEditing

extension Command {
    static let history = Command(
        name: "history", summary: "list the commands you typed", operands: [.optional("N")], places: [.prompt],
        details: """
            Shows the last 20 commands, or N. The text of drafts and lines that begin with a space are not recorded. Ctrl-R
            searches the history.
            """,
        examples: ["history", "history 100"]
    ) { invocation, console throws(CommandFailure) in
        let count = try invocation.text(operand: 0).map { text throws(CommandFailure) in
            guard let count = Int(text), count > 0 else { throw .usage("Say how many: history 100") }
            return count
        }
        for line in console.input.historyNow().lines.suffix(count ?? 20) { console.printLine(line) }
        return .done
    }

    static let events = Command(
        name: "events", aliases: ["ev"], summary: "list recent events", places: [.prompt],
        details: "Shows the events since petrel was started, newest last.", examples: ["events"]
    ) { _, console throws(CommandFailure) in
        let events = console.session?.told ?? []
        for event in events { console.printLine(event) }
        if events.isEmpty { console.note("No events yet.") }
        return .done
    }
}
