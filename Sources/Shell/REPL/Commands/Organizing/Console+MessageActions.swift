internal import Accounts
internal import MailIndex
internal import MailTypes

extension Console {
    /// If a query finds more messages than this, a command that changes them asks first.
    private static let unaskedCount = 10

    /// Applies an action to each message of a set, which by default is all operands. Messages that another program has
    /// just taken, or that cannot be changed, are skipped and reported.
    mutating func tidy(
        _ invocation: Invocation, _ question: (String) -> String, of operands: [[UInt8]]? = nil,
        _ action: (MailLookup.Found) -> MessageAction
    ) throws(CommandFailure) -> ExitCode {
        let view = try view(invocation)
        let messages = try select(operands ?? invocation.operands, in: view, question, invocation)
        var result = MessageActionResult()
        for message in messages {
            do throws(CommandFailure) {
                result.add(action(message), on: message, try action(message).perform(on: message))
            } catch {
                result.failures.append(error)
            }
        }
        if let first = result.failures.first, result.count == 0 { throw first }
        let failure = result.failure
        // After the update, the index has the messages under their new ids.
        let changed = isJSON || session != nil ? try result.messages(in: self.view(invocation)) : []
        if let session { session.note(changed) }
        if isJSON {
            let changed = changed.map(\.now)
            object(of: invocation.command.name, failure) { json in
                json.key("messages")
                json.array { json in
                    for message in changed { json.object { IndexedMessageJSON.members(of: message, to: &$0) } }
                }
            }
        } else {
            for sentence in result.sentences { printLine(sentence) }
        }
        if let failure { printError(failure.message) }
        return failure?.exitCode ?? .done
    }

    /// Returns the messages that the operands name, each once: those named by id, and the matches of a query made of
    /// all other words.
    private mutating func select(
        _ operands: [[UInt8]], in view: MailLookup, _ question: (String) -> String, _ invocation: Invocation
    ) throws(CommandFailure) -> [MailLookup.Found] {
        var found: [MailLookup.Found] = []
        var words: [[UInt8]] = []
        for operand in operands {
            if let numbered = try numbered(operand, in: view) {
                found += numbered
                continue
            }
            let isNumber = DraftNumber(operand) != nil
            if isNumber || IndexedMessageID(operand) != nil || MailLookup.messageID(operand) != nil {
                found.append(try message(operand, in: view, invocation))
            } else if operand.contains(0x3A) {
                words.append(operand)
            } else {
                let text = String(decoding: operand, as: UTF8.self)
                throw CommandFailure(
                    .noInput, "noSuchMessage",
                    "\"\(text)\" does not name a message. Type an id that list shows, or a filter such as subject:\(text)"
                )
            }
        }
        if !words.isEmpty {
            let matching = try view.messages(matching: query(words), limit: Int(Int32.max))
            if matching.count > Self.unaskedCount, !invocation.has("yes") {
                let question = Question(
                    text: question(MessageAction.messages(matching.count)),
                    answers: [.init(letter: "y", words: "Yes"), .init(letter: "c", words: "Cancel")], safe: 1,
                    remedy: "Add --yes.")
                if try ask(question) == 1 { throw CommandFailure(.interrupted, "cancelled", "Nothing was changed.") }
            }
            found += matching
        }
        var seen: Set<SeenMessage> = []
        return found.filter { seen.insert(SeenMessage(account: $0.account.text, id: $0.message.id)).inserted }
    }
}

/// A message that was changed, before and after.
struct ChangedMessage {
    let action: MessageAction
    let former: MailLookup.Found
    let now: MailLookup.Found
}

private struct SeenMessage: Hashable {
    let account: String
    let id: IndexedMessageID
}

/// The result of changing a set of messages.
private struct MessageActionResult {
    private var done: [(action: MessageAction, found: MailLookup.Found, place: MessageAction.Place)] = []
    private var missing = 0
    var failures: [CommandFailure] = []

    var count: Int { done.count }

    mutating func add(_ action: MessageAction, on found: MailLookup.Found, _ place: MessageAction.Place?) {
        if let place { done.append((action, found, place)) } else { missing += 1 }
    }

    /// One sentence for each action, in the order in which the actions first occurred.
    var sentences: [String] {
        var counts: [(action: MessageAction, count: Int)] = []
        for one in done {
            if let place = counts.firstIndex(where: { $0.action == one.action }) {
                counts[place].count += 1
            } else {
                counts.append((one.action, 1))
            }
        }
        if counts.isEmpty, missing == 0 { return ["No messages matched. Nothing was changed."] }
        return counts.map { $0.action.sentence(MessageAction.messages($0.count)) }
    }

    /// `nil` if there was no failure.
    var failure: CommandFailure? {
        if let first = failures.first {
            return CommandFailure(
                .someFailed, first.code,
                "\(MessageAction.messages(failures.count)) could not be changed. \(first.message)")
        }
        guard missing > 0 else { return nil }
        return CommandFailure(
            .someFailed, "messagesGone",
            "\(MessageAction.messages(missing)): moved or removed by another program in the meantime. Type: petrel list"
        )
    }

    /// Returns the messages under their new ids.
    func messages(in view: MailLookup) throws(CommandFailure) -> [ChangedMessage] {
        var found: [ChangedMessage] = []
        for one in done {
            for opened in view.accounts where opened.account.name == one.found.account {
                let places = try view.index { () throws(IndexDatabaseError) in
                    try opened.index.messages(withContent: one.found.message.content.hash)
                }
                let place = places.first { $0.mailbox == one.place.mailbox && $0.file.name == one.place.name }
                guard let place else { continue }
                let now = MailLookup.Found(message: place, opened: opened)
                found.append(ChangedMessage(action: one.action, former: one.found, now: now))
            }
        }
        return found
    }
}
