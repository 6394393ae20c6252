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
