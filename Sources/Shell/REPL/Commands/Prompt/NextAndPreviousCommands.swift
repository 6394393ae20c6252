extension Command {
    static let next = Command(
        name: "next", aliases: ["n", "+"], summary: "show the next page of the list, or the next message",
        places: [.prompt],
        details: """
            After a list, shows its next page. After a message, shows the message after it in the list. On a screen, an empty
            line means next right after a list or a message, and after a command that changed the message, such as
            archive. In accessible mode it does not.
            """,
        examples: ["next"]
    ) { invocation, console throws(CommandFailure) in
        try console.step(forward: true)
    }

    static let previous = Command(
        name: "previous", aliases: ["prev", "k", "-"],
        summary: "show the previous page of the list, or the previous message",
        places: [.prompt],
        details: """
            After a list, shows the page before it. After a message, shows the message before it in the list. On a screen,
            the Backspace key means previous where an empty line means next.
            """,
        examples: ["previous"]
    ) { invocation, console throws(CommandFailure) in
        try console.step(forward: false)
    }
}

extension Console {
    fileprivate mutating func step(forward: Bool) throws(CommandFailure) -> ExitCode {
        guard let session, !session.list.isEmpty else { throw .usage("There is no list yet. Type: list") }
        let hasOnePage = session.shown?.hasOnePage ?? true
        if session.isReading || hasOnePage { return try stepToMessage(forward, session) }
        if let shown = session.shown, forward ? shown.hasMore : shown.start > 0 {
            try turnPage(forward: forward)
        } else {
            note(forward ? "That was the last page. Type: previous" : "That was the first page. Type: next")
        }
        return .done
    }

    /// Shows the message before or after the last one, if necessary from another page.
    private mutating func stepToMessage(_ forward: Bool, _ session: PromptState) throws(CommandFailure) -> ExitCode {
        let place = session.current.flatMap { session.list.firstIndex(of: $0) }
        var number = place.map { $0 + (forward ? 1 : -1) } ?? (forward ? 0 : session.list.count - 1)
        if !session.list.indices.contains(number), let shown = session.shown,
            forward ? shown.hasMore : shown.start > 0
        {
            try turnPage(forward: forward, isShown: false)
            number = forward ? 0 : session.list.count - 1
        }
        guard session.list.indices.contains(number) else {
            note(forward ? "That was the last message in the list." : "That was the first message in the list.")
            return .done
        }
        try PromptCommandLine(Array("show \(session.list[number])".utf8)).run(on: &self)
        return .done
    }
}
