internal import Terminal

extension Command {
    static let history = Command(
        name: "history", summary: "list the commands that were typed", synopsis: "[N]", operands: 0...1,
        places: [.prompt],
        details: """
            The last 20, or N. Text of drafts is never among them, nor is a line that begins with a blank. Ctrl-R seeks
            in them.
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
        name: "events", aliases: ["ev"], summary: "list what happened while you typed", synopsis: "", operands: 0...0,
        places: [.prompt], details: "Since petrel was started, the latest at the end.", examples: ["events"]
    ) { _, console throws(CommandFailure) in
        let events = console.session?.told ?? []
        for event in events { console.printLine(event) }
        if events.isEmpty { console.note("Nothing has happened yet.") }
        return .done
    }

    static let renumber = Command(
        name: "renumber", summary: "number messages from 1 again", synopsis: "", operands: 0...0, places: [.prompt],
        details: "A message keeps its number until petrel ends; this gives new ones, with the next list.",
        examples: ["renumber"]
    ) { _, console throws(CommandFailure) in
        console.session?.forgetNumbers()
        console.printLine("Messages are numbered anew. Type: list")
        return .done
    }
}
