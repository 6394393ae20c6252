internal import Accounts
internal import Disk
internal import Platform
internal import Processes
internal import Terminal

extension Command {
    static let accountEdit = Command(
        name: "account edit", summary: "edit the file of an account in your editor",
        operands: [.one("NAME", .account)], configuration: .none,
        details: """
            Opens a copy of the file in the program that the setting editor names, or else $VISUAL or $EDITOR. If the result has
            errors, petrel shows them with their lines, and you can edit it again, keep it for later or discard it. The file is
            replaced only by a correct one. petrel-config(5) explains its members.
            """,
        examples: ["petrel account edit work", "EDITOR=nano petrel account edit work"]
    ) { invocation, console throws(CommandFailure) in
        let files = try console.accounts()
        let name = try console.nameOfAccount(invocation, files)
        guard let content = try accountFile({ () throws(AccountError) in try files.content(of: name) }) else {
            throw CommandFailure(
                .noInput, "noAccountFile", "Account \(name) has no file yet. Type: petrel setup")
        }
        var edit = AccountEdit(name: name, files: files, former: content)
        let isChanged = try edit.run(on: &console)
        console.answer(
            invocation.command,
            { json in
                json.key("account")
                json.string(name.text)
                json.key("file")
                json.string(files.file(of: name).description)
                json.key("changed")
                json.bool(isChanged)
            }, text: { _ in })
        return .done
    }

    fileprivate static func accountFile<Result>(
        _ body: () throws(AccountError) -> Result
    ) throws(CommandFailure) -> Result {
        do throws(AccountError) { return try body() } catch { throw CommandFailure(error) }
    }
}

/// One edit of an account's file. The account uses the file as it was until the edited text is correct.
private struct AccountEdit {
    let name: AccountName
    let files: AccountConfigurationFiles
    /// The content of the account's file.
    let former: [UInt8]

    private enum Choice: Int {
        case editAgain
        case keep
        case discard
    }

    /// Returns whether the file was changed.
    mutating func run(on console: inout Console) throws(CommandFailure) -> Bool {
        // Without an editor, nothing else needs to be said.
        _ = try console.editor()
        var text = former
        if let kept = keptText {
            // A change that was made since then must not be undone by the older text.
            if let before = files.formerContent(of: name), before != former {
                throw CommandFailure(
                    .temporaryFailure, "changedMeanwhile",
                    "\(files.file(of: name)) has changed since you kept your edit in \(files.keptEdit(of: name)). Compare them "
                        + "and put what you need into the former. Then remove the latter.")
            }
            console.printLine("Continues the edit that you kept. Remove \(files.keptEdit(of: name)) to start again.")
            text = kept
        }
        while true {
            text = try edited(text, on: &console)
            if text == former {
                try Command.accountFile { () throws(AccountError) in try files.discardEdit(of: name) }
                console.printLine("No changes.")
                return false
            }
            let problems: [ConfigurationError]
            do throws(FileError) {
                problems = try files.problems(of: text, as: name)
            } catch {
                throw try kept(text, CommandFailure(error))
            }
            if problems.isEmpty { return try install(text, on: &console) }
            switch try choice(text, problems, on: &console) {
            case .editAgain: continue
            case .keep:
                try keep(text)
                console.printLine(
                    "Kept in \(files.keptEdit(of: name)). The account is unchanged. Type: petrel account edit \(name)")
                return false
            case .discard:
                try Command.accountFile { () throws(AccountError) in try files.discardEdit(of: name) }
                console.printLine("Discarded. The account is unchanged.")
                return false
            }
        }
    }

    private var keptText: [UInt8]? {
        try? FileReading.contents(of: files.keptEdit(of: name), onlyRegular: true)
    }

    private func choice(
        _ text: [UInt8], _ problems: [ConfigurationError], on console: inout Console
    ) throws(CommandFailure) -> Choice {
        let question = Question(
            text: "Edit \(name) again?",
            answers: [
                .init(letter: "e", words: "Edit Again"), .init(letter: "k", words: "Keep for Later"),
                .init(letter: "d", words: "Discard"),
            ], safe: 1, remedy: "The text is kept in \(files.keptEdit(of: name)), and the account is unchanged.",
            refusal: "The text is kept in \(files.keptEdit(of: name)), and the account is unchanged.")
        // The text is safe before the question: the terminal may be closed, or there may be none to ask on.
        try keep(text)
        guard console.canAsk else { throw CommandFailure(problems, adding: question.remedy) }
        for problem in problems { console.printError(problem.description) }
        return Choice(rawValue: try console.ask(question)) ?? .keep
    }

    private func keep(_ text: [UInt8]) throws(CommandFailure) {
        try Command.accountFile { () throws(AccountError) in try files.keepEdit(text, from: former, of: name) }
    }

    /// Keeps the text before a failure, and returns the failure with the place.
    private func kept(_ text: [UInt8], _ failure: CommandFailure) throws(CommandFailure) -> CommandFailure {
        try keep(text)
        return failure.adding("Your text is kept in \(files.keptEdit(of: name)).")
    }

    private func install(_ text: [UInt8], on console: inout Console) throws(CommandFailure) -> Bool {
        let isReplaced: Bool
        do throws(AccountError) {
            isReplaced = try files.replace(former, by: text, in: name)
        } catch {
            throw try kept(text, CommandFailure(error))
        }
        guard isReplaced else {
            throw try kept(
                text,
                CommandFailure(
                    .temporaryFailure, "changedMeanwhile",
                    "Another program changed \(files.file(of: name)) while you edited it, so it was not replaced."))
        }
        console.printLine("Account \(name) changed. To test it, type: petrel account check \(name)")
        console.noteUnwritableDirectories()
        return true
    }

    /// Returns the text after the user has edited it in a private file.
    private func edited(_ text: [UInt8], on console: inout Console) throws(CommandFailure) -> [UInt8] {
        let editor = try console.editor()
        let directory: Directory
        let filename = Array("\(name)-".utf8) + UniqueName.next() + Array(".json".utf8)
        do throws(FileError) {
            directory = try files.home.makingDirectory(.runtime)
            try directory.write(text, as: filename, .new, through: directory, named: [0x2E] + UniqueName.next())
        } catch {
            throw CommandFailure(error)
        }
        console.output.flush()
        console.errors.flush()
        let path = directory.path / filename
        let end = ChildProcess.run(shell: editor + Array(" \"$1\"".utf8), [path.bytes], console.environment)
        guard end.isSuccess else {
            throw CommandFailure(
                .unavailable, "editorFailed",
                "Editor closed with an error. The account is unchanged; the edited text is in \(path).")
        }
        do throws(FileError) {
            let edited = try FileReading.contents(of: path, onlyRegular: true)
            _ = try directory.remove(filename)
            return edited
        } catch {
            throw CommandFailure(error)
        }
    }
}
