internal import Accounts
internal import Composer
internal import Contacts
internal import Disk
internal import MailEngine
internal import MailTypes
internal import MaildirStore
internal import Outbox

/// The state of a run of the prompt: the current folder, the open draft, and what can be undone.
final class PromptState {
    /// The open draft.
    var compose: ComposeSession?
    /// Whether input is text of the draft instead of commands.
    var isInText = false
    /// The file of an edit that did not end well.
    var keptEdit: EditorFile?
    /// Sends that can still be undone, the latest last.
    var windows: [UndoableSend] = []
    /// The account and mailbox of lists; `nil` for all of them.
    var account: AccountName?
    var mailbox: MailboxName?
    /// The folders in the order of the last list of folders.
    var listedFolders: [(account: AccountName, mailbox: MailboxName)] = []
    /// The saved search that `list` shows; `nil` if it shows a mailbox.
    var search: String?

    /// The current reply suggestions, and the search for more.
    var suggestions: [String] = []
    var searching: BackgroundTask<ReplySuggestions.Found>?

    // MARK: - Messages

    /// Indexing that continues in the background.
    var indexing: [AccountName: BackgroundIndexRefresh] = [:]
    /// A sync that continues in the background.
    var syncing: SyncJob?
    /// The watch that keeps mail in sync; `nil` if it is off.
    var watch: PromptWatch?
    /// The last problem that the watch reported for each account.
    var watchProblems: [String: String] = [:]
    /// The number of unread messages in the inboxes of the current place; `nil` if it is not known.
    var unread: Int?
    var numbers = PromptMessageNumbers()
    /// The numbers of the last list, in its order.
    var list: [Int] = []
    /// The list itself, of which one page is on the screen.
    var shown: ShownList?
    /// Whether a message was shown after the list, so that `next` means the next message.
    var isReading = false
    /// Whether an empty line means `next`, because the last command showed a list or a message, or changed the message
    /// that is read.
    var stepsAtEnter = false
    /// Whether the last command showed exactly one message, which is then `current`.
    var hasJustShownMessage = false
    /// The message that was last shown or replied to.
    var current: Int?

    /// Numbers messages from 1 again, beginning with the next list.
    func forgetNumbers() {
        numbers = PromptMessageNumbers()
        list = []
        shown = nil
        current = nil
    }

    /// Identifies the changes of this run among those that can be undone.
    let origin = String(decoding: UniqueName.next(), as: UTF8.self)
    /// Whether messages were changed since the last message was sent.
    var hasChangedSinceSend = false

    // MARK: - Time

    /// The length of the undo window, if it was set in this run.
    var undo: UndoWindow?

    /// Whether petrel was offline at the last wake-up. Sending in the background may change that between two of them.
    var wasOffline = false
    /// The times of the last wake-up and of the last save of the open draft.
    var lastWake: Duration
    var lastSave: Duration
    /// The interval at which a draft with changes is saved completely [FR-COMP-01, draft life cycle].
    static let savePeriod: Duration = .seconds(30)

    // MARK: - Scripts

    /// The name of the file that lines are read from, if any.
    var scriptName: String?
    /// Whether to continue after a line that fails, and the code of the first failure.
    var keepsGoing = false
    /// Whether each line is shown before it is run.
    var echoes = false
    /// The values of "$draft" and "$outbox".
    var lastDraft: String?
    var lastOutbox: String?
    var failure: ExitCode?

    // MARK: - Events

    /// Events since the last prompt, to be reported at the next one.
    var events: [String] = []
    /// The events that have been reported, the latest last.
    private(set) var told: [String] = []
    private static let maximumTold = 500

    /// Returns the events to report now, and records all of them.
    func takeEvents(for displaySettings: InterfaceSettings) -> [String] {
        defer { events = [] }
        for event in events { remember(event) }
        return events.filter(displaySettings.tells)
    }

    func remember(_ event: String) {
        if told.count == Self.maximumTold { told.removeFirst() }
        told.append(event)
    }

    /// The drafts of which the user was told in accessible mode that they are saved automatically.
    var saidSaved: Set<String> = []

    /// The number of messages in the outbox.
    var queued = 0

    // MARK: - Sending

    /// The background senders of the accounts that have sent a message in this run.
    var couriers: [AccountName: BackgroundSender] = [:]
    /// The accounts for which the user was told that there is no network, or that a message is being sent.
    var saidOffline: Set<AccountName> = []
    /// Whether the user knows that nothing can be saved.
    var isUnableToSave = false
    var isSaidToSend: Set<AccountName> = []

    /// The connections that are kept between the syncs of an account.
    var connections: [AccountName: ConnectionAndLedgerCache] = [:]
    /// When idle connections were last looked for.
    private var lastConnectionCheck = Duration.zero

    func connection(of account: AccountName) -> ConnectionAndLedgerCache {
        if let known = connections[account] { return known }
        let cache = ConnectionAndLedgerCache()
        connections[account] = cache
        return cache
    }

    /// Closes connections that have not been used for long. Cheap enough to be called several times per second.
    func closeIdleConnections(at now: Duration) {
        guard !connections.isEmpty, now - lastConnectionCheck >= .seconds(60) else { return }
        lastConnectionCheck = now
        for cache in connections.values { Task { await cache.closeIfIdle(at: now) } }
    }

    /// Closes all kept connections.
    func closeConnections() {
        for cache in connections.values { Task { await cache.close() } }
        connections = [:]
    }

    /// Whether the user has turned sending off for now.
    var isPaused = false
    /// Keeps other processes from sending meanwhile.
    var offlineLock: FileLock?

    /// The names that the user has given to command lines.
    var aliases: [String: PromptAlias] = [:]

    // MARK: - Hints

    /// Whether the user was told that a line looking like a command was kept as text.
    var hasExplainedText = false
    /// Whether the user was told that a line was not UTF-8.
    var hasExplainedCharset = false
    /// Whether the user was told that a planned message needs a running petrel.
    var hasExplainedPlanning = false
    /// Whether the user was told that long work continues in the background.
    var hasExplainedWaiting = false

    /// The contacts, once they have been read.
    var contacts: ContactIndex?
    /// The address books of other programs, once they have been read.
    var addressBook: ExternalAddressBook?
    /// The exit code, set when the program is about to end.
    var ending: ExitCode?
    /// Whether to exit when no draft is open: petrel was started to write one.
    let endsWithDraft: Bool

    init(at elapsed: Duration, endsWithDraft: Bool = false) {
        lastWake = elapsed
        lastSave = elapsed
        self.endsWithDraft = endsWithDraft
    }
}
