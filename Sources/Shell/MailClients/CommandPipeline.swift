import IMAPProtocol

/// Commands that run together: which of them were sent, what remains to be written, and their results.
struct CommandPipeline {
    /// Something to write.
    struct Step {
        let step: EncodedCommand.Step
        /// The message whose bytes are sent.
        var content: MessageSource?
    }

    private var commands: [IMAPCommand]
    /// The messages that commands append, by the index of the command.
    private let contents: [Int: MessageSource]
    private var submitted = 0
    private var tags: [CommandTag: Int] = [:]
    private var outcomes: [Result<CommandResult, IMAPClientError>?]
    /// The number of commands without a result, among those sent and among all. Counted, because both are read for
    /// every chunk that arrives.
    private var unanswered = 0
    private var unfinished: Int
    /// The steps still to be written.
    private var steps: [Step] = []
    /// The command whose next step needs a continuation request from the server. Nothing is sent after it until then.
    private var waiting: CommandTag?

    init(_ commands: [IMAPCommand], _ contents: [Int: MessageSource] = [:]) {
        self.commands = commands
        self.contents = contents
        outcomes = Array(repeating: nil, count: commands.count)
        unfinished = commands.count
    }

    /// Adds commands at the end.
    mutating func append(_ more: [IMAPCommand]) {
        commands += more
        outcomes += Array(repeating: nil, count: more.count)
        unfinished += more.count
    }

    var isDone: Bool { unfinished == 0 }
    var results: [Result<CommandResult, IMAPClientError>] { outcomes.compactMap(\.self) }
    /// Whether a command that was sent is still unanswered.
    var isWaiting: Bool { unanswered > 0 }

    /// The next command to send.
    var next: IMAPCommand? { submitted < commands.count ? commands[submitted] : nil }

    func index(of tag: CommandTag?) -> Int? { tag.flatMap { tags[$0] } }

    mutating func begin(_ tag: CommandTag, _ command: EncodedCommand) {
        tags[tag] = submitted
        steps += command.steps.map { Step(step: $0, content: contents[submitted]) }
        if !command.isImmediate { waiting = tag }
        submitted += 1
        unanswered += 1
    }

    /// Records that the next command could not be encoded or submitted.
    mutating func refuse(_ error: CommandError) {
        outcomes[submitted] = .failure(.session(IMAPFailure(.command(error), .message, .never)))
        submitted += 1
        unfinished -= 1
    }

    mutating func finish(_ tag: CommandTag, _ result: Result<CommandResult, IMAPClientError>) {
        guard let index = tags.removeValue(forKey: tag) else { return }
        outcomes[index] = result
        unanswered -= 1
        unfinished -= 1
        // Never write the rest of a command that was answered: its bytes would be interpreted as commands.
        if tag == waiting {
            steps = []
            waiting = nil
        }
    }

    /// Handles the server's continuation request.
    mutating func proceed(_ tag: CommandTag) {
        if tag == waiting, steps.first?.step == .awaitContinuation { steps.removeFirst() }
    }

    /// Removes and returns the steps that can be written now. Adjacent bytes are sent as one chunk: with several, the
    /// server would answer the first before it received the others.
    mutating func takeSteps() -> [Step] {
        let end = steps.firstIndex { $0.step == .awaitContinuation } ?? steps.count
        var ready: [Step] = []
        var octets: [UInt8] = []
        for step in steps[..<end] {
            if case .send(let piece) = step.step {
                octets += piece
                continue
            }
            if !octets.isEmpty { ready.append(Step(step: .send(octets))) }
            octets = []
            ready.append(step)
        }
        if !octets.isEmpty { ready.append(Step(step: .send(octets))) }
        steps.removeFirst(end)
        return ready
    }
}
