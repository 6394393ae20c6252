internal import LineEditing
internal import Platform
internal import Terminal

/// The source of input lines: a terminal, a file, or a test.
struct LineInput {
    /// Returns the next line.
    var read: (LineRequest) -> LineResult
    /// Makes the reader check for events; may be called on any thread.
    var wake: @Sendable () -> Void = {}
    /// Whether the running work should stop: the user pressed Ctrl-C since the last line, or the process was asked to
    /// terminate.
    var isStopped: () -> Bool = { false }
    /// The unfinished line if reading ended without Enter.
    var unfinished: () -> String = { "" }
    /// Whether lines that were read so far were not UTF-8 and were read as windows-1252.
    var hasReadWindows1252: () -> Bool = { false }
    /// The history of former runs.
    var history = LineHistory()
    /// The history including this run.
    var historyNow: () -> LineHistory = { LineHistory() }
    /// Whether a prompt may count down seconds.
    var ticks = true
    /// Whether a prompt may receive mail while it waits for a line.
    var watchesMail = false
    /// Changes how lines are shown, from the next line on. Returns whether a prompt may count down seconds then.
    var follow: (LineEditorSettings) -> Bool = { _ in true }
    /// Begins to catch the signals that end the process, for a command that waits for events.
    var waitingForEvents: () -> EventWait = { EventWait(wait: { true }, wake: {}) }
    /// Begins to record the signals that end the process, for a command that says before what it leaves behind. Returns a
    /// function that returns the signal that has arrived.
    var recordingEndingSignals: () -> () -> Int32? = { { nil } }
    /// Stops the echo of what is typed, until `restoreEcho`, which discards what was typed.
    var stopEcho: () -> Void = {}
    var restoreEcho: () -> Void = {}
    /// Returns an input for several lines: typeahead is kept for the next line, signals end a line, and Ctrl-C stops
    /// only the running work.
    var forPrompt: (LineHistory, LineEditorSettings) -> LineInput?

    init(
        read: @escaping (LineRequest) -> LineResult,
        forPrompt: @escaping (LineHistory, LineEditorSettings) -> LineInput? = { _, _ in nil }
    ) {
        self.read = read
        self.forPrompt = forPrompt
    }

    /// Standard input. Questions of a single command are printed to standard error, so that its output can be piped.
    static func ofProcess(_ environment: Environment) -> LineInput {
        var process = LineInput { request in
            let appearance = LineEditorSettings(isAccessible: environment.isOn("ACCESSIBLE"))
            let style = style(environment, output: errors, appearance)
            return LineReader(output: errors, style: style).read(request)
        } forPrompt: { history, appearance in
            let reader = LineReader(style: style(environment, output: output, appearance), outlivesInterrupts: true)
            reader.history = history
            reader.keyBindings = appearance.keys
            let waker = reader.waker
            var input = LineInput { reader.read($0) }
            input.wake = { waker.wake() }
            input.isStopped = { reader.endingSignal != nil || reader.takeInterrupt() }
            input.unfinished = { reader.unfinished }
            input.hasReadWindows1252 = { reader.hasReadWindows1252 }
            input.historyNow = { reader.history }
            input.ticks = reader.style.ticks
            input.watchesMail = true
            input.stopEcho = { TerminalEcho.stop(on: Self.input) }
            input.restoreEcho = {
                TerminalEcho.restore()
                reader.discardKeys()
            }
            input.follow = { appearance in
                reader.style = style(environment, output: output, appearance)
                reader.keyBindings = appearance.keys
                return reader.style.ticks
            }
            return input
        }
        process.stopEcho = { TerminalEcho.stop(on: Self.input) }
        process.restoreEcho = TerminalEcho.restore
        process.waitingForEvents = {
            let signal = TerminationSignalWait()
            return EventWait(wait: { signal.wait() }, wake: { signal.wake() })
        }
        process.recordingEndingSignals = {
            let record = EndingSignalRecord()
            return { record.signal }
        }
        return process
    }

    private static let input: Int32 = 0
    private static let output: Int32 = 1
    private static let errors: Int32 = 2

    private static func style(
        _ environment: Environment, output: Int32, _ appearance: LineEditorSettings
    ) -> TerminalOptions {
        let isTerminal = TerminalPathAndSize.isTerminal(input) && TerminalPathAndSize.isTerminal(output)
        return TerminalOptions(
            isTerminal: isTerminal, term: environment["TERM"], noColor: environment["NO_COLOR"] != nil,
            reducedMotion: environment.isOn("REDUCED_MOTION"), accessible: appearance.isAccessible,
            color: appearance.color)
    }
}
