internal import IMAPProtocol
internal import MailClients

/// The answers to the commands that query the state of a mailbox, sent before the sync that needs them.
struct EarlyMailboxState: Sendable {
    let commands: [IMAPCommand]
    private(set) var events: [IMAPResponseEvent] = []
    /// Whether there were too many responses, or large ones. They are requested again.
    private var isTooLarge = false

    /// The most responses that are kept.
    private static let mostEvents = 1000

    init(_ commands: [IMAPCommand]) {
        self.commands = commands
    }

    /// Notes a response in a pipeline that has these commands from `start` on. Others are ignored.
    mutating func take(_ event: IMAPResponseEvent, from start: Int) {
        guard let index = event.command, index >= start else { return }
        guard case .data(let response, _, let mailbox) = event, events.count < Self.mostEvents else {
            events = []
            isTooLarge = true
            return
        }
        if !isTooLarge { events.append(.data(response, command: index - start, mailbox: mailbox)) }
    }

    /// Whether these are all answers to `commands`, and none is a refusal.
    func answers(
        _ commands: [IMAPCommand], _ results: [Result<CommandResult, IMAPClientError>]
    ) -> Bool {
        !isTooLarge && commands == self.commands && results.count == commands.count && results.allSatisfy(\.isSuccess)
    }
}
