internal import Accounts
internal import LineEditing
internal import MaildirStore
internal import Platform

extension CommandGroup {
    static let session = CommandGroup(
        "Prompt",
        [
            .help, .quit, .set, .run, .history, .events, .renumber, .completions,
        ])
}

extension Command {
    static let next = Command(
        name: "next", summary: "show the next message in the list", places: [.prompt],
        details: "That is the message after the one shown last.", examples: ["next"]
    ) { invocation, console throws(CommandFailure) in
        try console.step(by: 1, invocation)
    }

    static let previous = Command(
        name: "prev", summary: "show the previous message in the list", places: [.prompt],
        details: "That is the message before the one shown last.", examples: ["prev"]
    ) { invocation, console throws(CommandFailure) in
        try console.step(by: -1, invocation)
    }

    static let undo = Command(
        name: "undo", aliases: ["u"], summary: "undo sending, or the last change to messages", places: [.prompt],
        details:
            "During the undo window of a message it stops that message; otherwise it undoes the last archive, delete or move.",
        examples: ["undo"], quickForm: "undo"
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
            session.windows.removeAll { $0.id == window.id }
            console.tell(SendWindowEnd(window, console).close() ?? DeliveryDescriptions.sending)
        }
        return .done
    }

    static let set = Command(
        name: "set", summary: "show or change a setting", operands: [.optional("NAME", .setting), .optional("VALUE")],
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
    fileprivate mutating func step(by step: Int, _ invocation: Invocation) throws(CommandFailure) -> ExitCode {
        guard let session, !session.list.isEmpty else { throw .usage("There is no list yet. Type: list") }
        let place = session.current.flatMap { session.list.firstIndex(of: $0) }
        let next = place.map { $0 + step } ?? (step > 0 ? 0 : session.list.count - 1)
        guard session.list.indices.contains(next) else {
            note(step > 0 ? "That was the last message in the list." : "That was the first message in the list.")
            return .done
        }
        try PromptCommandLine(Array("show \(session.list[next])".utf8)).run(on: &self)
        return .done
    }

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
        let draft = FoundDraft(item: item, isInOutbox: false, account: window.account.name, store: window.store)
        let name = draft.number ?? window.draftName
        if session.compose != nil {
            printLine("Send undone. Back in draft \(name). Type: resume \(name)")
        } else {
            try open(draft, of: window.account)
            printLine("Send undone. Back in draft \(name).")
        }
        return true
    }

    // MARK: - Opening

    fileprivate func found(_ operand: [UInt8], _ invocation: Invocation) throws(CommandFailure) -> FoundDraft {
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
            guard found.isInOutbox else { return try open(found, of: account) }
            let now = clock.now()
            let item = try drafting { () throws(DraftError) in
                try found.store.takeBack(found.identity(), at: now)
            }
            session?.windows.removeAll { $0.id == item.draftID }
            let draft = FoundDraft(item: item, isInOutbox: false, account: found.account, store: found.store)
            try open(draft, of: account)
            printLine(
                "Taken back from the outbox as draft \(draft.number ?? ""). It will not be sent until you type send.")
            return
        }
        let drafts = try drafts(invocation).drafts
        guard let last = drafts.last else {
            throw CommandFailure(.noInput, "noDrafts", "There are no drafts. Type: new")
        }
        try open(last, of: account(of: last, invocation))
    }

    // MARK: - Settings

    fileprivate mutating func set(_ invocation: Invocation) throws(CommandFailure) {
        let home = try home()
        guard let name = try invocation.text(operand: 0) else {
            let settings = Settings(of: home)
            for setting in Setting.all {
                printLine(
                    "\(DisplayWidth.fit(setting.name, columns: 15)) \(settings[setting] ?? "-")  \(setting.summary)")
            }
            return
        }
        guard let setting = Setting.named(name) else {
            throw .usage("There is no setting \"\(name)\". Type: set")
        }
        guard let value = try invocation.text(operand: 1) else {
            return printLine("\(setting.name) \(Settings(of: home)[setting] ?? "-")")
        }
        if value.isEmpty, setting.values == .text {
            if isInteractive { try remember(nil, as: setting, in: home) }
            return printLine("\(setting.name) is no longer set.")
        }
        guard setting.accepts(value) else { throw .usage("\(setting.name) can be \(setting.rule).") }
        if setting == .undo { session?.undo = UndoWindow(value) }
        follow(setting, value, Settings(of: home))
        guard isInteractive else { return }
        try remember(value, as: setting, in: home)
        if setting == .watch, value == "off" { stopWatch() }
        printLine("\(setting.name) is now \(value).")
    }

    private func remember(_ value: String?, as setting: Setting, in home: Home) throws(CommandFailure) {
        do throws(AccountError) { try Settings.set(setting, to: value, in: home) } catch { throw CommandFailure(error) }
    }
}
