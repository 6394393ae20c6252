/// A line typed as a command.
struct PromptCommandLine {
    private let line: [UInt8]

    init(_ line: [UInt8]) {
        self.line = Array(line.drop { $0 == 0x20 || $0 == 0x09 })
    }

    func run(on console: inout Console) throws(CommandFailure) {
        if line.isEmpty { return }
        if line.first == 0x21 {
            return try console.shell(Array(line.dropFirst()))
        }
        let table = console.session?.compose == nil ? CommandTable.prompt : CommandTable.compose
        let arguments = try arguments(in: table, console.session)
        if arguments.isEmpty { return }
        var command: Command?
        let invocation = try Invocation(arguments, in: table, &command)
        let code = try console.run(invocation)
        // Part of the command failed, and that was already reported. In a script, it ends the run.
        if code != .done, !console.isInteractive, let session = console.session {
            session.failure = session.failure ?? code
            if !session.keepsGoing { session.ending = code }
        }
    }

    /// Splits the line into arguments as a shell would. Text that a command takes to the end of the line is one
    /// argument.
    private func arguments(in table: CommandTable, _ session: PromptState?) throws(CommandFailure) -> [[UInt8]] {
        let typed = CommandWords(line)
        guard let first = typed.words.first else { return [] }
        // "-cc ana" removes what "cc ana" adds.
        let isRemoval = ["-to", "-cc", "-bcc"].contains { first.octets.elementsEqual($0.utf8) }
        let name = isRemoval ? Array("remove".utf8) : first.octets
        if !first.isQuoted, name.allSatisfy({ $0 &- 0x30 < 10 }), typed.words.count == 1 {
            return [Array("show".utf8), name]
        }
        if name.starts(with: "s/".utf8), table.command("s") != nil {
            return [Array("s".utf8), ArgumentReader.endOfOptions, line]
        }
        if let command = table.command(String(decoding: name, as: UTF8.self)), let count = command.wordsBeforeText,
            typed.words.count > count + 1
        {
            let rest = line[typed.words[count + 1].start...]
            let words = try typed.words[1..<(count + 1)].map { word throws(CommandFailure) in
                try Self.value(word, session)
            }
            return [name] + words + [ArgumentReader.endOfOptions, Self.unquoted(rest)]
        }
        if typed.openQuote != nil {
            throw .usage("The line has an unclosed quote. Close it, or put a backslash before it.")
        }
        return [name]
            + (try typed.words.dropFirst().map { word throws(CommandFailure) in try Self.value(word, session) })
    }

    /// Replaces the variables "$draft", "$outbox" and "$last"; returns any other word unchanged.
    private static func value(_ word: CommandWords.Word, _ session: PromptState?) throws(CommandFailure) -> [UInt8] {
        guard let session, !word.isQuoted, word.octets.first == 0x24 else { return word.octets }
        let value: String?
        switch String(decoding: word.octets, as: UTF8.self) {
        case "$draft": value = session.lastDraft
        case "$outbox": value = session.lastOutbox
        case "$last": value = session.list.last.map { "\($0)" }
        default: return word.octets
        }
        guard let value else {
            throw .usage(
                "\(String(decoding: word.octets, as: UTF8.self)) is not set yet. Type: petrel help run")
        }
        return Array(value.utf8)
    }

    /// Returns text without trailing blanks, and without quotes around all of it.
    private static func unquoted(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var text = text
        while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
        let words = CommandWords(Array(text))
        guard words.words.count == 1, words.words[0].isQuoted, words.openQuote == nil else { return Array(text) }
        return words.words[0].octets
    }
}
