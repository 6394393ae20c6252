/// A line typed as a command.
struct PromptCommandLine {
    private let line: [UInt8]

    init(_ line: [UInt8]) {
        self.line = Array(line.drop { $0 == 0x20 || $0 == 0x09 })
    }

    func run(on console: inout Console) throws(CommandFailure) {
        var budget = PromptAlias.most
        try run(on: &console, inside: [], &budget)
    }

    /// `names`: the aliases whose text this line belongs to; they are not replaced again. `budget`: how many more lines may
    /// be run.
    private func run(
        on console: inout Console, inside names: Set<String>, _ budget: inout Int
    ) throws(CommandFailure) {
        if line.isEmpty { return }
        guard budget > 0 else {
            throw .usage("That alias means more than \(PromptAlias.most) commands. The rest was not run.")
        }
        budget -= 1
        if line.first == 0x21 {
            return try console.shell(Array(line.dropFirst()))
        }
        if let (alias, rest) = alias(console.session), !names.contains(alias.name) {
            for line in alias.lines(rest) {
                try PromptCommandLine(line).run(on: &console, inside: names.union([alias.name]), &budget)
                if console.session?.ending != nil { return }
            }
            return
        }
        let table = console.session?.compose == nil ? CommandTable.prompt : CommandTable.compose
        if let short = PromptShorthand.lines(line, in: table), !names.contains(short.name) {
            for line in short.lines {
                try PromptCommandLine(line).run(on: &console, inside: names.union([short.name]), &budget)
                if console.session?.ending != nil { return }
            }
            return
        }
        let topic = helpTopic(in: table)
        let arguments = if let topic { topic } else { try arguments(in: table, console.session) }
        if arguments.isEmpty { return }
        var command: Command?
        let invocation = try Invocation(arguments, in: table, &command)
        console.session?.stepsAtEnter = false
        console.session?.hasJustShownMessage = false
        let code = try console.run(invocation)
        let name = invocation.command.name
        let isReading = console.session?.isReading ?? false
        console.session?.stepsAtEnter =
            Self.stepped.contains(name) || isReading && Self.steppedWhileReading.contains(name)
        // Part of the command failed, and that was already reported. In a script, it ends the run.
        if code != .done, !console.isInteractive, let session = console.session {
            session.failure = session.failure ?? code
            if !session.keepsGoing { session.ending = code }
        }
    }

    /// The commands after which an empty line shows the next page or message.
    private static let stepped: Set<String> = ["list", "search", "inbox", "thread", "show", "next", "previous"]
    /// While a message is read, also these.
    private static let steppedWhileReading: Set<String> = [
        "archive", "delete", "move", "copy", "junk", "not-junk", "flag", "unflag", "read", "unread",
    ]

    /// Returns the alias that the line begins with, and what follows its name.
    private func alias(_ session: PromptState?) -> (PromptAlias, ArraySlice<UInt8>)? {
        guard let session, !session.aliases.isEmpty, let first = CommandLineTokenizer(line).words.first, !first.isQuoted
        else {
            return nil
        }
        return session.aliases[String(decoding: first.octets, as: UTF8.self)].map { alias in
            (alias, line[first.end...].drop { $0 == 0x20 || $0 == 0x09 })
        }
    }

    /// If the line is a command followed by "?", returns the arguments that show its help.
    private func helpTopic(in table: CommandTable) -> [[UInt8]]? {
        let words = CommandLineTokenizer(line).words
        guard words.count > 1, let last = words.last, last.octets == [0x3F], !last.isQuoted else { return nil }
        let topic = words.dropLast().map(\.octets)
        let name = String(decoding: Array(topic.joined(separator: [0x20])), as: UTF8.self)
        guard table.command(name) != nil || !table.group(name).isEmpty else { return nil }
        return [Array("help".utf8)] + topic
    }

