internal import Accounts
internal import Disk
internal import MailTypes
internal import MaildirStore
internal import Platform

extension Console {
    /// Returns all drafts and queued messages of the accounts that the command applies to.
    func drafts(_ invocation: Invocation) throws(CommandFailure) -> DraftsAndOutbox {
        try drafts(of: accounts(invocation))
    }

    func drafts(of accounts: [MailAccount]) throws(CommandFailure) -> DraftsAndOutbox {
        var found = DraftsAndOutbox()
        for account in accounts {
            do throws(CommandFailure) {
                guard let store = try account.existingDrafts() else { continue }
                found.add(try account.contents(of: store, at: clock.now(), &found.obstacle), of: account, store)
            } catch {
                // Without its directories an account has no drafts.
                guard error.preventsSaving else { throw error }
                found.obstacle = found.obstacle ?? error
            }
        }
        found.drafts.sort { ($0.item.sidecar?.draftNumber ?? 0) < ($1.item.sidecar?.draftNumber ?? 0) }
        found.outbox.sort { ($0.item.sidecar?.outboxNumber ?? 0) < ($1.item.sidecar?.outboxNumber ?? 0) }
        return found
    }

    /// Says why nothing can be saved, if so. At the prompt it is said once, until something can be saved again.
    mutating func report(_ obstacle: CommandFailure?) {
        let isKnown = session?.isUnableToSave ?? false
        session?.isUnableToSave = obstacle != nil
        if let obstacle, !isKnown { printError(obstacle.whileReading) }
    }

    func draft(_ number: DraftNumber, _ invocation: Invocation) throws(CommandFailure) -> LocatedDraft {
        let all = try drafts(invocation)
        switch number {
        case .draft(let number):
            if let draft = all.drafts.first(where: { $0.item.sidecar?.draftNumber == number }) { return draft }
            throw CommandFailure(.noInput, "noSuchDraft", "There is no draft d\(number). Type: petrel drafts")
        case .outbox(let number):
            if let message = all.outbox.first(where: { $0.item.sidecar?.outboxNumber == number }) { return message }
            throw CommandFailure(
                .noInput, "noSuchMessage", "There is no message o\(number) in the outbox. Type: petrel outbox")
        }
    }

    /// Returns the draft that a number such as `d7` names.
    func draft(named operand: [UInt8], _ invocation: Invocation) throws(CommandFailure) -> LocatedDraft {
        guard let number = DraftNumber(operand), case .draft = number else {
            let text = String(decoding: operand, as: UTF8.self)
            throw .usage("\"\(text)\" is not a draft. Drafts are named d1, d2, … Type: petrel drafts")
        }
        return try draft(number, invocation)
    }

    func account(of draft: LocatedDraft, _ invocation: Invocation) throws(CommandFailure) -> MailAccount {
        guard let account = try accounts(invocation).first(where: { $0.name == draft.account }) else {
            throw CommandFailure(
                .configuration, "noSuchAccount", "The account \(draft.account) is gone. Type: petrel account list")
        }
        return account
    }

    func drafting<Result>(_ body: () throws(DraftError) -> Result) throws(CommandFailure) -> Result {
        do throws(DraftError) { return try body() } catch { throw CommandFailure(error) }
    }
}
