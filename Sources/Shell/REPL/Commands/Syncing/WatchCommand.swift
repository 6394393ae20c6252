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
        details: """
            Syncs at once. Then fetches mail as soon as the server reports it, pushes what other programs change in the Maildir,
            and sends what is put into the outbox. Prints a line for each event, with --json as JSON. PROGRAM gets the new messages
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
        let accounts = try accountsToSync(invocation)
        let lines = WatchLineQueue()
        let source = input.waitingForEvents()
        let (clock, zone) = (clock, zone)
        let tell: @Sendable (WatchLine) -> Void = { line in
            lines.add(line)
            source.wake()
        }
        let hooks = try newMailHooks(invocation) { tell(.problem($0, of: nil, at: clock.now(), in: zone)) }
        let settings = WatchedAccount.Watching(connections: connections, clock: clock, zone: zone, tell: tell) {
            messages in
            for hook in hooks { hook.run(for: messages) }
        }
        let run = WatchRun(
            try accounts.map { account throws(CommandFailure) in
                try watchedAccount(account, settings)
            }, settings)
        for problem in run.start() { note(problem) }
        let what = "Watching \(accounts.map(\.name.text).joined(separator: ", "))."
        if !isJSON { note("\(what) Ctrl-C stops.") }
        let manager = SystemdNotifier(environment)
        manager.ready(what)
        let watchdog = manager.watchdogInterval.map { Watchdog($0, wake: source.wake) }
        while true {
            let isStopped = source.wait()
            show(lines.take())
            if watchdog?.takeDue() ?? false { manager.alive() }
            if output.isBroken || isStopped { break }
        }
        manager.stopping()
        run.stop(within: Self.secondsToStop)
        show(lines.take())
        return .done
    }

    private static let secondsToStop = 2

    private func watchedAccount(
        _ account: MailAccount, _ settings: WatchedAccount.Watching
    ) throws(CommandFailure) -> WatchedAccount {
        let loader = CredentialLoader(account.configuration, environment)
        let words = DeliveryDescriptions(self)
        let (name, clock, zone) = (account.name, clock, zone)
        let delivery = try delivery(of: account, using: loader) { event in
            if let line = WatchLine.sending(event, of: name, at: clock.now(), in: zone, words) { settings.tell(line) }
        }
        return try WatchedAccount(account, loader, delivery, settings)
    }

    /// Returns the programs that run on new mail.
    private func newMailHooks(
        _ invocation: Invocation, failed: @escaping @Sendable (String) -> Void
    ) throws(CommandFailure) -> [NewMailHook] {
        var hooks: [NewMailHook] = []
        let set = Settings(of: try home())[.newMailHook].map { Array($0.utf8) }
        for line in [invocation.value("exec"), set].compactMap(\.self) {
            let words = CommandWords(line).words.map(\.octets)
            guard !words.isEmpty else { throw .usage("--exec needs the name of a program.") }
            hooks.append(NewMailHook(environment, words: { _ in words }, failed: failed))
        }
        if invocation.has("notify") {
            hooks.append(NewMailHook(environment, words: NewMailHook.notification, failed: failed))
        }
        return hooks
    }

    private mutating func show(_ lines: [WatchLine]) {
        for line in lines {
            if isJSON {
                output.write(line.json.span)
            } else if let text = line.text {
                let text = "\(zone.time(clock.now()).local.timeOfDay) \(text)"
                if line.isProblem { printError(text) } else { printLine(text) }
            }
        }
        output.flush()
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

/// A queue of lines that any thread can fill. If nobody takes them, the oldest are dropped.
private final class WatchLineQueue: Sendable {
    private let lines = Mutex<[WatchLine]>([])
    private static let mostLines = 100_000

    func add(_ line: WatchLine) {
        lines.withLock { lines in
            if lines.count == Self.mostLines { lines.removeFirst(Self.mostLines / 2) }
            lines.append(line)
        }
    }

    func take() -> [WatchLine] {
        lines.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }
}
