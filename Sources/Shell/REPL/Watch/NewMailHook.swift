internal import Accounts
internal import LineEditing
internal import Platform
internal import Processes
private import Synchronization
internal import Threads

/// Runs a program for new mail. Messages that arrive while it runs are gathered for the next run.
///
/// The program gets the messages as JSON lines on standard input, and the first of them in variables. No shell is
/// involved, so nothing in a message is executed. A program that fails or does not end is reported, and stops nothing.
final class NewMailHook: Sendable {
    /// A message as the program sees it.
    struct Message: Sendable {
        let json: [UInt8]
        let variables: [(name: String, value: [UInt8])]

        /// `nil` if the event is not a new message.
        init?(_ line: WatchEvent) {
            guard line.event == "new" else { return nil }
            json = line.json
            variables = line.variables
        }
    }

    private struct State {
        var waiting: [Message] = []
        var isRunning = false
    }

    /// Returns the program and its arguments.
    private let words: @Sendable ([Message]) -> [[UInt8]]
    private let environment: Environment
    private let state = Mutex(State())
    private let queue = SerialQueue()

    /// How long the program may run.
    private let limit: Duration
    private static let mostOutput = 65_536
    /// The maximum number of messages in one run.
    private static let mostMessages = 1000

    /// `words` returns the program and its arguments, and `limit` is how long it may run.
    init(
        _ environment: Environment, within limit: Duration = .seconds(30),
        words: @escaping @Sendable ([Message]) -> [[UInt8]]
    ) {
        self.words = words
        self.environment = environment
        self.limit = limit
    }

    /// Runs a program with arguments, in one line; `nil` if it names none.
    convenience init?(_ environment: Environment, line: [UInt8]) {
        let words = CommandLineTokenizer(line).words.map(\.octets)
        guard !words.isEmpty else { return nil }
        self.init(environment, words: { _ in words })
    }

    /// Runs the program. If that fails, `failed` is called with a sentence, on another thread.
    func run(for messages: [Message], failed: @escaping @Sendable (String) -> Void) {
        guard !messages.isEmpty else { return }
        let mustStart = state.withLock { state in
            let room = Self.mostMessages - state.waiting.count
            state.waiting += messages.prefix(max(0, room))
            defer { state.isRunning = true }
            return !state.isRunning
        }
        if mustStart { queue.async { self.runAll(failed) } }
    }

    private func runAll(_ failed: (String) -> Void) {
        while true {
            let messages = state.withLock { state in
                defer { state.waiting = [] }
                if state.waiting.isEmpty { state.isRunning = false }
                return state.waiting
            }
            if messages.isEmpty { return }
            run(messages, failed)
        }
    }

    private func run(_ messages: [Message], _ failed: (String) -> Void) {
        let words = words(messages)
        let count = [(name: "PETREL_COUNT", value: Array("\(messages.count)".utf8))]
        do throws(ProgramOutput.Failure) {
            _ = try ProgramOutput.of(
                program: words, input: messages.flatMap(\.json),
                environment.adding(count + (messages.first?.variables ?? [])), within: limit,
                atMost: Self.mostOutput)
        } catch {
            let name = String(decoding: words.first ?? [], as: UTF8.self)
            failed("The program \(name) for new mail \(sentence(of: error)). The mail is here.")
        }
    }

    /// The program that shows a notification on the desktop.
    static func notification(for messages: [Message]) -> [[UInt8]] {
        let value = { (name: String) in messages.first?.variables.first { $0.name == name }?.value ?? [] }
        let title = messages.count == 1 ? "New mail" : "\(messages.count) new messages"
        let text = [value("PETREL_FROM"), value("PETREL_SUBJECT")].map {
            TerminalSafeText.line(String(decoding: $0, as: UTF8.self))
        }
        return ["notify-send", "--app-name=petrel", "--", title, markup(text.joined(separator: ": "))].map {
            Array($0.utf8)
        }
    }

    /// Escapes the characters that have a meaning in the text of a notification [Desktop Notifications, Markup].
    private static func markup(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    private func sentence(of failure: ProgramOutput.Failure) -> String {
        switch failure {
        case .failed(.exited(let status)): "ended with status \(status)"
        case .failed(.killed(let signal)): "was killed by signal \(signal)"
        case .failed(.notStarted): "could not be started"
        case .timedOut: "was stopped after \(limit.components.seconds) seconds"
        case .tooLong: "was stopped, because it printed too much"
        }
    }
}

extension Console {
    /// Returns the program that the setting names for new mail; `nil` if it names none.
    func newMailHook() throws(CommandFailure) -> NewMailHook? {
        let line = Settings(of: try home())[.newMailHook].map { Array($0.utf8) }
        return line.flatMap { NewMailHook(environment, line: $0) }
    }
}
