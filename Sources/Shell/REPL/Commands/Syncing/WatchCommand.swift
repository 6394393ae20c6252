internal import Accounts
internal import LineEditing
internal import MailEngine
internal import MailTypes
internal import Platform
internal import Processes
private import Synchronization
internal import Terminal

extension Command {
    static let watch = Command(
        name: "watch", summary: "keep mail in sync until stopped, and report what happens",
        operands: [.zeroOrMore("ACCOUNT", .account)],
        options: [
            Option("exec", value: "PROGRAM", .file, summary: "run this program on new mail"),
            Option("notify", summary: "show new mail with notify-send"),
        ],
        places: [.program],
        configuration: .tolerant,
        details: """
            Syncs at once. Then fetches mail as soon as the server reports it, pushes what other programs change in the Maildir,
            and sends the outbox, but not what another program puts there: that waits for petrel send oN. Prints a line for each event, with --json as JSON. PROGRAM gets the new messages
            as JSON lines on standard input, and the first one in variables such as PETREL_FROM and PETREL_SUBJECT. It runs
            without a shell, for 30 seconds at most. The setting hooks.new names a program, too. Ctrl-C stops watch.
            """,
        examples: ["petrel watch", "petrel watch work --exec ~/bin/on-new-mail", "petrel watch --json"]
    ) { invocation, console throws(CommandFailure) in
        try console.watch(invocation)
    }
}

extension Console {
    fileprivate mutating func watch(_ invocation: Invocation) throws(CommandFailure) -> ExitCode {
        let names = try accountsToSync(invocation).map(\.name)
        let wanted = invocation.operands.isEmpty ? nil : Set(names)
        let lines = WatchEventQueue()
        let source = input.waitingForEvents()
        let clock = clock
        let tell: @Sendable ([WatchEvent]) -> Void = { found in
            lines.add(found)
            source.wake()
        }
        let environment = try syncEnvironment()
        enterSandbox(for: try environment.accountsWithServers())
        var plan = SyncWorkerOrFollower.Plan(
            environment: environment,
            accounts: { () throws(CommandFailure) in
                try environment.accountsWithServers().filter { account in
                    guard wanted?.contains(account.name) ?? true else { return false }
                    guard let place = account.changedDirectories.first(where: { !Sandbox.allows($0) }) else {
                        return true
                    }
                    let sentence = "petrel watch began before the account had its mail in \(place). Start it again."
                    tell([.problem(sentence, of: account.name, at: clock.now(), in: environment.zone)])
                    return false
                }
            }, tell: tell)
        plan.workerHooks = try newMailHook().map { [$0] } ?? []
        plan.ownHooks = try newMailHooks(invocation)
        plan.standingChanged = { standing in
            guard case .following(let process) = standing else { return }
            tell([.following(process, at: clock.now())])
        }
        let watch = SyncWorkerOrFollower(plan)
        watch.start()
        let what = "Watching \(names.map(\.text).joined(separator: ", "))."
        if !isJSON { note("\(what) Ctrl-C stops.") }
        let manager = SystemdNotifier(environment.environment)
        manager.ready(what)
        let watchdog = manager.watchdogInterval.map { Watchdog($0, wake: source.wake) }
        while true {
            let isStopped = source.wait()
            show(lines.take())
            if watchdog?.takeDue() ?? false { manager.alive() }
            if output.isBroken || isStopped { break }
        }
        manager.stopping()
        watch.stop(within: Self.secondsToStop)
        show(lines.take())
        return .done
    }

    private static let secondsToStop = 3

    /// Returns the programs of this command that run on new mail.
    private func newMailHooks(_ invocation: Invocation) throws(CommandFailure) -> [NewMailHook] {
        var hooks: [NewMailHook] = []
        if let line = invocation.value("exec") {
            guard let hook = NewMailHook(environment, line: line) else {
                throw .usage("--exec needs the name of a program.")
            }
            hooks.append(hook)
        }
        if invocation.has("notify") {
            hooks.append(NewMailHook(environment, words: NewMailHook.notification))
        }
        return hooks
    }
}

/// Wakes the waiting thread at intervals, so that it can tell the service manager that it still works.
private final class Watchdog: Sendable {
    private let due: Due
    private let timer: Task<Void, Never>

    init(_ interval: Duration, wake: @escaping @Sendable () -> Void) {
        let isDue = Due()
        due = isDue
        timer = Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: interval)
                isDue.set()
                wake()
            }
        }
    }

    deinit { timer.cancel() }

    /// Returns whether an interval has passed since the last call.
    func takeDue() -> Bool { due.take() }

    private final class Due: Sendable {
        private let value = Mutex(false)

        func set() { value.withLock { $0 = true } }

        func take() -> Bool {
            value.withLock { value in
                defer { value = false }
                return value
            }
        }
    }
}
