internal import Accounts
internal import Disk
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform

extension Command {
    static let send = Command(
        name: "send", summary: "send a draft or a message file", operands: [.one("dN|oN|FILE", .draft), .planning],
        options: [.undo, .wait, ExternalDraftChange.option] + Option.securityOptOuts + Option.planning
            + PreSendChecks.options,
        details: """
            A message file must name its recipients; its From field selects the account; "-" is standard input. It is
            signed and encrypted as the settings of that account say; if that fails, it is kept as a draft. oN sends
            a message that is on hold, because another program put it into the outbox or the home was copied, and a
            planned message at once or at another time. at TIME and in DELAY send it later, never earlier than that: at
            mon 9:00, at tomorrow 6:30pm, at 2026-12-01 08:30, in 2h. Times are local unless they end in an offset such
            as +01:00. A time that clocks show twice when they are set back is the second one; one that they skip is
            moved by the skipped hour. This machine must be on and petrel must run then; otherwise the message is sent
            when petrel runs next. outbox cancel oN stops it.
            """,
        examples: ["petrel send d7", "petrel send letter.eml", "petrel send d7 at mon 9:00"]
    ) { invocation, console throws(CommandFailure) in
        let operand = invocation.operands[0]
        if ["at", "in"].contains(where: { operand.elementsEqual($0.utf8) }) {
            throw .usage("Say first what to send: send dN at mon 9:00, send dN in 2h. Type: petrel drafts")
        }
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
        _ found: LocatedDraft, _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        let moment = DateAndUptime(clock.now(), clock.uptime())
        let wait = try secondsToWait(invocation)
        let planned = try plannedTime(invocation)
        let account = try account(of: found, invocation)
        let envelope = try envelope(of: found, invocation)
        if found.item.sidecar?.isOutcomeUnknown ?? false {
            let number = found.number ?? "oN"
            throw CommandFailure(
                .dataError, "outcomeUnknown",
                "\(number) may have arrived. To send it again, type: petrel outbox retry \(number)  "
                    + "If it arrived: petrel outbox sent \(number)")
        }
        let queued = try drafting { () throws(DraftError) in
            try found.store.update(found.identity(), at: moment.date) { (sidecar) throws(DraftError) in
                guard sidecar.release(at: moment, envelope, plannedFor: planned) else {
                    throw .beingSent(try found.identity())
                }
            }
        }
        return try self.queued(queued, of: account, wait: wait, invocation)
    }

    /// Queues a message that is ready to be sent.
    fileprivate mutating func queue(
        file operand: [UInt8], _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        let wait = try secondsToWait(invocation)
        var submission = SendmailMessage(message: try OutboxPreparation.ready(message(in: operand)))
        submission.omission = SecurityOptOut(invocation)
        try OutboxPreparation.check(submission.message)
        let (account, item, plan) = try queue(submission, invocation)
        if let plan { note(plan) }
        return try queued(item, of: account, wait: wait, invocation)
    }
}
