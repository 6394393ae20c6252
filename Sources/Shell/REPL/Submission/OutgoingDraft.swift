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
        watchedBy session: EditingSessionsAndJournals.Session?, at date: DateTime, by console: Console
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
}
