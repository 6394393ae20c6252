internal import InternetMessage
internal import JSONText
internal import MailTypes
internal import MaildirStore
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
