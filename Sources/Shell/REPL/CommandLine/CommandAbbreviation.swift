/// The beginnings of command words, which are enough at the prompt of a terminal: `outb c o1` for `outbox cancel o1`.
///
/// Scripts must spell commands out, so that a new command cannot change what they mean.
enum CommandAbbreviation {
    /// The commands that send or delete permanently, which must be spelled out so that no slip runs them.
    private static let spelledOut: Set<String> = [
        "send", "now", "resend", "outbox flush", "outbox retry", "outbox resume", "outbox sent", "discard",
        "empty-trash",
        "account remove", "folder delete", "template delete",
    ]

    /// Returns the line with whole command words; `nil` if it begins with a command, or with no beginning of one.
    static func expanded(_ line: [UInt8], in table: CommandTable) throws(CommandFailure) -> [UInt8]? {
        let words = CommandLineTokenizer(line).words
        guard let first = words.first, isBeginning(first) else { return nil }
        let typed = String(decoding: first.octets, as: UTF8.self)
        guard table.command(typed) == nil, table.group(typed).isEmpty else {
            return try expandedSecond(line, words, typed, in: table)
        }
        guard first.octets.count > 1 else { return nil }
        let found = Set(table.commands.map { firstWord(of: $0) }.filter { $0.utf8.starts(with: typed.utf8) })
        guard let name = try only(found, for: typed) else { return nil }
        let full = Array(name.utf8) + line[first.end...]
        return try expanded(full, in: table) ?? full
    }

    /// Does the same for the second word, if the first one cannot be a command with that word as its operand.
    private static func expandedSecond(
        _ line: [UInt8], _ words: [CommandLineTokenizer.Word], _ first: String, in table: CommandTable
    ) throws(CommandFailure) -> [UInt8]? {
        guard words.count > 1, isBeginning(words[1]), table.command(first)?.operands.isEmpty ?? true else { return nil }
        let typed = first + " " + String(decoding: words[1].octets, as: UTF8.self)
        guard table.command(typed) == nil else { return nil }
        let found = Set(table.group(first).map(\.name).filter { $0.utf8.starts(with: typed.utf8) })
        guard let name = try only(found, for: typed) else { return nil }
        return Array(name.utf8) + line[words[1].end...]
    }

    private static func only(_ found: Set<String>, for typed: String) throws(CommandFailure) -> String? {
        guard let name = found.first else { return nil }
        guard found.count == 1 else {
            throw .usage("\"\(typed)\" can mean \(found.sorted().joined(separator: ", ")). Type more of it.")
        }
        if spelledOut.contains(name) { throw .usage("Type the whole command: \(name)") }
        return name
    }

    private static func firstWord(of command: Command) -> String {
        String(decoding: command.name.utf8.prefix { $0 != 0x20 }, as: UTF8.self)
    }

    /// Whether a word can be the beginning of a command: small letters and hyphens.
    private static func isBeginning(_ word: CommandLineTokenizer.Word) -> Bool {
        !word.isQuoted && word.octets.allSatisfy { $0 &- 0x61 < 26 || $0 == 0x2D } && word.octets.first != 0x2D
    }
}
