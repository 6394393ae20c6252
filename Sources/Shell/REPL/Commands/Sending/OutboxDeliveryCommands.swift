internal import Accounts
internal import Disk
internal import MailEngine
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform

extension CommandGroup {
    static let sending = CommandGroup(
        "Send",
        [
            .send, .outbox, .undo, .now, .outboxCancel, .outboxFlush, .outboxRetry, .outboxSent, .outboxRelease,
            .sendmail, .gitSetup,
        ])
}

extension Command {
    static let outboxFlush = Command(
        name: "outbox flush", aliases: ["flush"], summary: "send the messages in the outbox",
        options: [.wait, Option("background", summary: "wait only if no other petrel waits in this way")],
        details: """
            Messages are sent in the order in which they were queued. If the server defers one, petrel retries after 30
            seconds, 2 minutes and 8 minutes: with --wait in this command, otherwise the next time it runs. A transmission
            that has begun is not cut off when that time is over. A message that waits because the server could not be reached
            is tried at once. Exits with 1 if a message in the outbox failed or may not have arrived, now or before, and with
            75 if one waits for another attempt. sendmail starts this command with --background: one of them then waits for
            all messages, and the others end after the first attempt. While a prompt works offline, the outbox is sent
            nevertheless, but not with --background.
            """,
        examples: ["petrel outbox flush", "petrel outbox flush --wait 60"]
    ) { invocation, console throws(CommandFailure) in
        try console.checkOnline()
        let wait = try invocation.seconds("wait") ?? 0
        let accounts = try console.accounts(invocation)
        if !accounts.contains(where: { !$0.configuration.smtpServers.isEmpty }) {
            throw CommandFailure(
                .configuration, "noServer",
                "No account has a server yet. What you send waits here. Type: petrel help account add")
        }
        console.enterSandbox(for: accounts)
        if !invocation.has("background") { console.noteSendingDespiteOfflinePrompt() }
        let reports =
            invocation.has("background")
            ? try console.deliverInBackground(accounts, wait: .seconds(wait))
            : try console.deliver(
                accounts, wait: .seconds(wait), triesAtOnce: true, despiteOfflinePrompts: true)
        let outbox = try console.drafts(of: accounts).outbox
        let isBusy = reports.contains(where: \.isBusy)
        let failure = isBusy ? nil : Self.failure(in: outbox)
        let code = failure == nil || reports.exitCode == .inputOutput ? reports.exitCode : .someFailed
        if console.isJSON {
            console.object(of: invocation.command.name, failure) { json in
                json.key("outbox")
                json.array { json in
                    for found in outbox { json.object { found.members(to: &$0) } }
                }
            }
        } else if isBusy {
            console.note(Self.busy)
        } else {
            console.reportRemainingOutbox(outbox, after: reports.flatMap(\.events))
            console.noteAwaitedCopies(reports)
        }
        return code
    }

    /// Says which messages were not sent, or may not have been. Returns `nil` if there are none.
    private static func failure(in outbox: [LocatedDraft]) -> CommandFailure? {
        let unsent = outbox.filter { [.failed, .unknown].contains($0.item.sidecar?.submission) }
        let names = unsent.map { $0.number ?? "one" }
        if names.isEmpty { return nil }
        return CommandFailure(
            .someFailed, "notSent",
            "Not sent, or not confirmed: \(names.joined(separator: ", ")). The messages are kept. Type: petrel outbox")
    }

    private static let busy = "Another petrel is sending, including the messages waiting here."

    static let outboxRetry = Command(
        name: "outbox retry", aliases: ["retry"], summary: "queue a failed message again",
        operands: [.optional("oN", .draft)],
        details: """
            Without oN, retries all failed messages. A message that may have arrived is sent again only if you name it.
            """,
        examples: ["petrel outbox retry o3"]
    ) { invocation, console throws(CommandFailure) in
        try console.change(invocation, "queued") { sidecar, moment in
            if sidecar.submission == .queued {
                sidecar.nextAttempt = nil
                return true
            }
            return sidecar.requeue(at: moment)
        }
    }

    static let outboxSent = Command(
        name: "outbox sent", aliases: ["sent"], summary: "mark a message as sent", operands: [.one("oN", .draft)],
        details: """
            For a message whose delivery was not confirmed, if you know that it arrived. petrel stores it in Sent and does not
            send it again.
            """,
        examples: ["petrel outbox sent o3"]
    ) { invocation, console throws(CommandFailure) in
        try console.change(invocation, "Marked as sent:") { sidecar, moment in sidecar.confirm(at: moment.date) }
    }
}

extension Command.Option {
    static let wait = Command.Option(
        "wait", value: "S", standard: "60", summary: "wait up to S seconds (60) until it is sent")
}

