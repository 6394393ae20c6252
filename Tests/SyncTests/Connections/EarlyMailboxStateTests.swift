import MailClients
import MailTestSupport
import MailTypes
import Testing

@testable import IMAPProtocol
@testable import MailEngine

@Suite("Answers about a mailbox that arrive before the sync that needs them", .holds("Y10"))
struct EarlyMailboxStateTests {
    private let commands: [IMAPCommand] = [.select(SelectCommand(.inbox)), .search(SearchCommand(.all))]
    private let successes: [Result<CommandResult, IMAPClientError>] = [
        .success(CommandResult()), .success(CommandResult()),
    ]

    private func exists(_ command: Int?) -> IMAPResponseEvent { .data(.exists(3), command: command, mailbox: .inbox) }

    @Test("Are kept with the numbers that the commands have on their own")
    func numbers() {
        var state = EarlyMailboxState(commands)
        for command in [nil, 0, 1, 2, 3] { state.take(exists(command), from: 2) }
        #expect(state.events.map(\.command) == [0, 1])
        #expect(state.answers(commands, successes))
    }

    @Test("Are not used for other commands, or if the server refused one")
    func others() {
        let state = EarlyMailboxState(commands)
        #expect(!state.answers(Array(commands.reversed()), successes))
        #expect(!state.answers(commands, Array(successes.prefix(1))))
        let refusal = IMAPClientError.session(IMAPFailure(.refused(.no, nil), .mailbox, .later(after: nil)))
        #expect(!state.answers(commands, [successes[0], .failure(refusal)]))
    }

    @Test("Are dropped if they are many, or contain text")
    func many() {
        var state = EarlyMailboxState(commands)
        for _ in 0..<1000 { state.take(exists(1), from: 0) }
        #expect(state.events.count == 1000 && state.answers(commands, successes))
        for _ in 0..<10 { state.take(exists(1), from: 0) }
        #expect(state.events.isEmpty && !state.answers(commands, successes))
        var other = EarlyMailboxState(commands)
        other.take(.literal(.octets([1, 2]), command: 1), from: 0)
        other.take(exists(1), from: 0)
        #expect(other.events.isEmpty && !other.answers(commands, successes))
    }
}
