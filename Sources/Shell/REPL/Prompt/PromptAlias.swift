/// A name that the user has given to one or more command lines at the prompt.
///
/// In its text, `$1` to `$9` are the words typed after the name, and `$*` is all of them. Without these, the words are
/// added at the end. A `;` between blanks separates command lines.
struct PromptAlias: Hashable, Sendable {
    let name: String
    let text: [UInt8]

    /// The maximum number of aliases and of lines that a typed line becomes.
    static let most = 200

    /// Returns the command lines for the words that follow the name. `rest` is what was typed after it.
    func lines(_ rest: ArraySlice<UInt8>) -> [[UInt8]] {
        let words = CommandLineTokenizer(Array(rest)).words.map { Array(rest)[$0.start..<$0.end] }
        var usesWords = false
        var lines = Self.commands(text).map { line in
            Self.replacing(line) { name in
                usesWords = true
                if name == Self.asterisk { return Array(rest) }
                let number = Int(name - 0x30)
                return number <= words.count ? Array(words[number - 1]) : []
            }
        }
        if !usesWords, !words.isEmpty, let last = lines.popLast() { lines.append(last + [0x20] + rest) }
        return lines
    }

    /// Splits a text at each unquoted `;` that is a word.
    static func commands(_ text: [UInt8]) -> [[UInt8]] {
        var commands: [[UInt8]] = []
        var start = 0
        for word in CommandLineTokenizer(text).words where !word.isQuoted && word.octets == [0x3B] {
            commands.append(trimmed(text[start..<word.start]))
            start = word.end
        }
        commands.append(trimmed(text[start...]))
        return commands.filter { !$0.isEmpty }
    }

    private static let asterisk: UInt8 = 0x2A

    private static func trimmed(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        return Array(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }

    /// Replaces `$1` to `$9` and `$*`.
    private static func replacing(_ line: [UInt8], _ value: (UInt8) -> [UInt8]) -> [UInt8] {
        var replaced: [UInt8] = []
        var index = 0
        while index < line.count {
            let next = index + 1 < line.count ? line[index + 1] : 0
            if line[index] == 0x24, next == asterisk || (0x31...0x39).contains(next) {
                replaced += value(next)
                index += 2
            } else {
                replaced.append(line[index])
                index += 1
            }
        }
        return replaced
    }
}

extension Command {
    static let alias = Command(
        name: "alias", summary: "name a command line, or list these names",
        operands: [.optional("NAME"), .optional("COMMAND")], wordsBeforeText: 1, places: [.prompt],
        details: """
            COMMAND is the rest of the line: one command, or several that are separated by ";" between blanks. $1 to $9 in it are
            the words that you type after NAME, and $* is all of them. Without these, the words are added at the end. The name of a
            command cannot be used. An alias lasts until you quit. For every session, write the line into the file "startup" beside
            config.json: its lines are run when the prompt starts.
            """,
        examples: ["alias today list date:today", "alias done archive $* ; next", "alias"]
    ) { invocation, console throws(CommandFailure) in
        guard let session = console.session else { return .done }
        guard !invocation.operands.isEmpty else {
            for alias in session.aliases.values.sorted(by: { $0.name < $1.name }) {
                console.printLine("alias \(alias.name) \(String(decoding: alias.text, as: UTF8.self))")
            }
            if session.aliases.isEmpty { console.note("There are no aliases. Type: help alias") }
            return .done
        }
        let name = try Invocation.text(invocation.operands[0], of: "alias")
        guard invocation.operands.count > 1 else {
            guard let alias = session.aliases[name] else {
                throw .usage("There is no alias \"\(name)\". Type: alias \(name) COMMAND")
            }
            console.printLine("alias \(name) \(String(decoding: alias.text, as: UTF8.self))")
            return .done
        }
        try console.define(PromptAlias(name: name, text: invocation.operands[1]), in: session)
        return .done
    }

    static let unalias = Command(
        name: "unalias", summary: "remove a name that alias has given", operands: [.one("NAME")], places: [.prompt],
        details: "The command itself stays.", examples: ["unalias today"]
    ) { invocation, console throws(CommandFailure) in
        let name = try Invocation.text(invocation.operands[0], of: "unalias")
        guard console.session?.aliases.removeValue(forKey: name) != nil else {
            throw .usage("There is no alias \"\(name)\". Type: alias")
        }
        return .done
    }
}

extension Console {
    fileprivate func define(_ alias: PromptAlias, in session: PromptState) throws(CommandFailure) {
        let name = alias.name
        let isWord = name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"\"'\\;$#!~".utf8.contains($0) }
        guard isWord, Int(name) == nil, !name.isEmpty else {
            throw .usage("\"\(name)\" cannot be an alias. Use letters and digits: alias today list date:today")
        }
        guard CommandTable.compose.command(name) == nil, CommandTable.compose.group(name).isEmpty else {
            throw .usage("\"\(name)\" is a command, and cannot be an alias. Choose another name.")
        }
        guard !PromptAlias.commands(alias.text).isEmpty else {
            throw .usage("The command is missing. Type: alias \(name) COMMAND")
        }
        guard session.aliases[name] != nil || session.aliases.count < PromptAlias.most else {
            throw .usage("There are \(PromptAlias.most) aliases already. Remove one: unalias NAME")
        }
        session.aliases[name] = alias
    }
}
