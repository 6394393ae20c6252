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
        name: "events", aliases: ["ev"], summary: "list recent events",
        options: [Option("follow", summary: "print what happens to mail until stopped")],
        details: """
            At the prompt, shows the events since petrel was started, newest last. From a shell, prints the last 500 events of the
            petrel that keeps this mail in sync, and with --follow those that happen until it is stopped. Lines are like those
            of watch, also with --json.
            """, examples: ["events", "petrel events --follow --json"]
    ) { invocation, console throws(CommandFailure) in
        if invocation.has("follow") { return try console.followEvents() }
        if console.session == nil {
            let events = try console.workerStatus().events
            console.show(events)
            if events.isEmpty {
                console.note("No events yet, or no petrel keeps this mail in sync. Type: petrel watch")
            }
            return .done
        }
        let events = console.session?.told ?? []
        for event in events { console.printLine(console.worded(event)) }
        if events.isEmpty { console.note("No events yet.") }
        return .done
    }
}
