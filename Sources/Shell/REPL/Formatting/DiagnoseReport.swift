internal import Accounts
internal import JSONText
internal import LineEditing
internal import MailEngine
internal import MailTypes
internal import Platform

/// Everything about the sync of an account [FR-SYNC-18].
struct DiagnoseReport {
    /// A test, and the problem that it found.
    struct Check {
        let name: String
        let problem: String?

        init(_ name: String, _ problem: String?) {
            (self.name, self.problem) = (name, problem)
        }
    }

    let account: AccountConfiguration
    var state: AccountState?
    var record: LastSyncRecord?
    var mailboxes: [SyncStateInspectionAndReset.Mailbox] = []
    var mailboxProblem: String?
    /// The messages here, in all and unread.
    var counts: [MailboxName: (total: Int, unread: Int)] = [:]
    /// The number of messages in each state of sending.
    var outbox: [String: Int] = [:]
    /// Oldest first.
    var events: [WatchEvent] = []
    var checks: [Check] = []

    static let mostEvents = 100
    private static let widestKey = 32

    init(_ account: AccountConfiguration) {
        self.account = account
    }

    var isFine: Bool { checks.allSatisfy { $0.problem == nil } }

    // MARK: - Text

    func lines(_ zone: LocalTimeZone, isMasked: Bool, isAccessible: Bool = false) -> [String] {
        var lines = ["Account \(account.name)"]
        func block(_ name: String, _ rows: [(String, String)]) {
            if isAccessible {
                lines.append("\(name):")
                lines += rows.map { key, value in
                    MessageListFormatter.ended(key.isEmpty ? value.capitalizedSentence : "\(key): \(value)")
                }
                return
            }
            lines.append("  \(name)")
            let width = max(16, rows.map { DisplayWidth.of($0.0) }.max() ?? 0)
            for (key, value) in rows {
                lines.append("    \(DisplayWidth.fit(key, columns: min(width, Self.widestKey)))  \(value)")
            }
        }
        block("Settings", settings)
        block("Sync", syncRows(zone))
        block("Connections", connectionRows)
        block("IDLE", idleRows)
        block("Folders", folderRows(zone))
        block(
            "Outbox", outbox.isEmpty ? [("messages", "none")] : outbox.sorted { $0.key < $1.key }.map { ($0, "\($1)") })
        block("Tests", checks.map { ($0.name, $0.problem ?? "OK") })
        block(
            "Events",
            events.isEmpty
                ? [("", "none: no petrel watches this account")]
                : events.map { event in
                    let (time, words) = eventRow(event, zone, isMasked)
                    return (time, words.joined(separator: isAccessible ? ", " : "  "))
                })
        return lines.map { TerminalSafeText.line(isMasked ? AddressMask.masked($0) : $0) }
    }

    private var settings: [(String, String)] {
        [
            ("address", account.identities.first?.address.text ?? "none"),
            ("provider", account.provider ?? "none of those that petrel knows"),
            ("sign-in", account.secret.map(Self.words) ?? "password, typed each time"),
            ("receives from", account.imapServers.map { "\($0)" }.joined(separator: ", ")),
            ("sends through", account.smtpServers.map { "\($0)" }.joined(separator: ", ")),
            ("security", Self.security(account.imapServers + account.smtpServers)),
        ]
    }

    private static func words(_ source: SecretSource) -> String {
        switch source {
        case .passwordCommand: "password from a command"
        case .passwordFile: "password from a file"
        case .keyring: "password from the keyring"
        case .tokenCommand: "token from a command"
        case .oauth(let oauth): "token of \(oauth.name)"
        }
    }

    private static func security(_ servers: [ServerURL]) -> String {
        let texts = servers.map { "\($0)" }
        return texts.allSatisfy { $0.hasPrefix("imaps:") || $0.hasPrefix("smtps:") } ? "TLS" : "TLS, after STARTTLS"
    }

    private func syncRows(_ zone: LocalTimeZone) -> [(String, String)] {
        [
            ("phase", state.map { "\($0.words) (\($0.phase)) since \($0.since)" } ?? "nothing is being done"),
            ("last sync", record?.completed.map { Self.moment($0, zone) } ?? "never"),
            ("last error", record?.failure.map { "\(Self.moment($0.time, zone)): \($0.sentence)" } ?? "none"),
        ]
    }

    private var connectionRows: [(String, String)] {
        let most = account.maximumConnections
        guard let state else { return [("in use", "none: no petrel watches this account; at most \(most)")] }
        guard let connections = state.connections, let waiting = state.waiting else {
            return [("in use", "known to the petrel that syncs; from a shell, type: petrel diagnose")]
        }
        return [("in use", "\(connections) of at most \(most)"), ("waiting", "\(waiting)")]
    }

    private var idleRows: [(String, String)] {
        let words =
            switch state?.phase {
            case "listening": "active in INBOX since \(state?.since ?? "")"
            case nil: "not connected"
            case AccountState.paused: "disconnected, next try at \(state?.until ?? "")"
            default: "between two IDLE commands"
            }
        return [("state", words), ("renewed every", "\(account.idleRefresh.components.seconds / 60) minutes")]
    }

    private func folderRows(_ zone: LocalTimeZone) -> [(String, String)] {
        if let mailboxProblem { return [("", mailboxProblem)] }
        guard !mailboxes.isEmpty else { return [("", "none was synced yet")] }
        return mailboxes.sorted {
            ($0.name != .inbox ? 1 : 0, "\($0.name)") < ($1.name != .inbox ? 1 : 0, "\($1.name)")
        }
        .map { mailbox in
            let count =
                counts[mailbox.name].map { "\($0.total.counted("message")), \($0.unread) unread" } ?? "not indexed"
            return (
                "\(mailbox.name)",
                "\(count), \(mailbox.messages.map { "\($0) on the server" } ?? ""), UIDVALIDITY \(mailbox.uidValidity), compared \(Self.moment(mailbox.compared, zone))"
            )
        }
    }

    private func eventRow(_ line: WatchEvent, _ zone: LocalTimeZone, _ isMasked: Bool) -> (String, [String]) {
        let text: String =
            switch line.event {
            case "phase": line.members?["phase"]?.string ?? ""
            case "new" where isMasked: "a new message"
            default: line.text ?? ""
            }
        return (line.time(in: zone), [line.isProblem ? "error" : "info", line.event, text])
    }

    /// Returns "12 Oct 2026, 12:03:00".
    private static func moment(_ time: Instant, _ zone: LocalTimeZone) -> String {
        let local = zone.time(time).local
        return "\(MessageListFormatter.day(local).drop { $0 == " " }), \(local.timeOfDay)"
    }

    // MARK: - JSON

    func members(to json: inout JSONWriter, _ zone: LocalTimeZone, isMasked: Bool) {
        json.key("account")
        json.string(account.name.text)
        json.key("ok")
        json.bool(isFine)
        json.key("phase")
        json.string(state?.phase)
        json.key("lastSync")
        json.string(record?.completed?.iso8601)
        json.key("checks")
        json.array { json in
            for check in checks {
                json.object { json in
                    json.key("name")
                    json.string(check.name)
                    json.key("ok")
                    json.bool(check.problem == nil)
                    json.key("problem")
                    json.string(check.problem.map { isMasked ? AddressMask.masked($0) : $0 })
                }
            }
        }
        json.key("report")
        json.array { json in for line in lines(zone, isMasked: isMasked) { json.string(line) } }
    }
}
