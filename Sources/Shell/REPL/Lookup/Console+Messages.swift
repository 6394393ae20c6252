internal import InternetMessage
internal import MailIndex
internal import MailTypes
internal import MaildirStore

extension Console {
    /// Returns all messages in mailboxes that an operand may name. `d7` names the draft's message in Drafts.
    func all(
        _ operand: [UInt8], in view: MailLookup, _ invocation: Invocation
    ) throws(CommandFailure) -> [MailLookup.Found] {
        if let numbered = try numbered(operand, in: view) { return numbered }
        guard let number = DraftNumber(operand) else { return try view.all(operand) }
        let draft = try draft(number, invocation)
        if draft.isInOutbox {
            throw CommandFailure(
                .dataError, "inOutbox",
                "\(draft.number ?? "It") waits to be sent, and is in no mailbox. Type: petrel outbox cancel oN")
        }
        for opened in view.accounts where opened.account.name == draft.account {
            let messages = try view.index { () throws(IndexDatabaseError) in
                try opened.index.messages(withContent: draft.item.hash)
            }
            let message = messages.first { $0.mailbox == .drafts }
            if let message { return [MailLookup.Found(message: message, opened: opened)] }
        }
        return []
    }

    func message(
        _ operand: [UInt8], in view: MailLookup, _ invocation: Invocation
    ) throws(CommandFailure) -> MailLookup.Found {
        try MailLookup.one(of: all(operand, in: view, invocation), operand)
    }

    /// Returns a message for reading: from a mailbox, or from the outbox if the operand is like `o3`. `members` write
    /// its location.
    mutating func readable(
        _ operand: [UInt8], _ invocation: Invocation
    ) throws(CommandFailure) -> (message: Message, members: (inout JSONWriter) -> Void) {
        let opened = try opened(operand, invocation)
        return (Message(opened.octets), opened.members)
    }

    /// Returns the same message with its stored bytes.
    mutating func opened(_ operand: [UInt8], _ invocation: Invocation) throws(CommandFailure) -> OpenedMessage {
        if let number = DraftNumber(operand) {
            let found = try draft(number, invocation)
            return OpenedMessage(octets: try found.contents(), members: { found.members(to: &$0) }, found: nil)
        }
        let view = try view(invocation)
        let found = try message(operand, in: view, invocation)
        if let session { session.current = session.numbers.number(of: found) }
        return OpenedMessage(
            octets: try found.contents(), members: { IndexedMessageJSON.members(of: found, to: &$0) }, found: found)
    }

    /// Returns the operand that names the message, or at the prompt the message shown last.
    func operandOrCurrent(_ invocation: Invocation) throws(CommandFailure) -> [UInt8] {
        if let operand = invocation.operands.first { return operand }
        guard session?.current != nil else {
            throw .usage("Say which message: \(invocation.command.name) N. Type: petrel list")
        }
        return [0x2E]
    }
}
