internal import Accounts
internal import JSONText
internal import LineEditing
internal import MailClients
internal import MailEngine
internal import MailIndex
internal import MailTypes
internal import Platform
private import Synchronization

/// What a watch reports to the prompt. Any thread can add to it.
final class PromptWatch: Sendable {
    let watch: SyncWorkerOrFollower
    let lines: WatchEventQueue
    private let outboxes: ChangedOutboxes

    init(_ makePlan: (WatchEventQueue, ChangedOutboxes) throws(CommandFailure) -> SyncWorkerOrFollower.Plan)
        throws(CommandFailure)
    {
        lines = WatchEventQueue()
        outboxes = ChangedOutboxes()
        watch = SyncWorkerOrFollower(try makePlan(lines, outboxes))
    }

    /// Returns the accounts whose outboxes have changed since the last call, and whether the server is back.
    func takeChangedOutboxes() -> [AccountName: Bool] { outboxes.take() }

    /// Whether no server can be reached.
    var isOffline: Bool {
        let states = watch.accountStates
        return !states.isEmpty && states.allSatisfy(\.isOffline)
    }
}

/// The accounts whose outboxes have changed.
final class ChangedOutboxes: Sendable {
    /// Whether the server is back, by account.
    private let names = Mutex<[AccountName: Bool]>([:])

    func add(_ name: AccountName, isServerBack: Bool) {
        names.withLock { $0[name] = isServerBack || $0[name] ?? false }
    }

    func take() -> [AccountName: Bool] {
        names.withLock { names in
            defer { names = [:] }
            return names
        }
    }
}

extension Console {
    /// Begins to keep the mail of all accounts in sync while the user works, unless it has begun, the user has turned it
    /// off, or there is no account with a server.
    func startWatch() {
        guard let session, session.watch == nil, !session.isPaused, isInteractive, input.watchesMail,
            !connections.isNone,
            let home = try? home(), Settings(of: home).isOn(.watch) ?? true,
            let environment = try? syncEnvironment(), let accounts = try? Self.watchedAccounts(environment),
            !accounts.isEmpty
        else { return }
        let wake = input.wake
        session.watch = try? PromptWatch { lines, outboxes throws(CommandFailure) in
            let tell: @Sendable ([WatchEvent]) -> Void = { found in
                lines.add(found)
                wake()
            }
            var plan = SyncWorkerOrFollower.Plan(
                environment: environment,
                accounts: { () throws(CommandFailure) in try Self.watchedAccounts(environment) }, tell: tell)
            plan.workerHooks = try newMailHook().map { [$0] } ?? []
            plan.outboxChanged = { name, isServerBack in
                outboxes.add(name, isServerBack: isServerBack)
                wake()
            }
            return plan
        }
        session.watch?.watch.start()
    }

    /// The accounts that can be synced without asking for a password.
    private static func watchedAccounts(_ environment: SyncEnvironment) throws(CommandFailure) -> [MailAccount] {
        try environment.accountsWithServers().filter { $0.configuration.secret != nil }
    }

    /// Stops the watch of the prompt. Another process of this home, if any, takes over.
    func stopWatch() {
        session?.watch?.watch.stop(within: 2)
        session?.watch = nil
        session?.unread = nil
    }
}

extension Console {
    /// The age in seconds from which the mail of an account is synced when the user turns to it [FR-SYNC-11].
    private static var staleness: Int64 { 5 * 60 }

    /// Syncs an account in the background if that has not been done for some time.
    mutating func syncIfStale(_ name: AccountName) {
        guard let session, session.watch != nil, !session.isPaused, session.syncing == nil,
            let account = try? everyAccount().first(where: { $0.name == name }), account.configuration.hasServer,
            account.configuration.secret != nil, let state = try? account.makingState()
        else { return }
        let completed = LastSyncRecord(in: state).completed?.seconds ?? .min
        guard completed < clock.now().seconds - Self.staleness else { return }
        session.syncing = try? beginSync([account], AccountSync.Request(), within: nil)
    }
}

extension PromptState {
    /// At most this many new messages are reported one by one.
    private static let mostMessages = 3

