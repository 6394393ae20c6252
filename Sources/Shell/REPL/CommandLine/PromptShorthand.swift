/// A line at the prompt that means a command and is shorter than it: `+Archive` for `folder Archive`.
///
/// A short form is declared with its command, and help and documents show it there. None of them sends or deletes
/// anything that undo does not bring back.
struct PromptShorthand: Sendable {
    enum Kind: Sendable {
        /// A word that is the whole line.
        case alone
        /// A word that other words may follow.
        case word
        /// A word that text must follow. Text that begins with a slash belongs to `s/OLD/NEW/`.
        case text
        /// A sign at the beginning of a line.
        case sign
        /// The names of messages, of which `isBareName` and `separated` know the form.
        case set
        /// The name of an attachment after a minus sign.
        case removal
    }

    let kind: Kind
    private let alias: PromptAlias
    /// The form for help, such as "+NAME", and the command that it means.
    let shown: String
    let meaning: String

    /// `line` has `$*` in the place of what follows, like an alias.
    init(_ kind: Kind, _ typed: String, _ line: String = "", shown: String, meaning: String) {
        self.kind = kind
        self.shown = shown
        self.meaning = meaning
        alias = PromptAlias(name: typed, text: Array(line.utf8))
    }

    static func alone(_ typed: String, _ line: String, as meaning: String) -> PromptShorthand {
        PromptShorthand(.alone, typed, line, shown: typed, meaning: meaning)
    }

    static func word(_ typed: String, _ line: String, shown: String, as meaning: String) -> PromptShorthand {
        PromptShorthand(.word, typed, line, shown: shown, meaning: meaning)
    }

    static func text(_ typed: String, _ line: String, shown: String, as meaning: String) -> PromptShorthand {
        PromptShorthand(.text, typed, line, shown: shown, meaning: meaning)
    }

    static func sign(_ typed: String, _ line: String, shown: String, as meaning: String) -> PromptShorthand {
        PromptShorthand(.sign, typed, line, shown: shown, meaning: meaning)
    }
}

extension PromptShorthand {
    /// Returns the command lines that a line means, and a name that they must not use again; `nil` if it has no short
    /// form.
    static func lines(_ line: [UInt8], in table: CommandTable) -> (name: String, lines: [[UInt8]])? {
        guard let first = CommandLineTokenizer(line).words.first, !first.isQuoted else { return nil }
        for command in table.commands {
            for form in command.shortForms {
                if let lines = form.lines(line, first) { return (form.shown, lines) }
            }
        }
        return separated(line, first, in: table).map { (String(decoding: first.octets, as: UTF8.self), [$0]) }
    }

    private func lines(_ line: [UInt8], _ first: CommandLineTokenizer.Word) -> [[UInt8]]? {
        let typed = Array(alias.name.utf8)
        let isSign = kind == .sign && first.octets.starts(with: typed)
        guard isSign || first.octets == typed else { return nil }
        let rest = line[(isSign ? first.start + typed.count : first.end)...].drop { $0 == 0x20 || $0 == 0x09 }
        switch kind {
        case .alone: return rest.isEmpty ? alias.lines([]) : nil
        case .word: return alias.lines(rest)
        case .text: return rest.isEmpty || rest.first == 0x2F ? nil : alias.lines(rest)
        case .sign: return rest.isEmpty ? nil : alias.lines(rest)
        case .set, .removal: return nil
        }
    }

    /// Returns a line such as "d3-7" or "r5" with a blank after the letter, and "-a1" as the command that takes an
    /// attachment away. "d7", "o3" and "a1" are names of drafts, messages in the outbox and attachments instead.
    private static func separated(
        _ line: [UInt8], _ first: CommandLineTokenizer.Word, in table: CommandTable
    ) -> [UInt8]? {
        let word = first.octets
        if word.starts(with: "-a".utf8), word.count > 2, word.dropFirst(2).allSatisfy(isDigit),
            table.command("detach") != nil
        {
            return Array("detach ".utf8) + line[(first.start + 1)...]
        }
        let set = word.dropFirst()
        guard let letter = word.first, !isDigit(letter), !isBareName(word), isSet(set),
            let command = table.command(String(decoding: [letter], as: UTF8.self)),
            command.operands.first?.kind == .message
        else { return nil }
        return [letter, 0x20] + line[(first.start + 1)...]
    }

    /// Whether a line that is only this word shows what it names: "3", "3-5", "3=", "d7", "o3" or "a1".
    static func isBareName(_ word: [UInt8]) -> Bool {
        if isSet(word[...]) { return true }
        guard let letter = word.first, [0x61, 0x64, 0x6F].contains(letter), word.count > 1 else { return false }
        return word.dropFirst().allSatisfy(isDigit)
    }

    /// Whether a word is numbers of messages: "3", "3-5", "2,5,8", "3=".
    private static func isSet(_ word: ArraySlice<UInt8>) -> Bool {
        guard let first = word.first, isDigit(first) else { return false }
        return word.allSatisfy { isDigit($0) || [0x2C, 0x2D, 0x3D].contains($0) }
    }

    private static func isDigit(_ octet: UInt8) -> Bool { octet &- 0x30 < 10 }
}
