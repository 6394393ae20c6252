internal import Accounts
internal import JSONText
internal import LineEditing
internal import MailClients
internal import MailEngine
internal import MailIndex
internal import MailTypes
private import Synchronization

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
