internal import Accounts
internal import LineEditing
internal import MailClients
internal import MailEngine
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import SASL
internal import SignIn
private import Synchronization
internal import Terminal

extension Command {
    static let accountCheck = Command(
        name: "account check", summary: "sign in to an account's servers to test it",
        operands: [.one("NAME", .account)],
        options: [Option("transcript", summary: "print both conversations, without secrets")],
        configuration: .tolerant,
        details: """
            Changes nothing and sends no mail. Asks for the password if the account has none configured. If mbsync syncs \
            the same Maildirs, also checks that its configuration does not double mail.
            """,
        examples: ["petrel account check work", "petrel account check work --transcript"]
    ) { invocation, console throws(CommandFailure) in
        let found = try console.account(named: invocation.operands[0], in: console.everyAccount())
        let account = found.configuration
        if let problems = try found.mail()?.problemsBesideMbsync, !problems.isEmpty {
            throw CommandFailure(.configuration, "dangerousMbsync", problems.joined(separator: " "))
        }
        guard !account.imapServers.isEmpty, !account.smtpServers.isEmpty else {
            throw CommandFailure(
                .configuration, "noServer",
                "\(account.name) has no servers. Mail that you send from it waits. Type: petrel help account add")
        }
        let credentials = try console.credentials(of: account)
        let said = SaidLines()
        guard let findings = console.findings(of: account, as: credentials, said: { said.add($0, $1) }) else {
            throw .stoppedChecking
        }
        if invocation.has("transcript") { for line in said.lines { console.note(line) } }
        // A worker may have stopped to sign in until the user acts.
        if findings.inbox.problemSentence == nil { console.askForSync(of: account.name) }
        return console.tell(findings.inbox, findings.submission, of: account, invocation)
    }
}

extension CommandFailure {
    fileprivate static let stoppedChecking = CommandFailure(
        .interrupted, "interrupted", "Stopped before the servers answered. Nothing was changed.")
}

extension Console {
    /// Returns `nil` after Ctrl-C at the prompt.
    fileprivate mutating func findings(
        of account: AccountConfiguration, as credentials: Credentials,
        said: @escaping @Sendable (Endpoint, [String]) -> Void = { _, _ in }
    ) -> (inbox: AccountCheck.Finding<AccountCheck.Inbox>, submission: AccountCheck.Finding<AccountCheck.Submission>)? {
        let check = AccountCheck(account, as: credentials, by: connections, clock: clock, said: said)
        let name = account.name.text
        var (report, errors) = (progressStyle.map { ProgressReport($0, clock, work: .checking) }, errors)
        defer {
            report?.finish(on: &errors)
            self.errors = errors
        }
        return waiting(
            unless: input.isStopped, for: { await check.run() },
            meanwhile: { report?.update(name, "waiting for its servers", on: &errors) })
    }

    /// Signs in, and prints the result unless both servers accept it. Returns the problems and what the inbox contains,
    /// such as "123 messages, 4 unread"; `nil` after Ctrl-C at the prompt.
    mutating func check(
        _ account: AccountConfiguration, as credentials: Credentials
    ) -> (problems: [AccountCheck.Problem], inbox: String?)? {
        guard let findings = withoutTyping({ $0.findings(of: account, as: credentials) }) else {
            printError(CommandFailure.stoppedChecking.message)
            return nil
        }
        let inbox = findings.inbox.value.map { Self.counts($0) }
        if inbox != nil, findings.submission.value != nil { return ([], inbox) }
        return (printLine(findings.inbox, findings.submission), inbox)
    }

    /// Prints the result as text or JSON.
    fileprivate mutating func tell(
        _ inbox: AccountCheck.Finding<AccountCheck.Inbox>, _ submission: AccountCheck.Finding<AccountCheck.Submission>,
        of account: AccountConfiguration, _ invocation: Invocation
    ) -> ExitCode {
        let failure = (inbox.problem ?? submission.problem).map { problem in
            CommandFailure(
                problem.isRefusal ? .noPermission : .unavailable, problem.isRefusal ? "signInRefused" : "unavailable",
                problem.sentence)
        }
        if isJSON {
            object(of: invocation.command.name, failure) { json in
                json.key("account")
                json.string(account.name.text)
                json.key("imap")
                json.object { json in
                    inbox.members(to: &json)
                    json.key("messages")
                    json.number(inbox.value?.messages.map { Int($0) })
                    json.key("unseen")
                    json.number(inbox.value?.unseen.map { Int($0) })
                }
                json.key("smtp")
                json.object { json in
                    submission.members(to: &json)
                    json.key("sizeLimit")
                    json.number(submission.value?.sizeLimit)
                }
            }
            return failure?.exitCode ?? .done
        }
        _ = printLine(inbox, submission)
        return failure?.exitCode ?? .done
    }

    /// Prints one line if both servers accepted the sign-in; otherwise one line for each that did not. Returns the
    /// problem.
    private mutating func printLine(
        _ inbox: AccountCheck.Finding<AccountCheck.Inbox>, _ submission: AccountCheck.Finding<AccountCheck.Submission>
    ) -> [AccountCheck.Problem] {
        let problems = [inbox.problem, submission.problem].compactMap { $0 }
        if let found = inbox.value {
            printLine(
                "Signed in. INBOX: \(Self.counts(found)).\(submission.value == nil ? "" : " Sending works, too.")")
        } else if submission.value != nil {
            printLine("Sending works.")
        }
        for problem in problems { printError(problem.sentence) }
        return problems
    }

    /// Returns "123 messages, 4 unread".
    private static func counts(_ inbox: AccountCheck.Inbox) -> String {
        let messages = inbox.messages.map { $0.counted("message") } ?? "it is there"
        return messages + (inbox.unseen.map { ", \($0) unread" } ?? "")
    }
}

/// Prints the transcript of each connection when it ends.
private final class SaidLines: Sendable {
    private let said = Mutex<[(name: String, lines: [String])]>([])

    func add(_ endpoint: Endpoint, _ lines: [String]) {
        said.withLock { $0.append(("\(endpoint)", lines)) }
    }

    var lines: [String] {
        said.withLock { said in said.sorted { $0.name < $1.name }.flatMap { [$0.name] + $0.lines } }
    }
}

extension AccountCheck.Finding {
    fileprivate var value: Value? {
        if case .found(_, let value) = self { value } else { nil }
    }

    /// Why the sign-in failed, if it did.
    var problemSentence: String? { problem?.sentence }

    fileprivate var problem: AccountCheck.Problem? {
        if case .failed(let problem) = self { problem } else { nil }
    }

    fileprivate func members(to json: inout JSONWriter) {
        json.key("ok")
        json.bool(value != nil)
        json.key("server")
        if case .found(let endpoint, _) = self { json.string("\(endpoint)") } else { json.null() }
        json.key("problem")
        json.string(problem?.sentence)
    }
}
