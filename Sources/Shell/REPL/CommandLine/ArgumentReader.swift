internal import LineEditing

/// Reads the words of a command line from left to right: `--x V`, `--x=V`, `-x V`, `-xV`, `--` before operands.
struct ArgumentReader {
    static let endOfOptions = Array("--".utf8)

    private(set) var operands: [[UInt8]] = []
    private(set) var given: [(option: Command.Option, value: [UInt8]?)] = []
    private let table: CommandTable
    private var rest: ArraySlice<[UInt8]>
    private var asksForHelp = false

    init(_ arguments: [[UInt8]], _ table: CommandTable) {
        rest = arguments[...]
        self.table = table
    }

    private static func isHelp(_ word: [UInt8]) -> Bool {
        word.elementsEqual("--help".utf8) || word.elementsEqual("-h".utf8)
    }

    private static func isOption(_ word: [UInt8]) -> Bool {
        word.count > 1 && word[0] == 0x2D
    }

    // MARK: - The command

    /// Reads global options. At any other option, throws, or stops if `strictly` is false.
    mutating func takeGlobals(strictly: Bool) throws(CommandFailure) {
        while let word = rest.first, Self.isOption(word) {
            if Self.isHelp(word) {
                rest.removeFirst()
                asksForHelp = true
            } else if strictly || option(word, in: table.globalOptions) != nil {
                rest.removeFirst()
                let isOfStandard = option(word, in: table.standard?.options ?? []) != nil
                try take(word, of: isOfStandard ? table.standard : nil)
            } else {
                return
            }
        }
    }

    /// Returns the command named by the next word, or by the next two.
    mutating func command() throws(CommandFailure) -> Command {
        guard let first = rest.popFirst() else {
            if asksForHelp, let help = table.command("help") { return help }
            if let standard = table.standard { return standard }
            throw .usage("No command given. \(table.hint())")
        }
        if let own = given.first(where: { given in
            table.standard?.options.contains { $0.name == given.option.name } ?? false
        }) {
            throw .usage("--\(own.option.name) cannot be used with a command. \(table.hint())")
        }
        let word = String(decoding: first, as: UTF8.self)
        let group = table.group(word)
        if !group.isEmpty {
            try takeGlobals(strictly: false)
            if let second = rest.first {
                let both = word + " " + String(decoding: second, as: UTF8.self)
                if let command = table.command(both) {
                    rest.removeFirst()
                    return command
                }
            }
        }
        if let command = table.command(word) { return command }
        guard !group.isEmpty else {
            if !table.prefix.isEmpty, CommandTable.compose.command(word) != nil {
                throw .usage("\(word) works at petrel's prompt only. Type: petrel")
            }
            throw .usage("Unknown command \"\(word)\". \(table.suggestion(for: word))\(table.hint())")
        }
        return try helpOnGroup(word, group)
    }

    /// For a word that is only the first of several names: returns help, or throws with the words that can follow.
    private mutating func helpOnGroup(_ word: String, _ group: [Command]) throws(CommandFailure) -> Command {
        if asksForHelp || rest.contains(where: Self.isHelp), let help = table.command("help") {
            rest = [Array(word.utf8)]
            asksForHelp = false
            return help
        }
        let verbs = group.map { $0.name.utf8.dropFirst(word.utf8.count + 1) }.map {
            String(decoding: $0, as: UTF8.self)
        }
        guard let second = rest.first, !Self.isOption(second) else {
            throw .usage("Missing subcommand: \(word) \(verbs.joined(separator: ", ")). \(table.hint(word))")
        }
        let typed = String(decoding: second, as: UTF8.self)
        throw .usage(
            "Unknown command \"\(word) \(typed)\". \(table.suggestion(for: "\(word) \(typed)"))\(table.hint(word))")
    }

    // MARK: - After the command

    /// Reads the rest of the arguments for `command`. Returns the command to run: `help` if the user asked for it.
    mutating func takeRest(of command: Command) throws(CommandFailure) -> Command {
        let asked = asksForHelp
        asksForHelp = false
        do throws(CommandFailure) {
            try takeAll(of: command)
        } catch {
            // A request for help succeeds even if the other arguments are invalid.
            if !rest.prefix(while: { $0 != Self.endOfOptions }).contains(where: Self.isHelp) { throw error }
            asksForHelp = true
        }
        guard asked || asksForHelp, command.name != "help", let help = table.command("help") else { return command }
        operands = command.name.utf8.split(separator: 0x20).map { Array($0) }
        given.removeAll { option in !table.globalOptions.contains { $0.name == option.option.name } }
        return help
    }