extension CommandFailure {
    /// `signal` is the one that ends the process; `nil` for Ctrl-C at the prompt.
    static func stoppedSending(_ signal: Int32?) -> CommandFailure {
        CommandFailure(
            signal.map { ExitCode(endedBy: $0) } ?? .interrupted, stoppedSendingCode,
            "Stopped. What was not sent waits in the outbox. Type: petrel outbox")
    }

    static let stoppedSendingCode = "interrupted"
}

extension Invocation {
    /// Returns the value of an option that is a number of seconds. Rejects values that are too large.
    func seconds(_ option: String) throws(CommandFailure) -> Int? {
        guard let text = try text(option) else { return nil }
        guard let number = Int(text), (0...Self.mostSeconds).contains(number), text.utf8.first != 0x2B else {
            throw .usage("--\(option) needs a number of seconds; \"\(text)\" is not one.")
        }
        return number
    }

    private static var mostSeconds: Int { 7 * 24 * 60 * 60 }
}

extension [DeliveryReport] {
    var exitCode: ExitCode {
        if contains(where: { $0.failure != nil }) { return .inputOutput }
        let events = flatMap(\.events)
        let hasFailed = events.contains { event in
            switch event {
            case .failed, .unknown: true
            case .sending, .fetching, .sent, .postponed, .offline, .awaitsPrompt, .problem, .stopped: false
            }
        }
        if hasFailed { return .someFailed }
        return contains(where: { $0.waiting > 0 }) ? codeOfQueued : .done
    }

    /// The code if a message is still queued.
    var codeOfQueued: ExitCode {
        allSatisfy { $0.failure == nil && ($0.waiting == 0 || $0.awaitsPassword) } ? .noPermission : .temporaryFailure
    }
}

extension Console {
    private static let waitingLock = Array("flush.lock".utf8)

    /// Sends what can be sent. Then waits only if no other process waits for the account, and until the messages that were
    /// queued meanwhile had the same time.
    fileprivate mutating func deliverInBackground(
        _ accounts: [MailAccount], wait: Duration
    ) throws(CommandFailure) -> [DeliveryReport] {
        guard let account = accounts.first else { return [] }
        let state = try account.makingState()
        let lock = try account.files { () throws(FileError) in try state.lock(Self.waitingLock, waiting: false) }
        defer { withExtendedLifetime(lock) {} }
        var reports = try deliver(accounts, wait: lock == nil ? .zero : wait, isInBackground: true)
        var begin = clock.elapsed() - wait
        // A delivery that does not wait would be repeated at once.
        while lock != nil, clock.elapsed() - begin > .seconds(1),
            try hasRecentMessages(accounts, since: wait)
        {
            begin = clock.elapsed()
            reports = try deliver(accounts, wait: wait, isInBackground: true)
        }
        return reports
    }

    /// Whether a message waits in the outbox that was queued less than `age` ago.
    private func hasRecentMessages(_ accounts: [MailAccount], since age: Duration) throws(CommandFailure) -> Bool {
        let now = DateAndUptime(clock.now(), clock.uptime())
        return try drafts(of: accounts).outbox.contains { found in
            guard let sidecar = found.item.sidecar, sidecar.submission == .queued, let moment = sidecar.queuedMoment
            else {
                return false
            }
            return now.since(moment) < age
        }
    }

    /// Changes the state of the named message, or of all to which the change applies.
    fileprivate mutating func change(
        _ invocation: Invocation, _ words: String, _ body: (inout Sidecar, DateAndUptime) -> Bool
    ) throws(CommandFailure) -> ExitCode {
        let all = try drafts(invocation).outbox
        var wanted = all.filter { $0.item.sidecar?.submission == .failed }
        if let operand = invocation.operands.first {
            guard let number = DraftNumber(operand), case .outbox = number else {
                throw .usage("Say which message: oN. Type: petrel outbox")
            }
            wanted = [try draft(number, invocation)]
        }
        let moment = DateAndUptime(clock.now(), clock.uptime())
        var changed: [LocatedDraft] = []
        for found in wanted {
            let item = try drafting { () throws(DraftError) in
                try found.store.advance(found.identity(), at: moment.date) { body(&$0, moment) }
            }
            guard let item else { continue }
            changed.append(LocatedDraft(item: item, isInOutbox: true, account: found.account, store: found.store))
        }
        if let operand = invocation.operands.first, changed.isEmpty {
            throw CommandFailure(
                .dataError, "wrongState",
                "\(String(decoding: operand, as: UTF8.self)) is not one of those. Nothing was changed. Type: petrel outbox"
            )
        }
        if isJSON {
            answer(with: changed, as: "outbox", of: invocation.command)
        } else if changed.isEmpty {
            note("No message has failed. Type: petrel outbox")
        } else {
            for found in changed { printLine("\(words) \(found.number ?? "")") }
        }
        for account in try accounts(invocation) where changed.contains(where: { $0.account == account.name }) {
            deliverSoon(account)
        }
        return .done
    }
}
