internal import Accounts
internal import Disk
internal import MailTypes
internal import MaildirStore
internal import Platform

extension Command {
    static let send = Command(
        name: "send", summary: "send a draft or a message file", operands: [.one("dN|oN|FILE", .draft)],
        options: [.undo, .wait, ExternalDraftChange.option] + PreSendChecks.options,
        details: """
            A message file must name its recipients; its From field selects the account; "-" is standard input. oN sends a
            message that is on hold, because another program put it into the outbox or the home was copied.
            """,
        examples: ["petrel send d7", "petrel send letter.eml"]
    ) { invocation, console throws(CommandFailure) in
        let operand = invocation.operands[0]
        let code: ExitCode
        if let number = DraftNumber(operand) {
            let found = try console.draft(number, invocation)
            if found.isInOutbox {
                code = try console.release(found, invocation)
            } else {
                code = try console.send(found, invocation)
            }
        } else {
            code = try console.queue(file: operand, invocation)
        }
        if let outbox = try? console.drafts(invocation).outbox { console.noteHeld(in: outbox) }
        return code
    }
}

extension Console {
    /// Releases a message that is held in the outbox.
    fileprivate mutating func release(
        _ found: FoundDraft, _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        let now = clock.now()
        let wait = try secondsToWait(invocation)
        let account = try account(of: found, invocation)
        let envelope = try envelope(of: found, invocation)
        let queued = try drafting { () throws(DraftError) in
            try found.store.update(found.identity(), at: now) { $0.release(at: now, envelope) }
        }
        return try self.queued(queued, of: account, wait: wait, invocation)
    }

    /// Queues a message that is ready to be sent.
    fileprivate mutating func queue(
        file operand: [UInt8], _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        let wait = try secondsToWait(invocation)
        let submission = SubmittedMessage(message: try OutboxPreparation.ready(message(in: operand)))
        try OutboxPreparation.check(submission.message)
        let (account, item) = try queue(submission, invocation)
        return try queued(item, of: account, wait: wait, invocation)
    }
}
