internal import Composer
internal import MailTypes

/// Rewrites a line for the eye as a sentence for the ear.
enum ScreenReaderText {
    /// Removes the mark in front, quotation marks and the colon before a command, and ends the sentences.
    ///
    /// `* work: Ana: Lunch  Type: show 12` becomes `work: Ana: Lunch. Type show 12.`
    static func of(_ line: String) -> String {
        var octets = Array(line.utf8)[...]
        if octets.starts(with: "* ".utf8) || octets.starts(with: "! ".utf8) { octets = octets.dropFirst(2) }
        var spoken: [UInt8] = []
        var isAfterSpace = false
        while let octet = octets.first {
            if octets.starts(with: command) {
                spoken += command.dropLast(2) + [0x20]
                octets = octets.dropFirst(command.count)
                isAfterSpace = true
            } else if octets.starts(with: ellipsis) {
                spoken.append(0x2E)
                octets = octets.dropFirst(ellipsis.count)
                isAfterSpace = false
            } else {
                octets = octets.dropFirst()
                if octet == 0x20, isAfterSpace {
                    if octets.starts(with: "Type: ".utf8) { endSentence(&spoken) }
                    continue
                }
                if octet == 0x22 { continue }
                spoken.append(octet)
                isAfterSpace = octet == 0x20
            }
        }
        endSentence(&spoken)
        return String(decoding: spoken.dropLast(), as: UTF8.self)
    }

    /// Ends the sentence, if there is one, with a stop and a blank.
    private static func endSentence(_ spoken: inout [UInt8]) {
        while spoken.last == 0x20 { spoken.removeLast() }
        guard let last = spoken.last else { return }
        if ![0x2E, 0x3F, 0x21].contains(last) { spoken.append(0x2E) }
        spoken.append(0x20)
    }

    /// `Ana Ruiz <ana@example.org>` becomes `Ana Ruiz, ana@example.org`. A name with a comma or "@" is quoted.
    static func person(_ address: Address) -> String {
        let name = AddressDisplay.of(Address(name: address.name, email: nil))
        guard let email = address.email, name.utf8.contains(where: { $0 != 0x20 }) else {
            return AddressDisplay.of(address)
        }
        let isPlain = !name.utf8.contains { ",;@\"".utf8.contains($0) }
        return "\(isPlain ? name : "\"\(name.replacing("\"", with: "'"))\""), \(email.text)"
    }

    /// `! Too large.` becomes `Warning: Too large.`
    static func warning(_ line: String) -> String {
        line.utf8.starts(with: "! ".utf8) ? "Warning: \(line.dropFirst(2))" : line
    }

    /// `open link [N] [of ID]` becomes `open link, optionally N, optionally of ID`.
    static func usage(_ synopsis: String) -> String {
        alternatives(synopsis.replacing("[OPTION…]", with: "[options]"))
            .replacing(" [", with: ", optionally ").replacing("[", with: "optionally ").replacing("]", with: "")
            .replacing("…", with: " and more")
    }

    /// Puts the usage of a command, if an error names it, in words.
    static func error(_ line: String) -> String {
        guard let start = line.firstRange(of: "Usage: "), let end = line.ranges(of: ". Type: ").last,
            start.upperBound < end.lowerBound
        else { return line }
        return line[..<start.upperBound] + usage(String(line[start.upperBound..<end.lowerBound]))
            + line[end.lowerBound...]
    }

    /// `dN|oN` becomes `dN or oN`.
    static func alternatives(_ text: String) -> String {
        text.replacing(" | ", with: " or ").replacing("|", with: " or ")
    }

    /// Names the signs in front of a word that is typed: `~t` becomes `tilde t`.
    static func keys(_ typed: String) -> String {
        var words: [String] = []
        var rest = typed[...]
        while let name = rest.first.flatMap({ signs[$0] }) {
            words.append(name)
            rest.removeFirst()
        }
        return (words + (rest.isEmpty ? [] : [String(rest)])).joined(separator: " ")
    }

    private static let signs: [Character: String] = [
        "!": "exclamation mark", "#": "number sign", "$": "dollar sign", "&": "ampersand", "*": "asterisk",
        "+": "plus", "-": "minus", ".": "dot", "/": "slash", "<": "less-than sign", "=": "equals sign",
        "?": "question mark", "@": "at sign", "|": "vertical bar", "~": "tilde",
    ]

    private static let command = Array("ype: ".utf8)
    private static let ellipsis = Array("…".utf8)
}
