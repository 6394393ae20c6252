internal import Accounts
internal import Disk
internal import MailEngine
internal import MailIndex
internal import MailTypes
internal import MaildirStore
internal import Reconciliation
internal import SASL
internal import Surroundings
private import Synchronization
internal import Terminal

extension Command {
    static let sync = Command(
        name: "sync", aliases: ["y"], summary: "bring the mail here and that of the servers together",
        synopsis: "[ACCOUNT…]",
        options: [
            Option("mailbox", value: "NAME", summary: "only this mailbox"),
            Option("dry-run", summary: "say what would be done, and touch nothing"),
            Option("confirm-deletions", summary: "delete on the server what is gone here, however much that is"),
        ],
        operands: 0...100,
        details: """
            What came, went or changed on one side comes, goes or changes on the other one. Where both sides changed the \
            same, the server's version counts; a text of yours is kept. Whatever stops a sync, the next one goes on.
            """,
        examples: ["petrel sync", "petrel sync work --mailbox INBOX", "petrel sync --dry-run"]
    ) { invocation, console throws(CommandFailure) in
        let wanted = try console.accountsToSync(invocation)
        var request = AccountSync.Request()
        request.isDryRun = invocation.has("dry-run")
        request.confirmsDeletions = invocation.has("confirm-deletions")
        if let text = try invocation.text("mailbox") {
            guard let name = MailboxName(text) else { throw .usage("\"\(text)\" is no mailbox's name.") }
            request.mailboxes = [name]
        }
        if !request.isDryRun { request.pauses = AccountSync.Request.standardPauses }
        return try console.sync(wanted, request, invocation)
    }
}

/// What came of an account.
private struct SyncedAccount {
    let account: MailAccount
    let report: SyncReport
    let delivery: AccountDelivery?
    /// What followed from the mail that came could not be brought up to date.
    var indexProblem: String?
}

extension Console {
    fileprivate func accountsToSync(_ invocation: Invocation) throws(CommandFailure) -> [MailAccount] {
        let all = try accounts(invocation)
        guard !invocation.operands.isEmpty else {
            let withServers = all.filter(\.configuration.hasServer)
            guard !withServers.isEmpty else {
                throw CommandFailure(
                    .configuration, "noServer",
                    "No account has a server yet. Your mail is here, and what you send waits. Type: petrel help account add"
                )
            }
            return withServers
        }
        var wanted: [MailAccount] = []
        for operand in invocation.operands {
            let text = String(decoding: operand, as: UTF8.self)
            guard let account = all.first(where: { $0.name.text == text }) else {
                throw CommandFailure(
                    .noInput, "noSuchAccount", "There is no account \(text). Type: petrel account list")
            }
            if !wanted.contains(where: { $0.name == account.name }) { wanted.append(account) }
        }
        return wanted
    }

    /// All of them at once; none waits for another one.
    mutating func sync(
        _ accounts: [MailAccount], _ request: AccountSync.Request, _ invocation: Invocation
    ) throws(CommandFailure) -> ExitCode {
        let accounts = request.isDryRun ? accounts : accounts.map { $0.openingIndex() }
        var rounds: [SyncRound] = []
        let board = ProgressBoard()
        let events = DeliveryBoard()
        let sends = !request.isDryRun && request.mailboxes == nil
        for account in accounts {
            let credentials = try credentials(of: account.configuration)
            let mail = try account.makingMail()
            let state = try account.files { () throws(FileError) in
                try account.home.makingDirectory(.state(account.name))
            }
            let drafts = try account.drafts()
            let reading = CredentialReading(account.configuration, environment, known: credentials)
            let name = account.name.text
            let sync = AccountSync(
                account.configuration, as: credentials, by: connections, mail: mail, drafts: drafts, state: state,
                index: account.arriving, clock: clock, request, renewing: { try? await reading.source(true) },
                progress: { board.show(name, $0) })
            let deliveries = try [false, true].map { isSentFresh throws(CommandFailure) in
                try delivery(of: account, as: credentials, isSentFresh: isSentFresh, tell: { events.add($0) })
            }
            rounds.append(
                SyncRound(sync: sync, before: sends ? deliveries[0] : nil, after: sends ? deliveries[1] : nil))
        }
        output.flush()
        var ticker = progressStyle.map { ProgressReport($0, clock, work: .fetching) }
        var errors = errors
        let showsProgress = {
            guard let (name, progress) = board.latest else { return }
            if progress.total > 0 {
                ticker?.update(name, progress.done, progress.total, octets: progress.octets, on: &errors)
            } else if let words = progress.words {
                ticker?.update(name, words, on: &errors)
            }
        }
        let reports = waiting(
            unless: input.isStopped, for: { [rounds] in await SyncRound.run(rounds) }, meanwhile: showsProgress)
        ticker?.finish(on: &errors)
        self.errors = errors
        if !isJSON { tellDelivery(events.take()) }
        var synced: [SyncedAccount] = []
        guard let reports else {
            throw CommandFailure(
                .interrupted, "interrupted",
                "Stopped. What has come is kept, what was done is noted, and the next sync goes on. Type: petrel sync")
        }
        for (account, report) in zip(accounts, reports) {
            var one = SyncedAccount(account: account, report: report.sync, delivery: report.delivery)
            if !request.isDryRun { one.indexProblem = followUp(account, report.sync.changes) }
            synced.append(one)
        }
        if !request.isDryRun { tellOfNewMail(synced.map { ($0.account, $0.newInInbox) }) }
        return tell(synced, request, invocation)
    }

