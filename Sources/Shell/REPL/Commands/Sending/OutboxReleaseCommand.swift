internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform

extension Command {
    static let outboxRelease = Command(
        name: "outbox resume", aliases: ["outbox release"], summary: "queue messages again that are on hold",
        options: [.yes],
        details: """
            If petrel's directory was copied, restored from a backup or moved to another disk, petrel puts the waiting messages
            on hold, because the original may have sent them. This queues all of them again. send oN queues one;
            outbox cancel oN turns one into a draft.
            """,
        examples: ["petrel outbox resume", "petrel outbox resume --yes"]
    ) { invocation, console throws(CommandFailure) in
        let held = try console.drafts(invocation).outbox.filter(\.item.isHeldInCopy)
        if !held.isEmpty, !invocation.has("yes") {
            let question = Question(
                text:
                    "Send \(held.count.counted("message")) that may have been sent elsewhere?",
                answers: [.init(letter: "s", words: "Send"), .init(letter: "k", words: "Keep Held")], safe: 1,
                remedy: "Add --yes.")
            if try console.ask(question) == 1 {
                throw CommandFailure(.interrupted, "cancelled", "Nothing was changed.")
            }
        }
        let moment = DateAndUptime(console.clock.now(), console.clock.uptime())
        var released: [LocatedDraft] = []
        for message in held {
            let envelope = try console.envelope(of: message, invocation)
            let item = try console.drafting { () throws(DraftError) in
                try message.store.update(message.identity(), at: moment.date) {
                    _ = $0.release(at: moment, envelope)
                }
            }
            released.append(
                LocatedDraft(item: item, isInOutbox: true, account: message.account, store: message.store))
        }
        console.answer(with: released, as: "outbox", of: invocation.command)
        for account in try console.accounts(invocation) where released.contains(where: { $0.account == account.name }) {
            console.deliverSoon(account)
        }
        if released.isEmpty { console.note("No message is on hold because of a copy. Type: petrel outbox") }
        return .done
    }
}

extension Console {
    /// Explains that messages are on hold because this home is a copy.
    mutating func noteHeld(in outbox: [LocatedDraft]) {
        let held = outbox.filter(\.item.isHeldInCopy)
        guard let first = held.first?.number else { return }
        let (messages, they, one) =
            held.count == 1
            ? ("1 message is", "it may", "")
            : ("\(held.count) messages are", "they may", ", or one: petrel send \(first)")
        note(
            """
            \(messages) held: this home was copied, restored or moved to another disk after the order to send, so \
            \(they) have been sent from elsewhere. To send \(held.count == 1 ? "it" : "all"), type: petrel outbox \
            resume\(one)
            """)
    }
}

extension DraftItem {
    /// Whether the message was queued before the home was copied, and has not been released since.
    var isHeldInCopy: Bool { isHeld && problem == nil && sidecar?.hold == .copied }
}
