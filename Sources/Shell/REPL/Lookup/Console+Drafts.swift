internal import Accounts
internal import Disk
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Terminal

extension Console {
    func account(of draft: FoundDraft, _ invocation: Invocation) throws(CommandFailure) -> MailAccount {
        guard let account = try accounts(invocation).first(where: { $0.name == draft.account }) else {
            throw CommandFailure(
                .configuration, "noSuchAccount", "The account \(draft.account) is gone. Type: petrel account list")
        }
        return account
    }

    /// Returns the draft that a number such as `d7` names.
    func draft(named operand: [UInt8], _ invocation: Invocation) throws(CommandFailure) -> FoundDraft {
        guard let number = DraftNumber(operand), case .draft = number else {
            let text = String(decoding: operand, as: UTF8.self)
            throw .usage("\"\(text)\" is not a draft. Drafts are named d1, d2, … Type: petrel drafts")
        }
        return try draft(number, invocation)
    }

    func drafting<Result>(_ body: () throws(DraftError) -> Result) throws(CommandFailure) -> Result {
        do throws(DraftError) { return try body() } catch { throw CommandFailure(error) }
    }

    /// Returns the message in a file that the user named; "-" is standard input.
    func message(in operand: [UInt8]) throws(CommandFailure) -> [UInt8] {
        let message: [UInt8]
        do throws(FileError) {
            message =
                operand == [0x2D] ? try FileReading.standardInput() : try FileReading.contents(of: Path(operand))
        } catch {
            throw CommandFailure(.noInput, "cannotRead", error.description)
        }
        guard Message(message).header.count > 0 else {
            let name = operand == [0x2D] ? "Standard input" : Path(operand).description
            throw CommandFailure(
                .dataError, "notAMessage", "\(name) is not a message: it has no header. Nothing was changed.")
        }
        return message
    }

    /// Prints the result for a message in one line, or its numbers in JSON.
    mutating func told(_ item: DraftItem, isInOutbox: Bool, _ command: Command, _ sentence: String) {
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
                }
            }
        } else {
            printLine("\(sentence) \(isInOutbox ? outbox ?? "" : draft ?? "")")
        }
    }

    mutating func show(_ list: [FoundDraft], as key: String, of command: Command) {
        let isAccessible = isAccessible
        let layout = ListRowLayout(self)
        answer(command) { json in
            json.key(key)
            json.array { json in
                for draft in list { json.object { draft.members(to: &$0) } }
            }
        } text: { output in
            for draft in list {
                let line = DraftLine(draft)
                output.write(isAccessible ? line.sentence : line.line(in: layout))
            }
        }
    }
}

extension FoundDraft {
    /// The store's identifier of the draft.
    func identity() throws(DraftError) -> DraftID {
        guard let id = item.draftID else { throw .missing(DraftID(random: [UInt8](repeating: 0, count: 16))) }
        return id
    }
}

extension Sidecar {
    /// Releases a held message for sending. If petrel never queued it, it is sent to the recipients in `envelope`.
    mutating func release(at now: Instant, _ envelope: Envelope?) {
        guard sendState == .none || sendState == .failed else { return }
        self.envelope = self.envelope ?? envelope
        sendState = .queued
        isDraft = false
        queuedDate = now
        retryCount = 0
        lastError = nil
        hold = nil
    }
}
