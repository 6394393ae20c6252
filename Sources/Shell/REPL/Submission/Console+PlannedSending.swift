internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform

extension Command.Option {
    /// The options that plan a message for later.
    static let planning = [
        Command.Option(
            "at", value: "TIME", .plannedTime, summary: "send it at this time: \"mon 9:00\" or \"2026-12-01 08:30\""),
        Command.Option("in", value: "DELAY", .plannedDelay, summary: "send it after this time: 2h or \"1 day\""),
    ]
}

extension Command.Operand {
    /// The same as words after `send`.
    static let planning = zeroOrMore("at TIME|in DELAY", .plan)
}

/// Sending at a planned time.
extension Console {
    /// Returns the time for which the user plans a message; `nil` if it is to be sent at once. Call this before anything
    /// is queued, because it rejects invalid times.
    func plannedTime(_ invocation: Invocation) throws(CommandFailure) -> Instant? {
        var plans: [(word: String, text: String)] = []
        for option in ["at", "in"] {
            if let text = try invocation.text(option) { plans.append((option, text)) }
        }
        var words: [String] = []
        if invocation.command.name == "send" {
            let operands = invocation.operands.dropFirst(invocation.command.places == [.draft] ? 0 : 1)
            for operand in operands { words.append(try Invocation.text(operand, of: "send")) }
        }
        if let first = words.first {
            guard first == "at" || first == "in" else {
                throw .usage(
                    "send: unexpected argument \"\(first)\". Type for example: send at mon 9:00, or send in 2h")
            }
            plans.append((first, words.dropFirst().joined(separator: " ")))
        }
        guard let plan = plans.first else { return nil }
        guard plans.count == 1 else { throw .usage("Say only once when to send. Nothing was sent.") }
        if invocation.has("wait") || invocation.has("undo") {
            throw .usage(
                "A planned message has no --wait and no --undo. To stop it, use outbox cancel. Nothing was sent.")
        }
        let now = clock.now()
        do throws(PlannedTimeParser.Problem) {
            if plan.word == "in" { return try PlannedTimeParser.after(plan.text, now: now) }
            return try PlannedTimeParser.at(plan.text, now: now) { zone.offsetMinutes(at: $0) }
        } catch {
            throw failure(error, plan.word)
        }
    }

    private func failure(_ problem: PlannedTimeParser.Problem, _ word: String) -> CommandFailure {
        switch problem {
        case .unreadable(let text):
            let example = word == "in" ? "in 2h, in 90 minutes" : "at mon 9:00, at 18:30, at 2026-12-01 08:30"
            if text.isEmpty || text == "?" {
                return .usage("Say when to send it, for example: \(example). Nothing was sent.")
            }
            return .usage("\"\(text)\" is not a time. Nothing was sent. Examples: \(example)")
        case .noTimeOfDay: return .usage("Say the time of day too, for example: at mon 9:00. Nothing was sent.")
        case .past(let time): return .usage("\(zone.time(time).readableForm) has passed. Nothing was sent.")
        case .tooFar: return .usage("A message can be planned at most two years ahead. Nothing was sent.")
        }
    }

    /// Reports that a message is planned, how to stop it and, once per run, what it needs.
    mutating func announcePlanned(_ item: DraftItem, for time: Instant, _ invocation: Invocation) {
        let name = item.sidecar?.outboxNumber.map { "o\($0)" } ?? "The message"
        let sentence =
            "\(name) will be sent on \(zone.time(time).readableForm). To stop it, type: petrel outbox cancel \(name)"
        if isInteractive, session != nil {
            session?.lastOutbox = name
            printLine(sentence)
        } else {
            printResult(for: item, isInOutbox: true, of: invocation.command, "queued")
            note(sentence)
        }
        guard session?.hasExplainedPlanning != true else { return }
        session?.hasExplainedPlanning = true
        note(
            "This machine sends it: petrel must run then, at the prompt or as petrel watch. Otherwise it is sent when petrel runs next."
        )
    }
}
