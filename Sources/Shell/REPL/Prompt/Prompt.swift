internal import Composer
internal import Disk
internal import LineEditing
internal import MailTypes
internal import MaildirStore
internal import Outbox
internal import Platform
internal import Terminal

/// The interactive prompt: reads and runs one line after the other until it ends.
struct Prompt {
    private(set) var console: Console
    private let session: PromptState
    /// The number of the current line, for errors in scripts.
    private var lineNumber = 0

    init(_ console: Console, _ session: PromptState) {
        self.session = session
        self.console = console
        self.console.session = session
    }

    /// Runs until the end and returns the exit code.
    mutating func run() -> ExitCode {
        if console.isInteractive { ShortTimeSlices.requestForThisThread() }
        while session.ending == nil {
            tellEvents()
            if console.isInteractive, !session.isInText, session.compose != nil {
                run { (console) throws(CommandFailure) in try console.settleChangeElsewhere() }
            }
            let request = request()
            let result = console.read(request)
            lineNumber += 1
            noteCharset()
            take(result)
            if session.endsWithDraft, session.compose == nil, session.windows.isEmpty { break }
        }
        return console.finish(session.failure ?? session.ending ?? .done)
    }

    // MARK: - Reading

    private func request() -> LineRequest {
        let text = PromptString(session, console)
        var request = LineRequest(prompt: text.text)
        request.promptWhileTyping = text.textWhileTyping
        request.usesHistory = !session.isInText
        request.takesPastedLines = session.isInText
        request.takesSubmission = session.isInText
        request.shortcuts = session.shortcuts(isAccessible: console.isAccessible)
        request.tick = UndoCountdown.tick
        let (console, session) = (console, session)
        request.idle = { isLineEmpty in IdleHandler(session, console).wake(isLineEmpty: isLineEmpty) }
        if !session.isInText {
            request.complete = { line, cursor in
                PromptCompletion(session, console).completion(of: line, cursor)
            }
        }
        return request
    }

    /// Says once that a line was not UTF-8.
    private mutating func noteCharset() {
        guard !session.hasExplainedCharset, console.input.hasReadWindows1252() else { return }
        session.hasExplainedCharset = true
        console.noteWindows1252(in: console.isInteractive ? "What the terminal sends" : "Line \(lineNumber)")
    }

    private mutating func take(_ result: LineResult) {
        switch result {
        case .line(let line): take(line: line)
        case .submitted(let line): submit(line)
        case .pasted(let lines): take(pasted: lines)
        case .endOfInput: endOfInput()
        case .interrupt(let wasEmpty):
            guard session.isInText else { break }
            if wasEmpty { leaveText() } else { console.note("Ctrl-Y brings the line back.") }
        case .terminated(let signal): end(signal == 1 ? .hungUp : .terminated)
        case .hangup: end(.hungUp)
        case .finished: break
        case .tooLong:
            fail(CommandFailure(.dataError, "lineTooLong", "Line too long; ignored."))
        }
    }

    private mutating func take(line: String) {
        if session.echoes, !console.isInteractive {
            console.output.flush()
            console.errors.write((session.isInText ? "| " : "> ") + TerminalSafeText.line(line) + "\n")
            console.errors.flush()
        }
        if session.isInText {
            run { (console) throws(CommandFailure) in try BodyInput(line).take(on: &console) }
        } else {
            command(line)
        }
    }

    private mutating func take(pasted lines: [String]) {
        guard session.isInText else { return take(line: lines.joined(separator: " ")) }
        run { (console) throws(CommandFailure) in try BodyInput.paste(lines, on: &console) }
    }

    /// Takes the last line of the text, and sends the draft. If the line is a command that fails or closes the draft,
    /// nothing is sent.
    private mutating func submit(_ line: String) {
        let name = session.compose?.name
        if !line.isEmpty {
            guard run({ (console) throws(CommandFailure) in try BodyInput(line).take(on: &console) }) else { return }
        }
        guard let name, session.compose?.name == name else { return }
        run { (console) throws(CommandFailure) in try PromptCommandLine(Array("send".utf8)).run(on: &console) }
    }