    /// Lists, conversations, search and contacts follow the mail. What does not work there is no fault of the sync.
    private mutating func followUp(_ account: MailAccount, _ changes: [MailboxName: MailboxChange]) -> String? {
        var account = account
        account.changes = changes
        do throws(CommandFailure) {
            return try view(of: [account]).problems.first
        } catch {
            return error.message
        }
    }

    // MARK: - Telling

    private mutating func tell(
        _ synced: [SyncedAccount], _ request: AccountSync.Request, _ invocation: Invocation
    ) -> ExitCode {
        let failed = synced.filter { $0.report.failure != nil }
        let isPartly =
            synced.contains { one in one.report.mailboxes.contains { $0.problem != nil } }
            || synced.compactMap(\.delivery).exitCode == .someFailed
        var exitCode = ExitCode.done
        if !failed.isEmpty, failed.count == synced.count {
            exitCode = failed.contains { $0.report.failure?.isRefusal ?? false } ? .noPermission : .unavailable
        } else if !failed.isEmpty || isPartly {
            exitCode = .someFailed
        }
        if isJSON {
            let failure = failed.first.flatMap { one in
                one.report.failure.map { CommandFailure(exitCode, "syncFailed", $0.sentence) }
            }
            object(of: invocation.command.name, exitCode == .done ? nil : failure) { json in
                json.key("accounts")
                json.array { json in
                    for one in synced { json.object { one.members(to: &$0) } }
                }
            }
            return exitCode
        }
        for one in synced {
            if request.isDryRun {
                for line in one.report.lines { say(synced.count > 1 ? "\(one.account.name): \(line)" : line) }
            } else if one.report.failure == nil {
                say("\(one.account.name): \(one.summary)")
            }
            if let failure = one.report.failure {
                let next =
                    failure.isOfSecret
                    ? "Then type: petrel account check \(one.account.name)" : "The next sync goes on."
                complain("\(one.account.name): \(failure.sentence) What you did here is kept. \(next)")
            }
            for mailbox in one.report.mailboxes {
                if let problem = mailbox.problem { complain("\(one.account.name)/\(mailbox.name): \(problem)") }
            }
            for notice in one.report.notices { note("\(one.account.name): \(notice)") }
            if one.report.questionedDeletions > 0, !request.confirmsDeletions {
                note("If they were meant to be deleted, type: petrel sync --confirm-deletions")
            }
            if let problem = one.indexProblem { complain(problem) }
        }
        return exitCode
    }
}

/// What a sync of an account consists of: mail leaves, then both sides are brought together, and what was sent is looked
/// for in Sent where the server puts it there.
private struct SyncRound: Sendable {
    let sync: AccountSync
    let before: AccountDelivery?
    let after: AccountDelivery?

    struct Outcome: Sendable {
        let sync: SyncReport
        let delivery: AccountDelivery?
    }

    /// All of them at once; none waits for another one. The outcomes are in their order.
    static func run(_ rounds: [SyncRound]) async -> [Outcome] {
        await withTaskGroup(of: (Int, Outcome).self) { group in
            for (index, round) in rounds.enumerated() {
                group.addTask { (index, await round.run()) }
            }
            var outcomes = [Outcome?](repeating: nil, count: rounds.count)
            for await (index, outcome) in group { outcomes[index] = outcome }
            return outcomes.compactMap(\.self)
        }
    }