    /// Returns what the watch reports, as lines, and whether mail has arrived.
    func watchEvents(_ console: Console) -> (lines: [String], hasNewMail: Bool) {
        guard let watch else { return ([], false) }
        for (name, isServerBack) in watch.takeChangedOutboxes() where !isPaused {
            if let account = try? console.everyAccount().first(where: { $0.name == name }) {
                console.deliverSoon(account, triesAtOnce: isServerBack)
            }
        }
        let found = watch.lines.take()
        guard !found.isEmpty else { return ([], false) }
        let messages = found.filter { $0.event == "new" }
        let isSpoken = console.isAccessible
        var lines = newMailLines(messages, isSpoken)
        for line in found where line.event != "new" {
            if let text = otherLine(line, isSpoken) { lines.append(TerminalSafeText.line(console.typed(text))) }
        }
        countUnread(console)
        queued = PromptString.queued(console)
        if case .working = watch.watch.standing {
            let counts = Dictionary(grouping: messages) { $0.account ?? "" }
            console.notifyOfNewMail(counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value.count) })
        }
        return (lines, !messages.isEmpty)
    }

    private func newMailLines(_ messages: [WatchEvent], _ isSpoken: Bool) -> [String] {
        guard messages.count > Self.mostMessages else { return messages.map { newMailLine($0, isSpoken) } }
        let counts = Dictionary(grouping: messages) { $0.account ?? "" }
        return counts.sorted { $0.key < $1.key }.map { "* \($0.key): \($0.value.count) new messages. Type: list" }
    }

    /// Returns "* work: Ana Lima: Lunch?  Type: show 12".
    private func newMailLine(_ line: WatchEvent, _ isSpoken: Bool) -> String {
        let mailbox = line.variable("PETREL_MAILBOX")
        let place = (line.account ?? "") + (mailbox == "\(MailboxName.inbox)" ? "" : "/\(mailbox)")
        let subject = line.variable("PETREL_SUBJECT")
        let what = "\(place): \(line.variable("PETREL_FROM")): \(subject.isEmpty ? "(no subject)" : subject)"
        let text = isSpoken ? "* New mail in \(what)" : "* \(what)"
        let id = IndexedMessageID(line.variable("PETREL_ID").utf8)
        let number = id.map { numbers.number(of: .init(account: line.account ?? "", id: $0)) }
        return TerminalSafeText.line(text) + (number.map { "  Type: show \($0)" } ?? "")
    }

    /// Returns a line for an event that is not a new message; `nil` if it need not be reported. A problem is reported
    /// once, until it has changed. The prompt shows the connection; in accessible mode, a line says when it changes.
    private func otherLine(_ line: WatchEvent, _ isSpoken: Bool) -> String? {
        let account = line.account ?? ""
        switch line.event {
        case "phase":
            guard line.members?["phase"]?.string == "listening" else { return nil }
            let wasProblem = watchProblems.removeValue(forKey: account) != nil
            return isSpoken && wasProblem ? "* \(account) is connected again." : nil
        case "problem":
            guard let message = line.members?["message"]?.string, watchProblems[account] != message else { return nil }
            watchProblems[account] = message
            let isConnection = line.members?["reason"]?.string == WatchEvent.Reason.connection.rawValue
            if isConnection, isOffline, !isSpoken { return nil }
            return "! \(account.isEmpty ? "" : "\(account): ")\(message)"
        case "sent", "postponed", "failed", "unknown": return line.text
        default: return nil
        }
    }

    /// Counts the unread messages in the inboxes of the current place.
    func countUnread(_ console: Console) {
        guard watch != nil, let accounts = try? console.everyAccount() else { return }
        unread = accounts.reduce(0) { sum, one in
            guard account == nil || account == one.name else { return sum }
            let mailboxes = try? one.index()?.mailboxes()
            return sum + (mailboxes?.first { $0.name == .inbox }?.unread ?? 0)
        }
    }
}

extension WatchEvent {
    fileprivate func variable(_ name: String) -> String {
        variables.first { $0.name == name }.map { String(decoding: $0.value, as: UTF8.self) } ?? ""
    }
}
