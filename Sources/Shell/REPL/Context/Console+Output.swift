internal import Accounts
internal import Composer
internal import Disk
internal import LineEditing
internal import MailTypes
internal import Terminal

/// Results, errors and events, as text or JSON.
extension Console {
    /// Prints one line to standard error, after all previous output. In a shell, the program's name precedes it.
    mutating func printError(_ sentence: String) {
        output.flush()
        let text = isAccessible ? ScreenReaderText.error(sentence) : sentence
        errors.write(fitted("\(session == nil ? "petrel: " : "")\(TerminalSafeText.line(typed(text)))"))
        ring(for: .error)
        errors.flush()
    }

    /// Rings the terminal's bell if the user wants that.
    mutating func ring(for reason: InterfaceSettings.Bell) {
        guard displaySettings.bell == reason, session != nil, isInteractive, columns != nil else { return }
        output.write(0x07)
        output.flush()
    }

    /// Breaks a line between words where the terminal would break it anywhere. Screen readers get whole lines.
    func fittedLines(_ line: String) -> [String] {
        guard let columns, !isAccessible else { return [line] }
        return WordWrap.lines(line, columns: columns)
    }

    /// The lines of `fittedLines`, each with a line feed.
    func fitted(_ line: String) -> String { fittedLines(line).map { "\($0)\n" }.joined() }

    /// Adapts the commands in a sentence: at the prompt they are typed without the program's name.
    func typed(_ sentence: String) -> String {
        guard session != nil else { return sentence }
        return sentence.replacing("ype: petrel ", with: "ype: ").replacing("; petrel ", with: "; ")
            .replacing("(petrel ", with: "(")
    }

    /// Prints the result of a command in one line, unless --quiet or --json was given.
    mutating func printLine(_ sentence: String) {
        if !isQuiet, !isJSON { output.write(fitted(TerminalSafeText.line(typed(warned(sentence))))) }
    }

    /// Prints additional information to standard error, so that it does not mix with piped output.
    mutating func note(_ sentence: String) {
        guard !isQuiet, !isJSON else { return }
        output.flush()
        errors.write(fitted(TerminalSafeText.line(typed(warned(sentence)))))
        errors.flush()
    }

    /// Returns a line with the mark of a warning in words in accessible mode.
    private func warned(_ line: String) -> String { isAccessible ? ScreenReaderText.warning(line) : line }

    /// Returns a line of the open draft after its number.
    func numbered(_ index: Int, _ line: String) -> String {
        isAccessible ? "Line \(index + 1): \(line)" : "\(index + 1)  \(line)"
    }

    /// Returns a person for display: "Ana Ruiz <ana@example.org>", or without signs in accessible mode.
    func display(_ address: Address) -> String {
        isAccessible ? ScreenReaderText.person(address) : AddressDisplay.of(address)
    }

    /// Returns people for display. In accessible mode, a semicolon ends each of them.
    func display(_ addresses: [Address]) -> String {
        isAccessible
            ? addresses.map(ScreenReaderText.person).joined(separator: "; ") : AddressDisplay.list(addresses)
    }

    /// Reports an event: between the output at the prompt, on standard error in scripts.
    mutating func tell(_ event: String) {
        session?.remember(event)
        show(event: event)
    }

    mutating func show(event: String) {
        if event.utf8.first == 0x21 { ring(for: .error) }
        if isInteractive { printLine(worded(event)) } else { note(worded(event)) }
    }

    /// Returns an event as it is shown: in accessible mode as a sentence without characters that a screen reader spells.
    func worded(_ event: String) -> String { isAccessible ? ScreenReaderText.of(event) : event }

    /// Prints the JSON object of a command that succeeded if JSON was requested, and text otherwise.
    mutating func answer(
        _ command: Command, _ members: (inout JSONWriter) -> Void, text: (inout Output) -> Void
    ) {
        if isJSON { return object(of: command.name, nil, members) }
        guard let columns, !isAccessible else { return text(&output) }
        var lines = Output()
        text(&lines)
        let page = WordWrap.page(lines.contents, columns: columns, labelWidth: Self.continuationIndent)
        // At the prompt, the next command is typed below a list that is short.
        if session == nil { show(text: page) } else { output.write(page.span) }
    }

    /// The indent of the rest of a line that does not fit on the screen.
    private static let continuationIndent = 2

    /// Writes one JSON object on a line; with `failure`, an object that describes it.
    mutating func object(of command: String?, _ failure: CommandFailure?, _ members: (inout JSONWriter) -> Void) {
        hasAnswered = true
        let failure = failure ?? configurationCheck?.failure
        var json = JSONWriter(output)
        json.object { json in
            json.begin(command: command, ok: failure == nil)
            if let failure {
                json.error(code: failure.code, message: failure.message)
            } else {
                json.key("error")
                json.null()
            }
            members(&json)
        }
        json.endLine()
        output = json.output
    }

    /// Flushes the output and reports a write error. A closed pipe is not reported, unless the command has done something
    /// that must not be repeated.
    mutating func finish(_ exitCode: ExitCode) -> ExitCode {
        output.flush()
        // The exit code already says that the terminal is gone.
        guard let failure = output.failure, exitCode != .hungUp else { return exitCode }
        let error = FileError.writing("standard output", code: failure)
        if let accomplishment {
            printError(
                "\(accomplishment) Only the report of it could not be written to standard output: \(error.reason). "
                    + "Do not run the command again.")
        } else if !output.isBroken {
            printError(error.description)
        }
        return .inputOutput
    }
}
