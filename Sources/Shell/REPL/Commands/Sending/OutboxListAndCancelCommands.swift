internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform

extension Command {
    static let outbox = Command(
        name: "outbox", aliases: ["o", "outbox list"], summary: "list messages that wait to be sent",
        options: .forPrograms, configuration: .complete,
        details: """
            Shows the state of each message, and for a planned one its time. outbox flush sends them, outbox retry oN tries
            one again, and outbox cancel oN turns one back into a draft.

            """ + RecordFormatter.help(RecordFields.outbox),
        examples: ["petrel outbox", "petrel outbox retry o3"], quickForm: "outbox"
    ) { invocation, console throws(CommandFailure) in
        let found = try console.drafts(invocation)
        let outbox = found.outbox
        let isForPrograms = try console.printRecords(
            outbox.map { RecordFields.Draft($0) }, RecordFields.outbox, invocation)
        if isForPrograms { return .done }
        console.answer(with: outbox, as: "outbox", of: invocation.command)
        console.report(found.obstacle)
        if outbox.isEmpty { console.note("The outbox is empty.") }
        console.noteHeld(in: outbox)
        console.noteMailWithoutAccount(invocation)
        if outbox.contains(where: { $0.item.sidecar?.submission == .queued }) { console.noteOfflinePrompt() }
        return .done
    }

    static let outboxCancel = Command(
        name: "outbox cancel", aliases: ["outbox undo", "cancel"], summary: "turn a queued message back into a draft",
        operands: [.one("oN", .draft)],
        details: """
            The message is not sent until you send it again. Recipients for whom the server accepted it are removed from the
            draft. If it may have arrived, petrel asks before it sends the draft, or needs --allow-duplicate.
            """,
        examples: ["petrel outbox cancel o3"]
    ) { invocation, console throws(CommandFailure) in
        guard let number = DraftNumber(invocation.operands[0]), case .outbox = number else {
            throw .usage("Say which message: oN. Type: petrel outbox")
        }
        let message = try console.draft(number, invocation)
        let now = console.clock.now()
        let draft = try console.drafting { () throws(DraftError) in
            try message.store.takeBack(message.identity(), at: now)
        }
        console.session?.windows.removeAll { $0.id == draft.draftID }
        let earlier = draft.sidecar?.earlierDelivery
        console.printResult(
            for: draft, isInOutbox: false, of: invocation.command, "Taken back from the outbox as",
            members: { LocatedDraft.members(of: earlier, to: &$0) })
        for sentence in earlier?.sentences ?? [] { console.note(sentence) }
        return .done
    }
}
