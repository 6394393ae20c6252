internal import Accounts
internal import Composer
internal import Contacts
internal import MailTypes
internal import MaildirStore
internal import Outbox

/// The state of a run of the prompt: the current folder, the open draft, what can be undone.
final class PromptSession {
    /// The draft that is open.
    var compose: ComposeSession?
    /// Whether input is text of the draft instead of commands.
    var isInText = false
    /// Orders to send that can still be taken back, the latest at the end.
    var windows: [SendWindow] = []
    /// The account and the mailbox that lists are about; `nil` for all of them.
    var account: AccountName?
    var mailbox: MailboxName?

    /// Answers that were suggested, and those that are being looked for.
    var suggestions: [String] = []
    var searching: BackgroundTask<ReplySuggestions.Found>?

    // MARK: - Messages

    /// Indexing that continues in the background.
    var indexing: [AccountName: BackgroundIndexRefresh] = [:]
    /// A sync that continues in the background.
    var syncing: SyncJob?
    var numbers = MessageNumbers()
    /// The numbers of the last list, in its order.
    var list: [Int] = []
    /// The message that was shown or answered last.
    var current: Int?

    /// Numbers messages from 1 again with the next list.
    func forgetNumbers() {
        numbers = MessageNumbers()
        list = []
        current = nil
    }

    /// The changes to messages that can be undone, latest last.
    var tidied: [[ChangedMessage]] = []

    // MARK: - Time

    /// The the length of the undo window in seconds, where `set` said so in this run.
    var undo: UndoWindow?

    /// When the last wake-up was, and when the open draft was saved last.
    var lastWake: Duration
    var lastSave: Duration
    /// How long a draft that is being changed goes without being saved as a whole [FR-COMP-01, draft life cycle].
    static let savePeriod: Duration = .seconds(30)

    // MARK: - Scripts

    /// Where lines come from a file, its name.
    var scriptName: String?
    /// Whether to continue after a line that fails, and the code of the first failure.
    var keepsGoing = false
    /// Whether each line is shown before it is done.
    var echoes = false
    /// The values of "$draft" and "$outbox".
    var lastDraft: String?
    var lastOutbox: String?
    var failure: ExitCode?

    // MARK: - Saying

    /// Events since the last prompt, to be reported at the next one.
    var events: [String] = []
    /// The events that were told, the latest at the end.
    private(set) var told: [String] = []
    private static let maximumTold = 500

    /// Those that are to be told now; all of them are remembered.
    func takeEvents(for notifications: NotificationSettings) -> [String] {
        defer { events = [] }
        for event in events { remember(event) }
        return events.filter(notifications.tells)
    }

    func remember(_ event: String) {
        if told.count == Self.maximumTold { told.removeFirst() }
        told.append(event)
    }

    /// How many messages wait in the outbox.
    var queued = 0

    // MARK: - Sending

    /// Who sends the mail of the accounts from which something was sent.
    var couriers: [AccountName: BackgroundSender] = [:]
    /// Accounts of which it was said that there is no network, or that a message is under way.
    var saidOffline: Set<AccountName> = []
    var isSaidToSend: Set<AccountName> = []

    /// The user wants nothing to be sent for now.
    var isPaused = false

    // MARK: - Hints

    /// Whether it was said that a line of text that looks like a command is text.
    var hasExplainedText = false
    /// Whether the user was told that long work continues in the background.
    var hasExplainedWaiting = false

    /// Contacts, once they were needed.
    var contacts: ContactIndex?
    /// Set when the program is to end.
    var ending: ExitCode?
    /// Whether to exit when no draft is open: petrel was started to write one.
    let endsWithDraft: Bool

    init(at elapsed: Duration, endsWithDraft: Bool = false) {
        lastWake = elapsed
        lastSave = elapsed
        self.endsWithDraft = endsWithDraft
    }
}

/// An order to send that can be taken back.
struct SendWindow {
    let account: MailAccount
    let store: DraftStore
    let id: DraftID
    /// Its lock says to everybody else that this program watches over the message.
    let session: EditingSessions.Session
    let outboxName: String
    let draftName: String
    let subject: String
    /// "Ben Okafor and 2 others".
    let people: String
    var countdown: UndoCountdown
}