    /// Splits the line into arguments as a shell would. Text that a command takes to the end of the line is one
    /// argument.
    private func arguments(in table: CommandTable, _ session: PromptState?) throws(CommandFailure) -> [[UInt8]] {
        let typed = CommandLineTokenizer(line)
        guard let first = typed.words.first else { return [] }
        // "-cc ana" removes what "cc ana" adds.
        let isRemoval = ["-to", "-cc", "-bcc"].contains { first.octets.elementsEqual($0.utf8) }
        let name = isRemoval ? Array("remove".utf8) : first.octets
        if !first.isQuoted, typed.words.count == 1, PromptShorthand.isBareName(name) {
            return [Array("show".utf8), name]
        }
        if name.starts(with: "s/".utf8), table.command("s") != nil {
            return [Array("s".utf8), ArgumentReader.endOfOptions, line]
        }
        // "/word" searches, as in pagers.
        if !first.isQuoted, name.first == 0x2F, name.count > 1, table.command("/") != nil {
            let words = [name.dropFirst()[...]] + typed.words.dropFirst().map { $0.octets[...] }
            return [[0x2F]] + words.map { Array($0) }
        }
        if let words = openMessage(name, typed.words, in: table, session) { return words }
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
        if let command = table.command(String(decoding: name, as: UTF8.self)), command.takesQuery {
            return [name] + queryWords(typed.words.dropFirst(), of: command)
        }
        if let command = table.command(String(decoding: name, as: UTF8.self)), command.takesFilters {
            return [name] + (try operands(typed.words.dropFirst(), session))
        }
        return [name]
            + (try typed.words.dropFirst().map { word throws(CommandFailure) in try Self.value(word, session) })
    }

    /// Returns the words of a command that takes messages. Parts of a query are returned as they were typed.
    private func operands(
        _ words: ArraySlice<CommandLineTokenizer.Word>, _ session: PromptState?
    ) throws(CommandFailure) -> [[UInt8]] {
        var query = QueryOperandRecognizer()
        return try words.map { word throws(CommandFailure) in
            let raw = Array(line[word.start..<word.end])
            let isTerm = query.isOpen || !word.isQuoted && QueryOperandRecognizer.beginsWithOperator(raw)
            return isTerm && query.includes(raw) ? raw : try Self.value(word, session)
        }
    }

    /// Returns the words of a query as they were typed, with their quotes; those of options without.
    private func queryWords(_ words: ArraySlice<CommandLineTokenizer.Word>, of command: Command) -> [[UInt8]] {
        var isValue = false
        return words.map { word in
            let isOption = !word.isQuoted && word.octets.starts(with: ArgumentReader.endOfOptions)
            defer {
                isValue =
                    isOption
                    && command.options.contains { option in
                        option.value != nil && word.octets.elementsEqual("--\(option.name)".utf8)
                    }
            }
            return isOption || isValue ? word.octets : Array(line[word.start..<word.end])
        }
    }

    /// Returns the arguments of a command that lacks only its message: while a message is read, the command means that one.
    private func openMessage(
        _ name: [UInt8], _ words: [CommandLineTokenizer.Word], in table: CommandTable, _ session: PromptState?
    ) -> [[UInt8]]? {
        guard let session, session.current != nil else { return nil }
        if let people = people(name, words, in: table) { return [name, [0x2E]] + people }
        guard session.isReading, session.compose == nil,
            let command = table.command(String(decoding: name, as: UTF8.self)),
            let first = command.operands.first, first.kind == .message,
            first.repetition == .one || first.repetition == .oneOrMore,
            words.count == command.operandCount.lowerBound,
            !words.dropFirst().contains(where: { $0.octets.first == 0x2D })
        else { return nil }
        return [name, [0x2E]] + words.dropFirst().map(\.octets)
    }

    /// Returns the words after a command that takes a message and then people, if the message is left out.
    private func people(
        _ name: [UInt8], _ words: [CommandLineTokenizer.Word], in table: CommandTable
    ) -> [[UInt8]]? {
        guard let command = table.command(String(decoding: name, as: UTF8.self)), command.operands.count == 2,
            command.operands[0].kind == .message, command.operands[1].kind == .contact, words.count > 1,
            !words[1].isQuoted, let first = words[1].octets.first
        else { return nil }
        let word = words[1].octets
        let isMessage =
            first &- 0x30 < 10 || [0x2D, 0x2E, 0x24].contains(first) || word.elementsEqual("all".utf8)
            || IndexedMail.isName(word)
        return isMessage ? nil : words.dropFirst().map(\.octets)
    }

    /// Replaces the variables "$draft", "$outbox" and "$last"; returns any other word unchanged.
    private static func value(_ word: CommandLineTokenizer.Word, _ session: PromptState?) throws(CommandFailure)
        -> [UInt8]
    {
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
        let words = CommandLineTokenizer(Array(text))
        guard words.words.count == 1, words.words[0].isQuoted, words.openQuote == nil else { return Array(text) }
        return words.words[0].octets
    }
}
