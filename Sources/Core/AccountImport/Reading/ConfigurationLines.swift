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
