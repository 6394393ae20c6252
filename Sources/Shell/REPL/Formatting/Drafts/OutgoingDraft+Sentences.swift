internal import Accounts
internal import Composer
internal import InternetMessage
internal import LineEditing
internal import MailClients
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform

extension OutgoingDraft {
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