    private func run() async -> Outcome {
        var delivery = before
        let report = await sync.run {
            await delivery?.run()
            return !(delivery?.report.isIdle ?? true)
        }
        if report.failure == nil, var after, !(delivery?.report.isIdle ?? false) {
            await after.run()
            if let first = delivery { after.report = first.report.followed(by: after.report) }
            delivery = after
        }
        return Outcome(sync: report, delivery: delivery)
    }
}

extension AccountSync.Request {
    /// How long a person who waits for a sync is to wait for a connection that ended.
    static let standardPauses: [Duration] = [.seconds(5), .seconds(15), .seconds(45)]
}

extension SyncProgress {
    fileprivate var isOver: Bool { phase == .idle || phase == .failed || phase == .signedOut }

    /// What is done that cannot be counted; `nil` where that is nothing.
    fileprivate var words: String? {
        switch phase {
        case .idle, .failed, .signedOut, .syncingBodies: nil
        case .connecting: "connecting"
        case .authenticating: "signing in"
        case .renewingToken: "asking for a new token"
        case .syncingFolders: "looking for mailboxes"
        case .syncingHeaders: "looking for changes"
        case .waiting: "the connection ended; it is made again in \(pause.components.seconds) seconds"
        }
    }
}

/// How far the accounts have come, told from anywhere.
private final class ProgressBoard: Sendable {
    private let state = Mutex<[(account: String, progress: SyncProgress)]>([])

    func show(_ account: String, _ progress: SyncProgress) {
        state.withLock { state in
            if let index = state.firstIndex(where: { $0.account == account }) {
                state[index].progress = progress
            } else {
                state.append((account, progress))
            }
        }
    }

    /// That of one account until it is done, then of the next one: who reads along is not to be thrown about.
    var latest: (String, SyncProgress)? {
        state.withLock { state in
            let found = state.first { !$0.progress.isOver }
            return found.map { ($0.account, $0.progress) }
        }
    }
}

extension SyncedAccount {
    private func total(_ count: KeyPath<SyncReport.Mailbox, Int>) -> Int {
        report.mailboxes.reduce(0) { $0 + $1[keyPath: count] }
    }

    fileprivate var newInInbox: Int {
        report.mailboxes.reduce(0) { $0 + ($1.name == .inbox ? $1.new : 0) }
    }

    /// "12 new messages, 3 changed, 1 removed, 2 uploaded."
    fileprivate var summary: String {
        let new = total(\.new)
        var parts: [String] = []
        if new > 0 { parts.append("\(new) new message\(new == 1 ? "" : "s")") }
        if total(\.changed) > 0 { parts.append("\(total(\.changed)) changed") }
        if total(\.removed) > 0 { parts.append("\(total(\.removed)) removed") }
        if total(\.uploaded) > 0 { parts.append("\(total(\.uploaded)) uploaded") }
        return parts.isEmpty ? "nothing new." : parts.joined(separator: ", ") + "."
    }

    fileprivate func members(to json: inout JSONWriter) {
        json.key("account")
        json.string(account.name.text)
        json.key("ok")
        json.bool(report.failure == nil)
        json.key("error")
        json.string(report.failure?.sentence)
        json.key("seconds")
        json.number(report.duration)
        json.key("roundTrips")
        json.number(report.roundTrips)
        json.key("bytesIn")
        json.number(report.octetsIn)
        json.key("bytesOut")
        json.number(report.octetsOut)
        json.key("sent")
        json.number(delivery?.report.sentCount ?? 0)
        json.key("waiting")
        json.number(delivery?.report.waiting ?? 0)
        json.key("notices")
        json.array { json in for notice in report.notices { json.string(notice) } }
        json.key("plan")
        json.array { json in for line in report.lines { json.string(line) } }
        json.key("mailboxes")
        json.array { json in
            for mailbox in report.mailboxes {
                json.object { json in
                    json.key("name")
                    json.string(mailbox.name.description)
                    json.key("role")
                    json.string(mailbox.role)
                    json.key("messages")
                    json.number(mailbox.messages)
                    json.key("new")
                    json.number(mailbox.new)
                    json.key("changed")
                    json.number(mailbox.changed)
                    json.key("removed")
                    json.number(mailbox.removed)
                    json.key("uploaded")
                    json.number(mailbox.uploaded)
                    json.key("error")
                    json.string(mailbox.problem)
                }
            }
        }
    }
}

extension SyncReport.Mailbox {
    /// "inbox", "drafts" and so on; `nil` for one without a use.
    fileprivate var role: String? {
        if name == .inbox { return "inbox" }
        return use.map { String($0.rawValue.dropFirst()).lowercased() }
    }
}
