internal import InternetMessage
internal import JSONText
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform
internal import Terminal

extension Console {
    /// Prints the result for a message in one line, or its numbers and `members` in JSON.
    mutating func printResult(
        for item: DraftItem, isInOutbox: Bool, of command: Command, _ sentence: String,
        members: (inout JSONWriter) -> Void = { _ in }
    ) {
        let draft = item.sidecar?.draftNumber.map { "d\($0)" }
        let outbox = item.sidecar?.outboxNumber.map { "o\($0)" }
        if isInOutbox { session?.lastOutbox = outbox } else { session?.lastDraft = draft }
        if session == nil { accomplishment = accomplished(item, isInOutbox: isInOutbox, sentence) }
        if isJSON {
            object(of: command.name, nil) { json in
                json.key(isInOutbox ? "outbox" : "draft")
                json.string(isInOutbox ? outbox : draft)
                json.key(isInOutbox ? "outboxId" : "draftId")
                json.string(item.draftID?.text)
                if isInOutbox {
                    json.key("sendState")
                    json.string((item.sidecar?.sendState ?? .none).rawValue)
                    json.key("sendAt")
                    json.string(item.sidecar?.sendAfter?.iso8601)
                }
                members(&json)
            }
        } else {
            let line = "\(sentence) \(isInOutbox ? outbox ?? "" : draft ?? "")"
            // Scripts read the number at its end.
            printLine(isInteractive ? worded(line) : line)
        }
    }

    private func accomplished(_ item: DraftItem, isInOutbox: Bool, _ sentence: String) -> String {
        guard isInOutbox else { return "\(sentence) \(item.sidecar?.draftNumber.map { "d\($0)" } ?? "")." }
        let name = item.sidecar?.outboxNumber.map { "o\($0)" } ?? "The message"
        return switch item.sidecar?.submission {
        case .sent: "\(name) was sent."
        case .unknown: "\(name) was sent and may have arrived."
        case .failed: "\(name) was not sent, and is kept in the outbox."
        case .queued, .undoable, .sending: "\(name) is in the outbox, and is sent from there."
        case .draft, nil: "\(name) is in the outbox."
        }
    }

    /// Prints a line for each draft, or an array in JSON.
    mutating func answer(with list: [LocatedDraft], as key: String, of command: Command) {
        let (isAccessible, zone) = (isAccessible, zone)
        let layout = ListRowLayout(self)
        answer(command) { json in
            json.key(key)
            json.array { json in
                for draft in list { json.object { draft.members(to: &$0) } }
            }
        } text: { output in
            for draft in list {
                let line = DraftLine(draft, in: zone)
                output.write(isAccessible ? line.sentence : line.line(in: layout))
            }
        }
    }
}
