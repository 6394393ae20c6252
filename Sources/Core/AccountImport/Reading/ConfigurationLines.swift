/// The lines of a configuration file with their numbers.
struct ConfigurationLines {
    struct Line {
        var text: String
        let number: Int
    }

    /// Longer files are not configurations written by people.
    static let maximumSize = 1 << 20
    private static let maximumLength = 16_384

    private(set) var lines: [Line] = []
    private(set) var notes: [ImportNote] = []

    /// With `joinsLines`, a backslash at the end of a line continues it on the next one.
    init(_ bytes: [UInt8], of file: String, joinsLines: Bool = false) {
        guard bytes.count <= Self.maximumSize else {
            notes.append(ImportNote(.init(file: file, line: 1), "The file is too large for a configuration. Ignored."))
            return
        }
        var number = 0
        var isJoined = false
        for piece in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            var piece = piece.last == 0x0D ? piece.dropLast() : piece
            let place = ConfigurationPlace(file: file, line: number)
            let continues = joinsLines && piece.last == 0x5C
            if continues { piece = piece.dropLast() }
            guard piece.count <= Self.maximumLength, !piece.contains(0),
                let text = String(validating: piece, as: UTF8.self)
            else {
                notes.append(ImportNote(place, "The line is not text, or too long. Ignored."))
                isJoined = false
                continue
            }
            if isJoined, let last = lines.indices.last, lines[last].text.utf8.count <= Self.maximumLength {
                lines[last].text += text
            } else {
                lines.append(Line(text: text, number: number))
            }
            isJoined = continues
        }
    }
}

/// Splits a line into words as mbsync does: separated by blanks, with double quotes and backslashes, up to a `#` that
/// begins a word.
func quotedWords(of line: String) -> [String] {
    var cursor = ByteCursor(Array(line.utf8))
    var words: [String] = []
    while true {
        cursor.skipBlanks()
        guard let first = cursor.peek, first != 0x23 else { return words }
        var word: [UInt8] = []
        var isQuoted = false
        while let byte = cursor.peek, isQuoted || byte != 0x20 && byte != 0x09 {
            cursor.index += 1
            if byte == 0x22 {
                isQuoted.toggle()
            } else if byte == 0x5C, let escaped = cursor.next() {
                word.append(escaped)
            } else {
                word.append(byte)
            }
        }
        words.append(String(decoding: word, as: UTF8.self))
    }
}

extension String {
    /// The text without blanks at both ends.
    var trimmed: String {
        let bytes = Array(utf8)
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 })
        else {
            return ""
        }
        return String(decoding: bytes[first...last], as: UTF8.self)
    }

    /// The text in single quotes for a shell.
    var quotedForShell: String {
        let pieces = utf8.split(separator: 0x27, omittingEmptySubsequences: false)
        return "'" + pieces.map { String(Substring($0)) }.joined(separator: "'\\''") + "'"
    }

    /// The text before and after the first `separator`, without blanks around them; `nil` if there is none.
    func halves(at separators: Set<UInt8>) -> (before: String, after: String)? {
        guard let index = utf8.firstIndex(where: separators.contains) else { return nil }
        return (String(self[..<index]).trimmed, String(self[utf8.index(after: index)...]).trimmed)
    }

    /// The bytes that `%XX` stands for. Anything else stays as it is.
    var percentDecoded: String {
        guard utf8.contains(0x25) else { return self }
        var output: [UInt8] = []
        var cursor = ByteCursor(Array(utf8))
        while let byte = cursor.next() {
            let rest = cursor.bytes[cursor.index...].prefix(2)
            if byte == 0x25, rest.count == 2,
                let value = UInt8(String(decoding: rest, as: UTF8.self), radix: 16), value >= 0x20
            {
                output.append(value)
                cursor.index += 2
            } else {
                output.append(byte)
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}
