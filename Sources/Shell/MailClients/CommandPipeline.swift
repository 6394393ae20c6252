import IMAPProtocol

/// Commands that are run together: which of them went out, what of them is still to be written, what became of each.
struct CommandPipeline {
    private let commands: [Command]
    private var submitted = 0
    private var tags: [CommandTag: Int] = [:]
    private var outcomes: [Result<Completion, IMAPClientError>?]
    /// How many commands have no outcome yet, of those that went out and of all: asked for with each piece that comes.
    private var unanswered = 0
    private var unfinished: Int
    /// What is to be written, up to the point where the server has to ask for more.
    private var steps: [EncodedCommand.Step] = []
    /// The command whose steps wait for the server: nothing goes out behind it.
    private var waiting: CommandTag?

    init(_ commands: [Command]) {
        self.commands = commands
        outcomes = Array(repeating: nil, count: commands.count)
        unfinished = commands.count
    }

    var isDone: Bool { unfinished == 0 }
    var results: [Result<Completion, IMAPClientError>] { outcomes.compactMap(\.self) }
    /// Whether some command that went out is not answered yet.
    var isWaiting: Bool { unanswered > 0 }

    /// The next command to go out.
    var next: Command? { submitted < commands.count ? commands[submitted] : nil }

    func index(of tag: CommandTag?) -> Int? { tag.flatMap { tags[$0] } }

    mutating func begin(_ tag: CommandTag, _ command: EncodedCommand) {
        tags[tag] = submitted
        steps += command.steps
        if !command.isImmediate { waiting = tag }
        submitted += 1
        unanswered += 1
    }

    /// The next command cannot be said.
    mutating func refuse(_ error: CommandError) {
        outcomes[submitted] = .failure(.session(IMAPFailure(.command(error), .message, .never)))
        submitted += 1
        unfinished -= 1
    }

    mutating func finish(_ tag: CommandTag, _ result: Result<Completion, IMAPClientError>) {
        guard let index = tags.removeValue(forKey: tag) else { return }
        outcomes[index] = result
        unanswered -= 1
        unfinished -= 1
        // What is left of a command that was answered is never written: its octets would be commands.
        if tag == waiting {
            steps = []
            waiting = nil
        }
    }

    /// The server asks for what follows.
    mutating func proceed(_ tag: CommandTag) {
        if tag == waiting, steps.first == .awaitContinuation { steps.removeFirst() }
    }

    /// The steps that can be taken now. What is to be sent goes in one piece: in several, the server would answer the first
    /// before it has the others.
    mutating func takeSteps() -> [EncodedCommand.Step] {
        let end = steps.firstIndex(of: .awaitContinuation) ?? steps.count
        var ready: [EncodedCommand.Step] = []
        var octets: [UInt8] = []
        for step in steps[..<end] {
            if case .send(let piece) = step {
                octets += piece
                continue
            }
            if !octets.isEmpty { ready.append(.send(octets)) }
            octets = []
            ready.append(step)
        }
        if !octets.isEmpty { ready.append(.send(octets)) }
        steps.removeFirst(end)
        return ready
    }
}
