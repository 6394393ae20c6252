internal import Accounts
internal import Disk
internal import InternetMessage
internal import LineEditing
internal import MailEngine
internal import MailIndex
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import SASL
internal import Terminal

extension Command {
    static let diagnose = Command(
        name: "diagnose", summary: "show everything about the sync of an account, and test it",
        operands: [.zeroOrMore("ACCOUNT", .account)],
        options: [
            Option("mask", summary: "shorten addresses and leave out subjects, to show the report to others"),
            Option("copy", summary: "copy the masked report to the clipboard of the terminal"),
            Option("offline", summary: "do not connect to the servers"),
            Option("reset", summary: "forget the state of the sync, so that the next one compares everything"),
            Option("yes", summary: "do not ask before --reset"),
        ],
        configuration: .tolerant,
        details: """
            Shows the account and its servers, the state of its sync, its connections, folders and outbox, the last events, and
            what tests of the servers, the disk and the clock find. Problems end with what to do. --reset loses no mail on either
            side, but flags that were changed here and are not synced yet become those of the server. To sync at once, type:
            sync ACCOUNT
            """,
        examples: ["petrel diagnose work", "petrel diagnose --mask > report.txt", "petrel diagnose work --reset"]
    ) { invocation, console throws(CommandFailure) in
        let accounts = try console.accountsToSync(invocation)
        if invocation.has("reset") { return try console.reset(accounts, invocation) }
        let status = try console.workerStatus()
        var reports: [DiagnoseReport] = []
        for account in accounts {
            reports.append(try console.diagnosis(of: account, status, isOffline: invocation.has("offline")))
        }
        let isMasked = invocation.has("mask") || invocation.has("copy")
        let lines = reports.flatMap {
            $0.lines(console.zone, isMasked: isMasked, isAccessible: console.isAccessible)
        }
        if invocation.has("copy") { return try console.copy(lines) }
        let zone = console.zone
        console.answer(invocation.command) { json in
            json.key("accounts")
            json.array { json in
                for report in reports { json.object { report.members(to: &$0, zone, isMasked: isMasked) } }
            }
        } text: { output in
            for line in lines { output.write(line + "\n") }
        }
        return reports.allSatisfy(\.isFine) ? .done : .someFailed
    }
}

extension Console {
    /// Copies text with the terminal's own clipboard command, which also works over SSH [xterm control sequences, OSC 52].
    fileprivate mutating func copy(_ lines: [String]) throws(CommandFailure) -> ExitCode {
        guard columns != nil else {
            throw .usage("--copy needs a terminal. Type: petrel diagnose --mask > report.txt")
        }
        let text = Array(lines.map { $0 + "\n" }.joined().utf8)
        var encoded: [UInt8] = []
        Base64.encode(text.span, into: &encoded)
        output.write("\u{1B}]52;c;")
        output.write(encoded.span)
        output.write(0x07)
        output.flush()
        printLine("Copied \(lines.count) lines, if your terminal permits it. Otherwise type: petrel diagnose --mask")
        return .done
    }

    fileprivate mutating func reset(
        _ accounts: [MailAccount], _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        guard accounts.count == 1, let account = accounts.first else {
            throw .usage("Say which account: petrel diagnose NAME --reset")
        }
        if !invocation.has("yes") {
            let question = Question(
                text: "This will re-download all emails for this account. Continue?",
                answers: [.init(letter: "c", words: "Continue"), .init(letter: "n", words: "No")], safe: 1,
                remedy: "Add --yes to do it anyway.")
            guard try ask(question) == 0 else {
                printLine("Nothing was changed.")
                return .done
            }
        }
        let state = try account.makingState()
        do throws(SyncFailure) {
            try SyncStateInspectionAndReset(in: state).reset(at: clock.now())
        } catch {
            throw CommandFailure(.temporaryFailure, "syncFailed", "\(error.sentence) Nothing was changed.")
        }
        printLine("The next sync of \(account.name) compares everything. Type: petrel sync \(account.name)")
        return .done
    }

