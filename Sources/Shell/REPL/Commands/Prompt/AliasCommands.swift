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
