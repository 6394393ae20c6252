private import Glibc

/// Reads lines: from a terminal, key by key, with an editor for each line, or from a file or a pipe.
///
/// Between two lines the terminal is as it was found. While this lives, the process does not die of SIGTERM, SIGHUP and
/// SIGQUIT but notes them; there is one reader at a time. It belongs to one thread; others have its `waker`.
public final class LineReader {
    /// Rings for a reader from any thread, so that it calls `idle`; also for one that is not reading yet.
    public struct Waker: Sendable {
        fileprivate let watch: SignalWatch

        public func wake() {
            watch.ring()
        }
    }

    /// What was typed before, for requests that use it. They add to it.
    public var history = LineHistory()
    /// What stood in the line when `read` gave something else than a line: nothing that was typed is lost. Empty behind
    /// lines, Ctrl-C, and whatever is secret.
    public private(set) var unfinished = ""
    /// The signal that told the process to end, once one has.
    public private(set) var endingSignal: Int32?
    public let style: TerminalStyle
    public var waker: Waker { Waker(watch: watch) }

    let watch = SignalWatch()
    let input: Int32
    private let screen: Int32
    private var output: Output
    private var decoder = KeyDecoder()
    /// Keys that were pressed and have done nothing yet.
    private var keys: ArraySlice<Key> = []
    /// What was pasted behind the last end of a line, and what stood behind the cursor then.
    private var rest: (before: String, behind: String)?
    private var killed = ""
    private var mode: KeyMode?
    /// The line that is being typed.
    private var typed: TypedLine?
    /// Lines to be printed once a search is over.
    private var held: [String] = []
    var lines = PipedLines()

    public init(input: Int32 = 0, output: Int32 = 1, style: TerminalStyle) {
        self.input = input
        self.style = style
        screen = output
        self.output = Output(descriptor: output)
    }

    public func wake() {
        watch.ring()
    }

    public func read(_ request: LineRequest) -> LineResult {
        unfinished = ""
        if let signal = takeEnding() { return .terminated(signal) }
        return style.isTerminal ? readKeys(request) : readPiped(request)
    }

    /// Prints lines above the one that is being typed, if one is.
    public func announce(_ lines: [String]) {
        guard typed != nil else {
            for line in lines { output.write(InertText.line(line) + "\n") }
            return output.flush()
        }
        if typed?.editor.search != nil {
            held += lines
            return
        }
        show { typed, octets in typed.announce(lines, into: &octets) }
    }

    func takeEnding() -> Int32? {
        endingSignal = endingSignal ?? SignalWatch.endings.first { watch.take($0) }
        return endingSignal
    }

    // MARK: - Typing

    private func readKeys(_ request: LineRequest) -> LineResult {
        guard let found = KeyMode(of: input) else { return .hangup }
        mode = found
        watch.catching(SignalWatch.ofTerminal)
        defer { watch.release(SignalWatch.ofTerminal) }
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
        switch InputOctets(from: input) {
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
        case .full: announce(["No room: a line holds 1 MiB. What came last was left out."])
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
        if let prompt = answer.prompt, isEmpty, style.canRepaint { typed?.prompt = prompt }
        return answer.isFinished
    }

    // MARK: - Signals

    private func obeySignals() -> LineResult? {
        if let signal = takeEnding() { return .terminated(signal) }
        if watch.take(SIGINT) { return .interrupt(wasEmpty: typed?.editor.line.isEmpty ?? true) }
        if watch.take(SIGTSTP) { return suspend() }
        if watch.take(SIGCONT) { return resume() }
        if watch.take(SIGWINCH) {
            let size = Screen.size(of: screen)
            show { typed, octets in typed.resize(size, into: &octets) }
        }
        return nil
    }

    /// Stops, with the terminal as it was found, until somebody lets the process go on.
    private func suspend() -> LineResult? {
        show { typed, octets in typed.finish(into: &octets) }
        write(pasteMarks(false))
        mode?.leave()
        watch.stop()
        if !watch.take(SIGCONT) {
            // Another thread may be the one that the signal stops, a moment later. Or it is ignored.
            _ = DescriptorWait(-1, watch.descriptor, until: .now + .milliseconds(100))
            _ = watch.take(SIGCONT)
        }
        mode = KeyMode(of: input)
        return resume()
    }

    private func resume() -> LineResult? {
        guard mode?.enter() == true else { return .hangup }
        let size = Screen.size(of: screen)
        write(pasteMarks(true))
        show { typed, octets in typed.begin(size: size, into: &octets) }
        return nil
    }

    // MARK: - Showing

    private func paint() {
        if !held.isEmpty, typed?.editor.search == nil {
            let lines = held
            held = []
            announce(lines)
        }
        show { typed, octets in typed.paint(into: &octets) }
    }

    private func show(_ change: (inout TypedLine, inout [UInt8]) -> Void) {
        var octets: [UInt8] = []
        if var line = typed {
            typed = nil
            change(&line, &octets)
            typed = line
        }
        write(octets)
    }

    private func write(_ octets: [UInt8]) {
        guard !octets.isEmpty else { return }
        output.write(octets.span)
        output.flush()
    }

    /// Asks the terminal to mark pasted text, or not to any more [XTerm Control Sequences: bracketed paste].
    private func pasteMarks(_ isOn: Bool) -> [UInt8] {
        style.marksPaste ? Array((isOn ? "\u{1B}[?2004h" : "\u{1B}[?2004l").utf8) : []
    }

    /// Leaves the line on the screen as it became, and keeps what is to be kept.
    private func end(_ result: LineResult) {
        guard var line = typed else { return }
        typed = nil
        var octets: [UInt8] = []
        switch result {
        case .line(let text):
            if line.request.usesHistory, !line.request.isSecret { history.add(text) }
            line.finish(into: &octets)
        case .pasted(let lines):
            line.finish(showing: lines.first ?? "", into: &octets)
            if !line.editor.line.isEmpty {
                rest = (line.editor.line.textBeforeCursor, line.editor.line.textBehindCursor)
            }
        case .interrupt: line.finish("^C", into: &octets)
        case .finished: line.withdraw(into: &octets)
        case .endOfInput, .terminated, .hangup, .tooLong: line.finish(into: &octets)
        }
        write(octets + pasteMarks(false))
        killed = line.editor.line.killed
        keep(line.editor, result)
        let lines = held
        held = []
        if !lines.isEmpty { announce(lines) }
    }

    private func keep(_ editor: LineEditor, _ result: LineResult) {
        guard !editor.isSecret else { return }
        switch result {
        case .finished: unfinished = editor.line.text
        case .terminated, .hangup:
            let pasted = String(decoding: decoder.unfinishedPaste, as: UTF8.self)
            unfinished = editor.line.textBeforeCursor + pasted + editor.line.textBehindCursor
        case .line, .pasted, .endOfInput, .interrupt, .tooLong: break
        }
    }
}