    /// Collects what is known about an account, and tests it.
    fileprivate mutating func diagnosis(
        of account: MailAccount, _ status: WorkerStatus, isOffline: Bool
    ) throws(CommandFailure) -> DiagnoseReport {
        let state = try account.makingState()
        var report = DiagnoseReport(account.configuration)
        report.state = status.states[account.name.text]
        report.record = LastSyncRecord(in: state)
        report.events = status.events.filter { $0.account == account.name.text }.suffix(DiagnoseReport.mostEvents)
        do throws(SyncFailure) {
            report.mailboxes = try SyncStateInspectionAndReset(in: state).mailboxes(at: clock.now())
        } catch {
            report.mailboxProblem = error.sentence
        }
        for mailbox in try index(of: account) { report.counts[mailbox.name] = (mailbox.total, mailbox.unread) }
        if let store = try account.existingDrafts() {
            let contents = try account.files { [now = clock.now()] () throws(FileError) in
                try store.contents(at: now)
            }
            for item in contents.outbox {
                report.outbox["\(item.sidecar?.sendState.rawValue ?? "queued")", default: 0] += 1
            }
        }
        report.checks = try checks(of: account, report.record, isOffline: isOffline)
        return report
    }

    private func index(of account: MailAccount) throws(CommandFailure) -> [IndexedMailbox] {
        (try? account.index()?.mailboxes()) ?? []
    }

    /// What a person would try.
    private mutating func checks(
        of account: MailAccount, _ record: LastSyncRecord?, isOffline: Bool
    ) throws(CommandFailure) -> [DiagnoseReport.Check] {
        var checks: [DiagnoseReport.Check] = []
        if !isOffline { checks += try serverChecks(of: account) }
        let now = clock.now()
        let last = max(record?.completed?.seconds ?? 0, record?.failure?.time.seconds ?? 0)
        checks.append(
            .init(
                "clock",
                now.seconds + 60 >= last ? nil : "The clock of this machine is behind the last sync. Set it right."))
        let mail = try account.makingMail()
        let free = mail.root.availableBytes
        checks.append(
            .init(
                "disk",
                free.map { $0 >= Self.leastSpace } ?? true
                    ? nil : "Only \(ByteCountText.of(free ?? 0)) are free for mail. Delete something."))
        var problems = mail.problemsBesideMbsync
        if try account.files({ () throws(FileError) in try Self.isSyncedByOfflineIMAP(mail.root) }) {
            problems.append("OfflineIMAP keeps this Maildir in sync, too. Let only one program do it.")
        }
        checks.append(.init("other programs", problems.isEmpty ? nil : problems.joined(separator: " ")))
        return checks
    }

    private static var leastSpace: Int { 100_000_000 }

    private mutating func serverChecks(of account: MailAccount) throws(CommandFailure) -> [DiagnoseReport.Check] {
        let configuration = account.configuration
        guard configuration.secret != nil || canAsk else {
            return [.init("sign-in", "No password is stored for \(account.name). Type: petrel help account add")]
        }
        let credentials: Credentials
        do throws(CommandFailure) {
            credentials = try self.credentials(of: configuration)
        } catch {
            return [.init("sign-in", error.message)]
        }
        output.flush()
        let check = AccountCheck(configuration, as: credentials, by: connections, clock: clock)
        let found = waiting(unless: input.isStopped, for: { await check.run() })
        guard let found else {
            throw CommandFailure(.interrupted, "interrupted", "Stopped before the servers answered.")
        }
        return [.init("receiving", found.inbox.problemSentence), .init("sending", found.submission.problemSentence)]
    }

    /// Whether OfflineIMAP has left its state in the Maildir.
    private static func isSyncedByOfflineIMAP(_ root: Directory) throws(FileError) -> Bool {
        for place in [root, try? root.directory(Array("INBOX".utf8))]
        where try place?.status(of: Array(".offlineimap".utf8)) != nil {
            return true
        }
        return false
    }
}
