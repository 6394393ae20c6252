internal import LineEditing
internal import Terminal

extension Command {
    static let completions: Command = Command(
        name: "completions", summary: "print a completion script for a shell",
        operands: [.one("bash|zsh|fish", .choice(CompletionScriptFormatter.shells))], places: [.program],
        configuration: .none,
        details: "The script completes commands, options, folders, drafts, contacts and files.",
        examples: ["petrel completions bash > ~/.local/share/bash-completion/completions/petrel"]
    ) { invocation, console throws(CommandFailure) in
        let shell = try invocation.text(operand: 0) ?? ""
        guard let script = CompletionScriptFormatter.script(for: shell) else {
            throw .usage("There are no completions for \"\(shell)\". Use bash, zsh or fish.")
        }
        console.answer(
            invocation.command,
            { json in
                json.key("text")
                json.string(script)
            }, text: { $0.write(script) })
        return .done
    }

    /// Called by completion scripts. Prints one candidate for the last word per line, followed by a tab and its
    /// description.
    static let complete: Command = Command(
        name: "complete", summary: "print the completions of a command line", operands: [.zeroOrMore("WORD")],
        readsOwnOptions: true, places: [.program], configuration: .none,
        details: "The scripts that petrel completions prints call this."
    ) { invocation, console throws(CommandFailure) in
        let words = Array(invocation.operands.drop { $0 == ArgumentReader.endOfOptions })
        let completer = Completer(.program, console)
        for candidate in completer.candidates(for: words.last ?? [], after: Array(words.dropLast())) {
            console.output.write(
                "\(TerminalSafeText.line(candidate.text))\t\(TerminalSafeText.line(candidate.shown))\n")
        }
        return .done
    }
}