    // MARK: - Commands

    private mutating func command(_ line: String) {
        var text = Array(line.utf8)
        // In accessible mode, Enter alone is how a user asks for the events that wait.
        if text.isEmpty, console.isInteractive, !console.isAccessible, let next = session.lineOfEnter {
            text = Array(next.utf8)
        }
        while CommandLineTokenizer.goesOn(text) {
            text.removeLast()
            guard case .line(let more) = console.read(LineRequest(prompt: "...> ")) else { return }
            lineNumber += 1
            text += more.utf8
        }
        if let word = CommandLineTokenizer(text).hereDocument { return takeHereDocument(word) }
        run { (console) throws(CommandFailure) in try PromptCommandLine(text).run(on: &console) }
    }

    /// Adds the lines up to one that equals the word to the open draft, literally.
    private mutating func takeHereDocument(_ word: [UInt8]) {
        var lines: [String] = []
        var isEnded = false
        while !isEnded, case .line(let line) = console.read(LineRequest(prompt: "...> ")) {
            lineNumber += 1
            isEnded = line.utf8.elementsEqual(word)
            if !isEnded { lines.append(line) }
        }
        run { (console) throws(CommandFailure) in
            try console.insert(lines, into: console.openedDraft())
            if !isEnded {
                let word = String(decoding: word, as: UTF8.self)
                throw CommandFailure(
                    .dataError, "noEnd", "The text does not end with a line with only \(word). All lines were added.")
            }
        }
    }

    /// Runs one line, and returns whether it succeeded. A failure is reported; in a script, it also ends the run.
    @discardableResult
    private mutating func run(_ body: (inout Console) throws(CommandFailure) -> Void) -> Bool {
        var hasSucceeded = true
        do throws(CommandFailure) {
            try body(&console)
        } catch {
            hasSucceeded = false
            fail(error)
        }
        console.output.flush()
        session.queued = PromptString.queued(console)
        // The command may have added the first account.
        console.startWatch()
        session.countUnread(console)
        return hasSucceeded
    }

    private mutating func fail(_ failure: CommandFailure) {
        if console.isJSON { console.object(of: nil, failure) { _ in } }
        if console.isInteractive {
            console.printError(failure.message)
        } else {
            let place = session.scriptName.map { "\($0):" } ?? "line "
            console.printError("\(place)\(lineNumber): \(failure.message)")
            session.failure = session.failure ?? failure.exitCode
            if session.keepsGoing { return }
            session.ending = failure.exitCode
            saveAll()
            takeBackAll()
        }
    }

    // MARK: - Ends

    private mutating func endOfInput() {
        if session.isInText { return leaveText() }
        run { (console) throws(CommandFailure) in try PromptCommandLine(Array("quit".utf8)).run(on: &console) }
    }

    private mutating func leaveText() {
        run { (console) throws(CommandFailure) in try console.endText() }
    }

    /// Saves the draft and cancels open undo windows, so that nothing is sent that the user can no longer undo.
    private mutating func end(_ code: ExitCode) {
        // An unfinished line is kept as text.
        let line = console.input.unfinished()
        if session.isInText, !line.isEmpty {
            run { (console) throws(CommandFailure) in try BodyInput.keep(line, on: &console) }
        }
        saveAll()
        if code != .hungUp { takeBackAll() }
        session.ending = code
    }

    /// Turns a message whose undo window is open into a draft. If the terminal is gone, the next start does so and
    /// reports it, as after a crash.
    private mutating func takeBackAll() {
        for window in session.windows.reversed() {
            do throws(CommandFailure) {
                _ = try console.takeBack(window)
                console.printError(
                    "\(window.draftName) was not sent: petrel exited before the undo window ended. It is back in your drafts."
                )
            } catch {
                console.printError(error.message)
            }
        }
        session.windows = []
    }

    private mutating func saveAll() {
        do throws(CommandFailure) { try console.closeDraft(saying: false) } catch { console.printError(error.message) }
    }

    private mutating func tellEvents() {
        for event in session.takeEvents(for: console.displaySettings) { console.show(event: event) }
        console.output.flush()
    }
}
