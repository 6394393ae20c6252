internal import Accounts
internal import Disk
internal import LineEditing
internal import MailTypes
internal import MaildirStore
internal import Outbox

/// Formats the prompt: the current place and what is waiting, in words. The last character shows the kind of input: ">"
/// for a command, "|" for text.
struct PromptString {
    private let session: PromptState
    private let console: Console

    init(_ session: PromptState, _ console: Console) {
        self.session = session
        self.console = console
    }

    var text: String { text(with: notes(countingDown: true)) }

    /// Without seconds, which would change while the user types.
    var textWhileTyping: String { text(with: notes(countingDown: false)) }

    private func text(with notes: String) -> String {
        if let compose = session.compose, session.isInText { return "\(compose.name)| " }
        let isShort = console.displaySettings.isPromptShort
        if let compose = session.compose { return "\(isShort ? "" : "draft ")\(compose.name)\(notes)> " }
        return isShort ? "\(notes.dropFirst())> " : "\(place)\(notes)> "
    }

    /// "all", "work", "work/Lists", "@bills".
    private var place: String {
        let inside = session.search.map { "@\($0)" } ?? session.mailbox.map { "\($0)" }
        guard let account = session.account else { return inside.map { TerminalSafeText.line($0) } ?? "all" }
        return inside.map { TerminalSafeText.line("\(account)/\($0)") } ?? account.text
    }

    /// At most two words; other commands show more.
    private func notes(countingDown: Bool) -> String {
        var notes: [String] = []
        let isShort = console.displaySettings.isPromptShort
        if session.isOffline || session.isPaused, !isShort { notes.append("offline") }
        if session.syncing != nil, !isShort { notes.append("syncing") }
        let waiting = session.queued - session.windows.count
        // What waits to be sent is more important offline than what is unread.
        if waiting > 0, !isShort, !notes.isEmpty { notes.append("outbox \(waiting)") }
        if let unread = session.unread, unread > 0, !isShort { notes.append("\(unread) unread") }
        if countingDown, console.input.ticks, let window = session.windows.last {
            notes.append("undo \(window.countdown.seconds)s")
        }
        if waiting > 0, !isShort, !notes.contains("outbox \(waiting)") { notes.append("outbox \(waiting)") }
        return notes.isEmpty ? "" : " (\(notes.prefix(2).joined(separator: ", ")))"
    }

    /// Returns the number of messages in the outboxes of all accounts. An outbox that cannot be read counts as empty.
    static func queued(_ console: Console) -> Int {
        guard let accounts = try? console.everyAccount() else { return 0 }
        return accounts.reduce(0) { $0 + ((try? $1.queuedCount()) ?? 0) }
    }
}
