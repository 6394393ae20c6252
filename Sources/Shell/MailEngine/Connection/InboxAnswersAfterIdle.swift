internal import IMAPProtocol
internal import MailClients
internal import MailTypes

/// The answers to `InboxQueryAfterIdle`.
struct InboxAnswersAfterIdle: Sendable {
    /// The commands that query the state.
    private let commands: [IMAPCommand]
    private(set) var events: [IMAPResponseEvent] = []
    private(set) var arrived: MessagesFetchedAfterIdle
    /// Whether there were too many responses, or large ones. They are requested again.
    private var isTooLarge = false

    /// The most responses that are kept.
    private static let mostEvents = 1000

    init(_ query: InboxQueryAfterIdle) {
        commands = query.state
        arrived = MessagesFetchedAfterIdle(query)
    }

    /// Notes a response in a pipeline that has the commands of the query from `start` on. Others are ignored.
    mutating func take(_ event: IMAPResponseEvent, from start: Int) {
        guard let index = event.command, index >= start else { return }
        if index >= start + commands.count { return arrived.take(event) }
        guard case .data(let response, _, let mailbox) = event, events.count < Self.mostEvents else {
            events = []
            isTooLarge = true
            return
        }
        if !isTooLarge { events.append(.data(response, command: index - start, mailbox: mailbox)) }
    }

    /// Returns the results of `commands` if these are the commands that query the state, and none was refused. `results`
    /// are those of the whole query.
    func results(
        of commands: [IMAPCommand], in results: [Result<CommandResult, IMAPClientError>]
    ) -> [Result<CommandResult, IMAPClientError>]? {
        let own = results.prefix(commands.count)
        guard !isTooLarge, commands == self.commands, own.count == commands.count, own.allSatisfy(\.isSuccess) else {
            return nil
        }
        return Array(own)
    }
}
