internal import InternetMessage
internal import MailIndex
internal import MailTypes
internal import MaildirStore

extension Console {
    /// Returns all messages in mailboxes that an operand may name. `d7` names the draft's message in Drafts.
    func all(
        _ operand: [UInt8], in view: IndexedMail, _ invocation: Invocation
    ) throws(CommandFailure) -> [IndexedMail.Found] {
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
            if let message { return [IndexedMail.Found(message: message, opened: opened)] }
        }
        return []
    }

    func message(
        _ operand: [UInt8], in view: IndexedMail, _ invocation: Invocation
    ) throws(CommandFailure) -> IndexedMail.Found {
        let found = try all(operand, in: view, invocation)
        let name = invocation.command.name
        if found.count > 1, session != nil, let numbered = try numbered(operand, in: view), numbered.count > 1 {
            let first = session.map { " Type: \(name) \($0.numbers.number(of: numbered[0]))" } ?? ""
            throw .usage(
                "\(name) takes one message, and \(String(decoding: operand, as: UTF8.self)) is \(numbered.count).\(first)"
            )
        }
        var query = QueryOperandRecognizer()
        if found.isEmpty, !IndexedMail.isName(operand), query.includes(operand) {
            throw .usage(
                "\(name) takes one message, not a search. Type: search \(String(decoding: operand, as: UTF8.self))")
        }
        return try IndexedMail.one(of: found, operand)
    }

    /// Returns a message for reading: from a mailbox, or from the outbox if the operand is like `o3`. `members` write
    /// its location.
    mutating func readable(
        _ operand: [UInt8], _ invocation: Invocation
    ) throws(CommandFailure) -> (message: Message, members: (inout JSONWriter) -> Void) {
        let opened = try opened(operand, invocation)
        return (Message(opened.octets), opened.members)
    }

    /// Returns the same message verified and decrypted, for reading.
    mutating func decrypted(_ operand: [UInt8], _ invocation: Invocation) throws(CommandFailure) -> OpenedMessage {
        try opened(operand, invocation).decrypted(by: &self)
    }

    /// Returns the same message with its stored bytes. `onlyHeader`: whether only its beginning is needed, with at least the
    /// header, of which `Maildir.longestHeader` bytes are read.
    mutating func opened(
        _ operand: [UInt8], _ invocation: Invocation, onlyHeader: Bool = false
    ) throws(CommandFailure) -> OpenedMessage {
        if let number = DraftNumber(operand) {
            let found = try draft(number, invocation)
            return OpenedMessage(
                octets: try onlyHeader ? found.header() : found.contents(),
                members: { found.members(to: &$0, isAnswer: true) }, found: nil)
        }
        let found = try shownMessage(operand, invocation)
        if !onlyHeader { return try OpenedMessage(found) }
        return OpenedMessage(
            octets: try found.beginning(), members: { IndexedMessageJSON.members(of: found, to: &$0) }, found: found)
    }

    /// Returns the message in a mailbox that an operand names, and makes it the current one.
    mutating func shownMessage(
        _ operand: [UInt8], _ invocation: Invocation
    ) throws(CommandFailure) -> IndexedMail.Found {
        let found = try message(operand, in: view(invocation), invocation)
        if let session { session.current = session.numbers.number(of: found) }
        return found
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
