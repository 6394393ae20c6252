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

    private static let command = Array("ype: ".utf8)
    private static let ellipsis = Array("…".utf8)
}