    private mutating func takeAll(of command: Command) throws(CommandFailure) {
        if command.readsOwnOptions { return try takeLongGlobals() }
        while let word = rest.popFirst() {
            if word == Self.endOfOptions {
                operands += rest
                rest = []
            } else if !Self.isOption(word) || command.takesFilters && Self.isFilter(word)
                || command.takesQuery && Self.isNegatedTerm(word)
            {
                operands.append(word)
            } else if Self.isHelp(word), option(word, in: command.options) == nil {
                asksForHelp = true
            } else {
                try take(word, of: command)
            }
        }
    }

    /// Takes long global options. Everything else is an operand, including `--`.
    private mutating func takeLongGlobals() throws(CommandFailure) {
        while let word = rest.popFirst() {
            let isLong = word.starts(with: Self.endOfOptions) && word != Self.endOfOptions
            if isLong, Self.isHelp(word) {
                asksForHelp = true
            } else if isLong, option(word, in: table.globalOptions) != nil {
                try take(word, of: nil)
            } else {
                operands.append(word)
                if word == Self.endOfOptions {
                    operands += rest
                    rest = []
                }
            }
        }
    }

    /// Whether a word is a filter such as `-from:ben`: letters between a dash and a colon.
    private static func isFilter(_ word: [UInt8]) -> Bool {
        guard let colon = word.firstIndex(of: 0x3A), colon > 1 else { return false }
        return word[1..<colon].allSatisfy { ($0 | 0x20) &- 0x61 < 26 }
    }

    /// Whether a word such as `-lunch` excludes a term of a query, and is not an option.
    private static func isNegatedTerm(_ word: [UInt8]) -> Bool {
        // A single letter is a mistyped option rather than a term.
        word.count > 2 && word[1] != 0x2D && !Self.isHelp(word)
    }

    // MARK: - One option

    private mutating func take(_ word: [UInt8], of command: Command?) throws(CommandFailure) {
        let known = (command?.options ?? []) + table.globalOptions
        guard let (option, attached) = option(word, in: known) else { throw unknown(word, of: command, known) }
        guard let name = option.value else {
            if attached != nil { throw .usage("--\(option.name) takes no value. \(table.hint(command?.name))") }
            given.append((option, nil))
            return
        }
        if attached == nil, let standard = option.standard, rest.first.map({ Self.isOption($0) }) ?? true {
            given.append((option, Array(standard.utf8)))
            return
        }
        guard let value = attached ?? rest.popFirst() else {
            throw .usage("--\(option.name) needs a value: --\(option.name) \(name). \(table.hint(command?.name))")
        }
        given.append((option, value))
    }

    /// Returns the option that a word names, and the value if it is part of the word.
    private func option(
        _ word: [UInt8], in known: [Command.Option]
    ) -> (Command.Option, attached: [UInt8]?)? {
        if word.starts(with: Self.endOfOptions) {
            let equals = word.firstIndex(of: 0x3D)
            let name = word[2..<(equals ?? word.endIndex)]
            let value = equals.map { Array(word[($0 + 1)...]) }
            return known.first { $0.name.utf8.elementsEqual(name) }.map { ($0, value) }
        }
        let match = known.first { $0.letter?.asciiValue == word[1] }
        return match.map { ($0, word.count > 2 ? Array(word[2...]) : nil) }
    }

    private func unknown(_ word: [UInt8], of command: Command?, _ known: [Command.Option]) -> CommandFailure {
        let typed = String(decoding: word.prefix { $0 != 0x3D }, as: UTF8.self)
        guard let command else {
            // The option may be valid, but for another command.
            let isElsewhere = table.commands.contains { option(word, in: $0.options) != nil }
            return .usage(
                isElsewhere
                    ? "\(typed) must come after its command. \(table.hint())"
                    : "Unknown option \(typed). \(table.hint())")
        }
        let near = known.compactMap { option in
            SpellingSuggestion.distance(typed, "--\(option.name)").map { ($0, option.name) }
        }
        let names = SpellingSuggestion.nearest(near, by: \.0).map { "--\($0.1)" }
        return .usage(
            "\(command.name): unknown option \(typed). \(SpellingSuggestion.question(names))\(table.hint(command.name))"
        )
    }
}
