internal import Accounts
internal import MailEngine
internal import MailTypes
internal import Reconciliation

/// A line about a sync.
enum SyncLine {
    case news(String)
    case problem(String)
    /// A note about something the user should know.
    case note(String)

    /// The line as an event that happened while the user did something else.
    var event: String {
        switch self {
        case .news(let text), .note(let text): "* \(text)"
        case .problem(let text): "! \(text)"
        }
    }
}

extension [AccountSyncResult] {
    func lines(_ request: AccountSync.Request) -> [SyncLine] {
        var lines: [SyncLine] = []
        for one in self {
            let name = one.account.name
            if request.isDryRun {
                let steps = one.report.lines
                let isLong =
                    !request.listsEachStep && steps.count > Self.mostSteps && one.report.summary.count < steps.count
                let told = isLong ? one.report.summary : steps
                lines += told.map { .news(count > 1 ? "\(name): \($0)" : $0) }
                if isLong {
                    lines.append(
                        .note("These are \(steps.count) steps. To list all, type: petrel sync --dry-run --verbose"))
                }
            } else if one.report.failure == nil {
                lines.append(.news("\(name): \(one.summary)"))
            }
            if one.hasTimedOut {
                lines.append(.note("\(name): not finished in time. The next sync continues."))
            } else if let failure = one.report.failure {
                let needsUser = failure.isOfSecret || failure.isWithoutCredentials
                let continues =
                    needsUser || failure.isOfConfiguration
                    ? "" : failure.isBusy ? " Try again when it is done." : " The next sync continues."
                let told = "\(name): \(failure.sentence.inserting("Your changes here are kept.\(continues)"))"
                lines.append(.problem(needsUser ? told.advising("Then type: petrel account check \(name)") : told))
            }
            for mailbox in one.report.mailboxes {
                if let problem = mailbox.problem { lines.append(.problem("\(name)/\(mailbox.name): \(problem)")) }
            }
            lines += one.report.notices.map { .note("\(name): \($0)") }
            if one.report.questionedDeletions > 0 {
                lines.append(.note("If they were meant to be deleted, type: petrel sync --confirm-deletions"))
                lines.append(.note("To have them here again, type: petrel sync --restore-deletions"))
            }
            if let problem = one.indexProblem { lines.append(.problem(problem)) }
        }
        return lines
    }

    /// A dry run with more steps than this is summarized.
    private static var mostSteps: Int { 20 }

    var exitCode: ExitCode {
        let failed = filter { $0.report.failure != nil && !$0.hasTimedOut }
        if !failed.isEmpty, failed.count == count {
            let failures = failed.compactMap(\.report.failure)
            if failures.contains(where: \.isRefusal) { return .noPermission }
            if failures.contains(where: \.isOfConfiguration) { return .configuration }
            return failures.allSatisfy(\.awaitsOtherProcess) ? .temporaryFailure : .unavailable
        }
        let isPartly =
            contains { one in one.report.mailboxes.contains { $0.problem != nil } }
            || compactMap(\.delivery).exitCode == .someFailed
        return isPartly || !failed.isEmpty ? .someFailed : .done
    }
}

extension AccountSyncResult {
    private func total(_ count: KeyPath<SyncReport.Mailbox, Int>) -> Int {
        report.mailboxes.reduce(0) { $0 + $1[keyPath: count] }
    }

    /// The number of new messages in the inbox.
    var newInInbox: Int {
        report.mailboxes.reduce(0) { $0 + ($1.name == .inbox ? $1.new : 0) }
    }

    /// "12 new messages, 5 more in Drafts and Sent, 3 changed, 1 removed, 2 uploaded." Drafts, sent and unwanted mail that
    /// came from the server are not new messages.
    var summary: String {
        let others = report.mailboxes.filter { $0.new > 0 && $0.name.isNotForNewMail }
        let count = others.reduce(0) { $0 + $1.new }
        let new = total(\.new) - count
        var parts: [String] = []
        if new > 0 { parts.append(new.counted("new message")) }
        if !others.isEmpty {
            parts.append("\(count) \(new > 0 ? "more" : "new") in \(Self.list(others.map { "\($0.name)" }))")
        }
        if total(\.changed) > 0 { parts.append("\(total(\.changed)) changed") }
        if total(\.removed) > 0 { parts.append("\(total(\.removed)) removed") }
        if total(\.uploaded) > 0 { parts.append("\(total(\.uploaded)) uploaded") }
        return parts.isEmpty ? "nothing new." : parts.joined(separator: ", ") + "."
    }

    /// "Drafts, Junk and Sent"
    private static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    func members(to json: inout JSONWriter) {
        json.key("account")
        json.string(account.name.text)
        json.key("ok")
        json.bool(report.failure == nil)
        json.key("error")
        json.string(report.failure?.sentence)
        json.key("finished")
        json.bool(!hasTimedOut)
        json.key("seconds")
        json.number(report.duration)
        json.key("roundTrips")
        json.number(report.roundTrips)
        json.key("bytesIn")
        json.number(report.octetsIn)
        json.key("bytesOut")
        json.number(report.octetsOut)
        json.key("sent")
        json.number(delivery?.sentCount ?? 0)
        json.key("waiting")
        json.number(delivery?.waiting ?? 0)
        json.key("notices")
        json.array { json in for notice in report.notices { json.string(notice) } }
        json.key("plan")
        json.array { json in for line in report.lines { json.string(line) } }
        json.key("mailboxes")
        mailboxes(to: &json)
    }

    func mailboxes(to json: inout JSONWriter) {
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
    /// "inbox", "drafts" and so on; `nil` for a mailbox without a special use.
    fileprivate var role: String? {
        if name == .inbox { return "inbox" }
        return use.map { String($0.rawValue.dropFirst()).lowercased() }
    }
}

extension String {
    /// Returns the text with a sentence at the end, or before the last sentence if that says what to type.
    func inserting(_ sentence: String) -> String {
        guard let advice = ranges(of: "ype: petrel ").last, let end = self[..<advice.lowerBound].ranges(of: ". ").last
        else { return "\(self) \(sentence)" }
        return "\(self[..<end.upperBound])\(sentence) \(self[end.upperBound...])"
    }

    /// Returns the sentence followed by what to type, unless it says already what to type.
    func advising(_ advice: String) -> String {
        contains("ype: petrel ") ? self : "\(self) \(advice)"
    }
}
