internal import MaildirStore
internal import Platform

/// The end of an undo window, after which the message is ready to be sent.
struct SendWindowEnd {
    private let window: SendWindow
    private let console: Console

    init(_ window: SendWindow, _ console: Console) {
        self.window = window
        self.console = console
    }

    /// Releases the message for sending and returns a line that says so; `nil` if the sender reports it.
    func close() -> String? {
        do throws(DraftError) {
            _ = try window.store.update(window.id, at: console.clock.now()) { $0.undo = nil }
            console.deliverSoon(window.account)
            if console.courier(of: window.account) != nil { return nil }
            return OutgoingDraft.waiting(window.account, window.outboxName, window.subject, console)
        } catch {
            if case .missing = error {
                return "* \(window.outboxName) \"\(window.subject)\" was taken out of the outbox."
            }
            return "! \(window.outboxName) \"\(window.subject)\" remains a draft. \(CommandFailure(error).message)"
        }
    }
}
