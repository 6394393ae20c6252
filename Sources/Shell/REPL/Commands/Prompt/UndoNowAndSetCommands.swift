internal import Accounts
internal import Composer
internal import LineEditing
internal import MailTypes
internal import MaildirStore
internal import Platform

extension CommandGroup {
    static let session = CommandGroup(
        "Prompt",
        [
            .help, .quit, .set, .run, .alias, .unalias, .history, .events, .renumber, .completions,
        ])
}

extension Command {
    static let undo = Command(
        name: "undo", aliases: ["u"], summary: "undo sending, or the last change to messages",
        details: """
            During the undo window of a message, stops that message. Otherwise, undoes the last archive, delete, move, copy,
            junk, not-junk, flag, unflag, read or unread, also if it has reached the server; type it again for the change
            before it. From a shell, undoes the last change. What others changed in the meantime stays, and the copies that
            copy made go to Trash. Messages that were deleted permanently cannot be brought back.
            """,
        examples: ["petrel undo"], quickForm: "undo"
    ) { invocation, console throws(CommandFailure) in
        if try console.undoSend(invocation) { return .done }
        return try console.undoLastChange(invocation)
    }

    static let now = Command(
        name: "now", summary: "send without waiting for the undo window", operands: [.optional("oN", .draft)],
        places: [.prompt], details: "Without oN, sends all messages whose undo window is open.", examples: ["now"],
        quickForm: "now"
    ) { invocation, console throws(CommandFailure) in
        guard let session = console.session, !session.windows.isEmpty else {
            throw .usage("No undo window is open. Type: outbox")
        }
        let wanted = session.windows.filter { window in
            invocation.operands.first.map { $0.elementsEqual(window.outboxName.utf8) } ?? true
        }
        if wanted.isEmpty { throw .usage("The undo window of that message is not open. Type: outbox") }
        for window in wanted {
            session.windows.removeAll { $0.id == window.id && $0.outboxNumber == window.outboxNumber }
            console.tell(window.release(on: console) ?? DeliveryDescriptions.sending)
        }
        return .done
    }

    static let set = Command(
        name: "set", summary: "show or change a setting",
        operands: [.optional("NAME", .setting), .optional("VALUE", .settingValue)],
        places: [.prompt],
        details: """
            Without VALUE, shows the current value. In a script, a setting lasts until the script ends. undo is the length of
            the undo window in seconds. An empty VALUE ("") resets a text setting.
            """,
        examples: ["set", "set undo 10", "set accessible on", "set editor 'nano -r 72'", "set editor ''"]
    ) { invocation, console throws(CommandFailure) in
        try console.set(invocation)
        return .done
    }
}

extension Console {
    // MARK: - Undoing a send

    /// Undoes the latest sending whose undo window is open, and opens the draft. Returns `false` if there is none.
    mutating func undoSend(_ invocation: Invocation) throws(CommandFailure) -> Bool {
        guard let session, let window = session.windows.popLast() else { return false }
        let item: DraftItem
        do throws(CommandFailure) {
            item = try takeBack(window)
        } catch {
            if error.code != "noSuchDraft" { session.windows.append(window) }
            throw error
        }
        let draft = LocatedDraft(item: item, isInOutbox: false, account: window.account.name, store: window.store)
        let name = draft.number ?? window.draftName
        if session.compose != nil {
            printLine("Send undone. Back in draft \(name). Type: resume \(name)")
        } else {
            try open(draft, of: window.account)
            printLine("Send undone. Back in draft \(name).")
        }
        if session.hasChangedSinceSend, session.windows.isEmpty {
            note("Messages were changed after it was sent. To undo that too, type undo when the draft is closed.")
            session.hasChangedSinceSend = false
        }
        return true
    }

    // MARK: - Opening

    fileprivate func found(_ operand: [UInt8], _ invocation: Invocation) throws(CommandFailure) -> LocatedDraft {
        guard let number = DraftNumber(operand) else {
            let text = String(decoding: operand, as: UTF8.self)
            throw .usage("\"\(text)\" is not a draft. Drafts are named d1, d2, … Type: petrel drafts")
        }
        return try draft(number, invocation)
    }

    mutating func resume(_ invocation: Invocation) throws(CommandFailure) {
        if let operand = invocation.operands.first {
            let found = try found(operand, invocation)
            if let compose = session?.compose, compose.reservation.id == found.item.draftID { return }
            let account = try account(of: found, invocation)
            guard found.isInOutbox else {
                try open(found, of: account)
                return showResumed()
            }
            let now = clock.now()
            let item = try drafting { () throws(DraftError) in
                try found.store.takeBack(found.identity(), at: now)
            }
            session?.windows.removeAll { $0.id == item.draftID }
            let draft = LocatedDraft(item: item, isInOutbox: false, account: found.account, store: found.store)
            try open(draft, of: account)
            printLine(
                "Taken back from the outbox as draft \(draft.number ?? ""). It will not be sent until you type send.")
            for sentence in item.sidecar?.earlierDelivery?.sentences ?? [] { note(sentence) }
            return showResumed()
        }
        // Closing the open draft saves it, which renames its file.
        let openDraft = session?.compose?.reservation.id
        try closeDraft(saying: true)
        let drafts = try drafts(invocation).drafts
        guard let last = drafts.last(where: { $0.item.draftID != openDraft }) ?? drafts.last else {
            throw CommandFailure(.noInput, "noDrafts", "There are no drafts. Type: new")
        }
        try open(last, of: account(of: last, invocation))
        showResumed()
    }

    /// Shows the header of a draft that was opened again, and how long its text is.
    private mutating func showResumed() {
        showOpenDraft()
        guard isInteractive, let lines = session?.compose?.draft.lines else { return }
        printLine(
            lines.isEmpty
                ? "There is no text yet. Type: body"
                : "\(lines.count.counted("line")) of text. Type: body, lines or preview")
    }
}
