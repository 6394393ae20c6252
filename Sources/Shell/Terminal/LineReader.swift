private import Glibc
public import LineEditing
private import Threads

/// Reads lines: from a terminal, key by key with a line editor, or from a file or pipe.
///
/// Between lines the terminal is in its original mode, and Ctrl-C sends a signal. As long as the reader exists, SIGTERM
/// and SIGHUP are recorded instead of ending the process: see `endingSignal`. With `outlivesInterrupts`, so is SIGINT:
/// see `takeInterrupt`. Only one reader may exist at a time, and only one thread may use it. Other threads use its
/// `waker`.
public final class LineReader {
    /// Wakes up a reader from any thread, so that it calls `idle`. Also works before it reads.
    public struct Waker: Sendable {
        fileprivate let watch: SignalWatch

        public func wake() {
            watch.ring()
        }
    }

    private static let full =
        "This line is full: your last input was not added. Press Enter and continue on the next line."

    /// The lines typed before, for requests that use the history, which also add to it.
    public var history = LineHistory()
    /// The text of the line when `read` returned `terminated`, `hangup` or `finished`. After the first two it includes
    /// the rest of a pasted text, so that no input is lost. Secrets are not kept, and neither are answers after the
    /// first two.
    public internal(set) var unfinished = ""
    /// The signal that requested the end of the process, or `nil`. Long operations between lines should check it.
    public var endingSignal: Int32? {
        noted = noted ?? SignalWatch.endings.first { watch.take($0) }
        return noted
    }
    /// Takes effect with the next line.
    public var style: TerminalOptions
    /// Takes effect with the next line.
    public var keyBindings = KeyBindingStyle.emacs {
        didSet { decoder.hasAltKeys = keyBindings == .emacs }
    }
    /// Whether Ctrl-C between lines is recorded instead of ending the process.
    private let outlivesInterrupts: Bool
    public var waker: Waker { Waker(watch: watch) }

    let watch = SignalWatch()
    private var noted: Int32?
    let input: Int32
    let screen: Int32
    var output: Output
    var decoder = KeyDecoder()
    /// Decoded keys that have not been handled yet.
    private var keys: ArraySlice<Key> = []
    /// The text pasted after the last line ending, and the text after the cursor at that time.
    var rest: (before: String, behind: String)?
    var textOfRest: String { rest.map { $0.before + $0.behind } ?? "" }
    var kills: [String] = []
    var mode: TerminalMode?
    /// The line being edited.
    var typed: LineEditorDisplay?
    /// Lines to print once a search is over.
    var held: [String] = []
    var lines = LineSplitter()

    /// With `outlivesInterrupts`, Ctrl-C between lines of a terminal does not end the process.
    public init(input: Int32 = 0, output: Int32 = 1, style: TerminalOptions, outlivesInterrupts: Bool = false) {
        self.input = input
        self.style = style
        self.outlivesInterrupts = outlivesInterrupts && style.isTerminal
        screen = output
        self.output = Output(descriptor: output)
        if self.outlivesInterrupts { watch.catching([SIGINT]) }
    }

    /// Returns whether Ctrl-C was pressed since the last line or call, so that the current operation should stop.
    /// Discards the keys typed before it, as terminals do.
    public func takeInterrupt() -> Bool {
        guard outlivesInterrupts else { return false }
        if let last = keys.lastIndex(of: .interrupt) {
            keys = keys[(last + 1)...]
            return true
        }
        return watch.take(SIGINT)
    }

    /// Whether text that was read so far was not UTF-8 and was read as windows-1252.
    public var hasReadWindows1252: Bool { decoder.hasReadWindows1252 || lines.hasReadWindows1252 }

    public func wake() {
        watch.ring()
    }

    /// Discards keys that were typed too early for the last line.
    public func discardKeys() {
        keys = []
    }

    public func read(_ request: LineRequest) -> LineResult {
        unfinished = textOfRest
        // It was meant for an operation that is over.
        if outlivesInterrupts { _ = watch.take(SIGINT) }
        if let signal = endingSignal { return .terminated(signal) }
        return style.isTerminal ? readKeys(request) : readPiped(request)
    }

    /// Prints lines, above the line being edited if there is one.
    public func announce(_ lines: [String]) {
        announce(lines, prompt: nil)
    }

    private func announce(_ lines: [String], prompt: String?) {
        guard typed != nil else {
            for line in lines { output.write(TerminalSafeText.line(line) + "\n") }
            return output.flush()
        }
        if typed?.editor.search != nil {
            held += lines
            return
        }
        show { typed, octets in typed.announce(lines, prompt: prompt, into: &octets) }
    }

    // MARK: - Editing

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
        var line = EditedLine(request.initial, kills: kills, isSecret: request.isSecret)
        if let rest, !request.isQuestion, !request.isSecret {
            line.insert(rest.before)
            let cursor = line.cursorOffset
            line.insert(rest.behind)
            line.moveCursor(offset: cursor)
            self.rest = nil
        }
        var octets = pasteMarks(true)
        typed = LineEditorDisplay(
            request, LineEditor(line, request, history: history, keyBindings), style,
            size: TerminalPathAndSize.size(of: screen),
            into: &octets)
        write(octets)
    }

    /// Edits the line until it is complete.
    private func type(_ request: LineRequest) -> LineResult {
        var schedule = LineReaderTimers(tick: request.tick)
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
        switch ReadResult(from: input) {
        case .octets(let octets):
            ProcessorReservation.renew()
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

    /// Calls the request's `idle` closure, and returns whether it ends the line.
    func idle(_ request: LineRequest) -> Bool {
        guard let idle = request.idle else { return false }
        let isEmpty = typed?.editor.isEmpty ?? true
        let answer = idle(isEmpty)
        if !answer.lines.isEmpty { announce(answer.lines, prompt: isEmpty ? answer.prompt : nil) }
        if answer.rings, style.isTerminal { write([0x07]) }
        if isEmpty, style.canRepaint {
            if let prompt = answer.prompt { typed?.prompt = prompt }
            if let prompt = answer.promptWhileTyping { typed?.promptWhileTyping = prompt }
        }
        return answer.isFinished
    }
}
