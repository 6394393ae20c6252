internal import Accounts
internal import Disk
internal import LineEditing
internal import MailEngine
internal import MailTypes
internal import MaildirStore
internal import Platform
internal import Terminal

extension Command {
    static let status = Command(
        name: "status", aliases: ["st"], summary: "show the last sync, what is waiting, and what failed",
        configuration: .complete,
        details: """
            Shows for each account what is being done, when it was last synced, why the last sync failed, and what waits in the
            outbox. A failure is shown until a sync succeeds. Lines name the command that deals with them.
            """,
        examples: ["petrel status", "petrel status --json"],
        quickForm: "status"
    ) { invocation, console throws(CommandFailure) in
        let all = try console.drafts(invocation)
        let states = try console.workerStatus().states
        let accounts = try console.accounts(invocation).map { account throws(CommandFailure) in
            let state = try account.files { () throws(FileError) in try account.home.directory(.state(account.name)) }
            return AccountStatus(
                account, sync: state.map { LastSyncRecord(in: $0) }, state: states[account.name.text],
                drafts: all.drafts.filter { $0.account == account.name },
                outbox: all.outbox.filter { $0.account == account.name },
                awaitedCopies: try console.awaitedCopies(of: account))
        }
        let zone = console.zone
        console.answer(invocation.command) { json in
            json.key("accounts")
            json.array { json in
                for account in accounts { json.object { account.members(to: &$0) } }
            }
        } text: { output in
            for line in AccountStatus.summary(accounts) { output.write(line + "\n") }
            for account in accounts {
                for line in account.lines(zone) { output.write(line + "\n") }
            }
        }
        console.report(all.obstacle)
        console.noteMailWithoutAccount(invocation)
        return .done
    }
}

extension Console {
    /// The number of sent messages of which the server may still store a copy in Sent.
    fileprivate func awaitedCopies(of account: MailAccount) throws(CommandFailure) -> Int {
        guard let store = try account.existingDrafts() else { return 0 }
        return try account.files { () throws(FileError) in try store.awaitedSentCopies().count }
    }
}

/// What is waiting in one account.
private struct AccountStatus {
    private let account: MailAccount
    /// `nil` if nothing is known.
    private let sync: LastSyncRecord?
    /// What is being done; `nil` if nothing is.
    private let state: AccountState?
    private let drafts: [LocatedDraft]
    private let outbox: [LocatedDraft]
    /// The number of sent messages that wait for the server's copy.
    private let awaitedCopies: Int

    init(
        _ account: MailAccount, sync: LastSyncRecord?, state: AccountState?, drafts: [LocatedDraft],
        outbox: [LocatedDraft],
        awaitedCopies: Int
    ) {
        self.account = account
        self.sync = sync
        self.state = state
        self.drafts = drafts
        self.outbox = outbox
        self.awaitedCopies = awaitedCopies
    }

    /// What concerns several accounts.
    static func summary(_ accounts: [AccountStatus]) -> [String] {
        guard accounts.count > 1 else { return [] }
        let (syncing, failed) = (accounts.count { $0.state?.isSyncing ?? false }, accounts.count(where: \.hasFailed))
        var lines: [String] = []
        if syncing > 0 { lines.append("Syncing \(syncing.counted("account"))…") }
        if failed > 0 { lines.append("Sync failed for \(failed.counted("account")).") }
        return lines
    }

    private var hasFailed: Bool { state?.problem != nil || sync?.failure != nil }

    private var held: [LocatedDraft] { outbox.filter(\.item.isHeld) }
    private var failed: [LocatedDraft] { outbox.filter { $0.item.sidecar?.sendState == .failed } }

    func lines(_ zone: LocalTimeZone) -> [String] {
        let name = account.name.text
        var lines: [String] = []
        if account.configuration.hasServer { lines.append("\(name): \(syncSentence(zone))") }
        if !account.configuration.hasServer {
            lines.append("\(name): no sending account yet. Mail that you send waits. Type: setup")
        }
        if !outbox.isEmpty { lines.append("\(name): \(Self.count(outbox, "message")) in the outbox. Type: outbox") }
        for one in failed {
            let number = one.number ?? ""
            let isUnknown = one.item.sidecar?.isOutcomeUnknown ?? false
            lines.append(
                isUnknown
                    ? "\(name): \(number) may or may not have arrived. Type: outbox retry \(number), or outbox sent \(number)"
                    : "\(name): \(number) was not sent. Type: outbox retry \(number), resume \(number), or outbox cancel \(number)"
            )
        }
        if awaitedCopies > 0 {
            let messages = awaitedCopies == 1 ? "1 sent message waits" : "\(awaitedCopies) sent messages wait"
            lines.append(
                "\(name): \(messages) for the server's copy in Sent. If it does not come, petrel uploads its own.")
        }
        if !held.isEmpty { lines.append("\(name): \(Self.count(held, "message")) held there. Type: outbox") }
        lines.append(
            drafts.isEmpty ? "\(name): no drafts." : "\(name): \(Self.count(drafts, "draft")). Type: drafts")
        return lines
    }

    private func syncSentence(_ zone: LocalTimeZone) -> String {
        let completed = sync?.completed.map { "synced \(Self.moment($0, zone))" }
        guard let failure = sync?.failure else {
            let work = state.map { ", \($0.words)" } ?? ""
            return completed.map { "\($0)\(work)." } ?? "never synced\(work.isEmpty ? ". Type: sync" : "\(work).")"
        }
        let sentence = TerminalSafeText.line(failure.sentence)
        let told = sentence.inserting(completed.map { "Last \($0)." } ?? "Never synced.")
        return "the sync \(Self.moment(failure.time, zone)) failed. \(told)"
    }

    /// Returns "on 12 Oct 2026 at 12:03:00".
    private static func moment(_ time: Instant, _ zone: LocalTimeZone) -> String {
        let local = zone.time(time).local
        return "on \(MessageListFormatter.day(local).drop { $0 == " " }) at \(local.timeOfDay)"
    }

    /// Returns "2 messages (o3, o4)", with at most three names.
    private static func count(_ list: [LocatedDraft], _ what: String) -> String {
        let names = list.compactMap(\.number)
        let more = names.count > 3 ? " and \(names.count - 3) more" : ""
        return "\(list.count.counted(what)) (\(names.prefix(3).joined(separator: ", "))\(more))"
    }

    func members(to json: inout JSONWriter) {
        json.key("account")
        json.string(account.name.text)
        json.key("hasServer")
        json.bool(account.configuration.hasServer)
        json.key("phase")
        json.string(state?.phase)
        json.key("phaseSince")
        json.string(state?.since)
        json.key("nextTry")
        json.string(state?.until)
        json.key("lastSync")
        json.string(sync?.completed?.iso8601)
        json.key("lastError")
        if let failure = sync?.failure {
            json.object { json in
                json.key("time")
                json.string(failure.time.iso8601)
                json.key("message")
                json.string(failure.sentence)
            }
        } else {
            json.null()
        }
        json.key("drafts")
        json.number(drafts.count)
        json.key("outbox")
        json.number(outbox.count)
        json.key("awaitedCopies")
        json.number(awaitedCopies)
        json.key("held")
        json.number(held.count)
        json.key("failed")
        json.number(failed.count)
    }
}
