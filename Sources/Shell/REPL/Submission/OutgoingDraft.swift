internal import Accounts
internal import Composer
internal import InternetMessage
internal import LineEditing
internal import MailClients
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform

/// A draft to be put into the outbox.
struct OutgoingDraft {
    let account: MailAccount
    let store: DraftStore
    let content: Content
    let id: DraftID
    /// The seconds during which sending can be undone.
    let window: UndoWindow
    /// The time before which it must not be sent.
    var sendAfter: Instant?
    /// The message as it was signed or encrypted, which is sent instead of the content.
    var secured: [UInt8]?

    /// The content to send.
    enum Content {
        /// A draft as composed by petrel, with HTML if it has markup.
        case composed(Draft)
        /// A message as another program wrote it, because petrel's version would lose content.
        case written([UInt8])
    }

    /// Puts the message into the outbox. If there is an undo window, the sidecar names the responsible session before
    /// the countdown begins.
    func queue(
        watchedBy session: EditingSessions.Session?, at date: DateTime, by console: Console
    ) throws(DraftError) -> DraftItem {
        let octets = try octets(date)
        let undo = session.map { UndoWindowOwner(session: $0.id, window: window.rawValue) }
        let envelope = console.envelope(of: Message(octets), from: account)
        return try store.queue(octets, from: id, at: date.instant) {
            $0.undo = undo
            $0.queuedMoment = DateAndUptime(date.instant, console.clock.uptime())
            $0.envelope = envelope
            $0.sendAfter = sendAfter
        }
    }

    private func octets(_ date: DateTime) throws(DraftError) -> [UInt8] {
        if let secured { return secured }
        switch content {
        case .written(let octets): return OutboxPreparation.dated(octets, date)
        case .composed(let draft):
            do throws(OutgoingMessageError) {
                return try Self.message(of: draft, id, date)
            } catch {
                // This cannot happen: the checks verified every address, and the draft sanitized everything else.
                throw .missing(id)
            }
        }
    }

    /// Returns the message to send, with a new Message-ID. Everything else depends only on the draft and the date.
    static func message(
        of draft: Draft, _ id: DraftID, _ date: DateTime, isForSigning: Bool = false
    ) throws(OutgoingMessageError) -> [UInt8] {
        let message = draft.sentMessage(id: NewMessageID.fresh(draft.sender), date: date)
        return try MessageWriter(message, unique: id.text, isForSigning: isForSigning).octets()
    }

    // MARK: - Words

    /// Returns "Ben Okafor and 2 others".
    static func people(_ draft: Draft) -> String {
        let all = draft.recipients.all
        return TerminalSafeText.line(AddressDisplay.summary(all.first, count: all.count))
    }

    static func subject(_ draft: Draft) -> String {
        draft.subject.isEmpty ? "(no subject)" : TerminalSafeText.line(draft.subject)
    }

    /// The message when the undo window opens; it names the end time if seconds are not counted down.
    static func opening(
        _ account: MailAccount, _ people: String, _ window: UndoWindow, until end: CivilTime? = nil
    ) -> String {
        let hasServer = account.configuration.hasServer
        if let end {
            let time = "at \(end.timeOfDay), in \(window.rawValue) seconds,"
            return hasServer
                ? "Sending \(time) to \(people). Type undo to stop."
                : "No sending account yet: goes to the outbox \(time) and waits there. Type undo to stop."
        }
        return hasServer
            ? "Sending to \(people) in \(window.rawValue) s. Type undo to stop, now to send at once."
            : "No sending account yet: goes to the outbox in \(window.rawValue) s and waits there. Type undo to stop."
    }

    /// The message if the queued message waits for a sender.
    static func waiting(_ account: MailAccount, _ name: String, _ subject: String, _ console: Console) -> String {
        guard account.configuration.hasServer else {
            return "* \(name) \"\(subject)\" waits in the outbox. No sending account yet."
        }
        return console.connections.isNone
            ? DeliveryDescriptions.offline(1)
            : "* \(name) \"\(subject)\" waits in the outbox and is sent the next time petrel sends."
    }
}
