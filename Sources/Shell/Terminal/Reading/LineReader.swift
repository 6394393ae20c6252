private import Glibc

/// Reads lines: from a terminal, key by key, with an editor for each line, or from a file or a pipe.
///
/// Between two lines the terminal is as it was found, and Ctrl-C is a signal. While this lives, the process does not die
/// of SIGTERM and SIGHUP but notes them, and one that reads line after line notes Ctrl-C as well: see `endingSignal` and
/// `takeInterrupt`. There is one reader at a time, and it belongs to one thread; others have its `waker`.
public final class LineReader {
    /// Rings for a reader from any thread, so that it calls `idle`; also for one that is not reading yet.
    public struct Waker: Sendable {
        fileprivate let watch: SignalWatch

        public func wake() {
            watch.ring()
        }
    }

    private static let full =
        "This line is full: your last input was not added. Press Enter and continue on the next line."

    /// What was typed before, for requests that use it. They add to it.
    public var history = LineHistory()
    /// What stood in the line when `read` gave `terminated`, `hangup` or `finished`, and after the first two also what is
    /// left of a pasted text: nothing that was typed is lost. Secrets are not kept, nor are answers when the end comes.
    public internal(set) var unfinished = ""
    /// The signal that told the process to end, once one has. Worth a look in whatever takes long between two lines.
    public var endingSignal: Int32? {
        noted = noted ?? SignalWatch.endings.first { watch.take($0) }
        return noted
    }
    /// Holds from the next line on.
    public var style: TerminalStyle
    /// Whether Ctrl-C between two lines is noted instead of ending the process.
    private let outlivesInterrupts: Bool
    public var waker: Waker { Waker(watch: watch) }

    let watch = SignalWatch()
    private var noted: Int32?
    let input: Int32
    let screen: Int32
    var output: Output
    var decoder = KeyDecoder()
    /// Keys that were pressed and have done nothing yet.
    private var keys: ArraySlice<Key> = []
    /// What was pasted behind the last end of a line, and what stood behind the cursor then.
    var rest: (before: String, behind: String)?
    var textOfRest: String { rest.map { $0.before + $0.behind } ?? "" }
    var killed = ""
    var mode: TerminalMode?
    /// The line that is being typed.
    var typed: TypedLine?
    /// Lines to be printed once a search is over.
    var held: [String] = []
    var lines = PipedLines()

    /// With `outlivesInterrupts`, what runs between two lines of a terminal is not ended by Ctrl-C.
    public init(input: Int32 = 0, output: Int32 = 1, style: TerminalStyle, outlivesInterrupts: Bool = false) {
        self.input = input
        self.style = style
        self.outlivesInterrupts = outlivesInterrupts && style.isTerminal
        screen = output
        self.output = Output(descriptor: output)
        if self.outlivesInterrupts { watch.catching([SIGINT]) }
    }

    /// Whether Ctrl-C was pressed since the last line, or since this was last asked: whatever is going on is to stop.
    /// What was typed before it is forgotten, as terminals do.
    public func takeInterrupt() -> Bool {
        guard outlivesInterrupts else { return false }
        if let last = keys.lastIndex(of: .interrupt) {
            keys = keys[(last + 1)...]
            return true
        }
        return watch.take(SIGINT)
    }

    public func wake() {
        watch.ring()
    }

    public func read(_ request: LineRequest) -> LineResult {
        unfinished = textOfRest
        // It was meant for what is over now.
        if outlivesInterrupts { _ = watch.take(SIGINT) }
        if let signal = endingSignal { return .terminated(signal) }
        return style.isTerminal ? readKeys(request) : readPiped(request)
    }

    /// Prints lines above the one that is being typed, if one is.
    public func announce(_ lines: [String]) {
        guard typed != nil else {
            for line in lines { output.write(TerminalSafeText.line(line) + "\n") }
            return output.flush()
        }
        if typed?.editor.search != nil {
            held += lines
            return
        }
        show { typed, octets in typed.announce(lines, into: &octets) }
    }

    // MARK: - Typing

    private func readKeys(_ request: LineRequest) -> LineResult {
        guard let found = TerminalMode(of: input) else { return .hangup }
        mode = found
        let signals = SignalWatch.ofTerminal.filter { $0 != SIGINT || !outlivesInterrupts }
        watch.catching(signals)
        defer { watch.release(signals) }
        guard found.enter() else { return .hangup }
        begin(request)
        let result = type(request)
        end(result)
        mode?.leave()
        return result
    }

    private func begin(_ request: LineRequest) {
        var line = EditedLine(request.initial, killed: killed, isSecret: request.isSecret)
        if let rest, !request.isQuestion, !request.isSecret {
            line.insert(rest.before)
            let cursor = line.cursorOffset
            line.insert(rest.behind)
            line.moveCursor(offset: cursor)
            self.rest = nil
        }
        var octets = pasteMarks(true)
        typed = TypedLine(
            request, LineEditor(line, request, history: history), style, size: Screen.size(of: screen), into: &octets)
        write(octets)
    }

    /// Until the line is done.
    private func type(_ request: LineRequest) -> LineResult {
        var schedule = Schedule(tick: request.tick)
        while true {
            while let key = keys.popFirst() {
                if let result = act(on: key, request) { return result }
            }
            paint()
            if output.failure != nil { return .hangup }
            if let result = obeySignals() { return result }
            let wait = DescriptorWait(input, watch.descriptor, until: schedule.next)
            if wait.hasNews { watch.quieten() }
            if wait.hasInput {
                guard takeInput() else { return .hangup }
                schedule.sequence(isOpen: decoder.isInSequence)
            } else if schedule.isSequenceOver {
                var late: [Key] = []
                decoder.timeOut(into: &late)
                keys += late
                schedule.sequence(isOpen: false)
            }
            if schedule.hasTicked || wait.hasNews {
                if idle(request) { return .finished }
                schedule.restart()
            }
        }
    }

    private func takeInput() -> Bool {
        switch InputBuffer(from: input) {
        case .octets(let octets):
            var new: [Key] = []
            for octet in octets { decoder.decode(octet, into: &new) }
            keys += new
            return true
        case .nothing: return true
        case .end, .failure: return false
        }
    }

    private func act(on key: Key, _ request: LineRequest) -> LineResult? {
        switch typed?.editor.handle(key) {
        case .complete(let line, let cursor):
            guard let completion = request.complete?(line, cursor) else { break }
            let choices = typed?.editor.complete(with: completion) ?? []
            if !choices.isEmpty { announce(choices) }
        case .full: announce([Self.full])
        case .clearScreen: show { typed, octets in typed.clear(into: &octets) }
        case .suspend: return suspend()
        case .ended(let result): return result
        case .editing, nil: break
        }
        return nil
    }

    /// Calls `idle`, and says whether the line is not wanted any more.
    func idle(_ request: LineRequest) -> Bool {
        guard let idle = request.idle else { return false }
        let isEmpty = typed?.editor.isEmpty ?? true
        let answer = idle(isEmpty)
        if !answer.lines.isEmpty { announce(answer.lines) }
        if answer.rings, style.isTerminal { write([0x07]) }
        if isEmpty, style.canRepaint {
            if let prompt = answer.prompt { typed?.prompt = prompt }
            if let prompt = answer.promptWhileTyping { typed?.promptWhileTyping = prompt }
        }
        return answer.isFinished
    }
}
