import MailClients
import MailTestSupport
import MailTypes
import Testing

@testable import IMAPProtocol
@testable import MailEngine

@Suite("Answers about a mailbox that arrive before the sync that needs them", .holds("Y10"))
struct InboxAnswersAfterIdleTests {
    private let commands: [IMAPCommand] = [.select(SelectCommand(.inbox)), .search(SearchCommand(.all))]
    private let successes: [Result<CommandResult, IMAPClientError>] = [
        .success(CommandResult()), .success(CommandResult()),
    ]

    private var query: InboxQueryAfterIdle {
        InboxQueryAfterIdle(state: commands, next: UID(rawValue: 7), withStructure: false)
    }

    private func exists(_ command: Int?) -> IMAPResponseEvent { .data(.exists(3), command: command, mailbox: .inbox) }

    @Test("Are kept with the numbers that the commands have on their own")
    func numbers() {
        var state = InboxAnswersAfterIdle(query)
        for command in [nil, 0, 1, 2, 3] { state.take(exists(command), from: 2) }
        #expect(state.events.map(\.command) == [0, 1])
        #expect(state.results(of: commands, in: successes) != nil)
    }

    @Test("Are not used for other commands, or if the server refused one")
    func others() {
        let state = InboxAnswersAfterIdle(query)
        #expect(state.results(of: commands.reversed(), in: successes) == nil)
        #expect(state.results(of: commands, in: Array(successes.prefix(1))) == nil)
        let refusal = IMAPClientError.session(IMAPFailure(.refused(.no, nil), .mailbox, .later(after: nil)))
        #expect(state.results(of: commands, in: [successes[0], .failure(refusal)]) == nil)
    }

    @Test("Are dropped if they are many, or contain text")
    func many() {
        var state = InboxAnswersAfterIdle(query)
        for _ in 0..<1000 { state.take(exists(1), from: 0) }
        #expect(state.events.count == 1000 && state.results(of: commands, in: successes) != nil)
        for _ in 0..<10 { state.take(exists(1), from: 0) }
        #expect(state.events.isEmpty && state.results(of: commands, in: successes) == nil)
        var other = InboxAnswersAfterIdle(query)
        other.take(.literal(.octets([1, 2]), command: 1), from: 0)
        other.take(exists(1), from: 0)
        #expect(other.events.isEmpty && other.results(of: commands, in: successes) == nil)
    }
}
