internal import Platform
internal import Terminal

/// How lines are shown to the user.
struct Appearance {
    /// For a screen reader.
    var isAccessible: Bool
    var color = TerminalStyle.Color.automatic
}

/// The source of input lines: a terminal, a file, or a test.
struct LineInput {
    /// Returns the next line.
    var read: (LineRequest) -> LineResult
    /// Makes the reader look whether something has happened; from any thread.
    var wake: @Sendable () -> Void = {}
    /// Whether the running work should stop: the user pressed Ctrl-C since the last line, or the process was asked to
    /// terminate.
    var isStopped: () -> Bool = { false }
    /// What stood in the line when the reading of it ended otherwise.
    var unfinished: () -> String = { "" }
    /// The history of former runs.
    var history = LineHistory()
    /// The history including this run.
    var historyNow: () -> LineHistory = { LineHistory() }
    /// Whether a prompt may count down seconds.
    var ticks = true
    /// From the next line on, lines are read in this way. Says whether a prompt may count then.
    var follow: (Appearance) -> Bool = { _ in true }
    /// Reads line after line: typeahead is kept for the next line, signals end a line, and Ctrl-C stops only the
    /// running work.
    var forPrompt: (LineHistory, Appearance) -> LineInput?

    init(
        read: @escaping (LineRequest) -> LineResult,
        forPrompt: @escaping (LineHistory, Appearance) -> LineInput? = { _, _ in nil }
    ) {
        self.read = read
        self.forPrompt = forPrompt
    }

    /// Standard input. Questions of a single command are printed to standard error, so that its output can be piped.
    static func ofProcess(_ environment: Environment) -> LineInput {
        LineInput { request in
            let appearance = Appearance(isAccessible: environment.isOn("ACCESSIBLE"))
            let style = style(environment, output: errors, appearance)
            return LineReader(output: errors, style: style).read(request)
        } forPrompt: { history, appearance in
            let reader = LineReader(style: style(environment, output: output, appearance), outlivesInterrupts: true)
            reader.history = history
            let waker = reader.waker
            var input = LineInput { reader.read($0) }
            input.wake = { waker.wake() }
            input.isStopped = { reader.endingSignal != nil || reader.takeInterrupt() }
            input.unfinished = { reader.unfinished }
            input.historyNow = { reader.history }
            input.ticks = reader.style.ticks
            input.follow = { appearance in
                reader.style = style(environment, output: output, appearance)
                return reader.style.ticks
            }
            return input
        }
    }

    private static let input: Int32 = 0
    private static let output: Int32 = 1
    private static let errors: Int32 = 2

    private static func style(
        _ environment: Environment, output: Int32, _ appearance: Appearance
    ) -> TerminalStyle {
        let isTerminal = Screen.isTerminal(input) && Screen.isTerminal(output)
        return TerminalStyle(
            isTerminal: isTerminal, term: environment["TERM"], noColor: environment["NO_COLOR"] != nil,
            reducedMotion: environment.isOn("REDUCED_MOTION"), accessible: appearance.isAccessible,
            color: appearance.color)
    }
}
