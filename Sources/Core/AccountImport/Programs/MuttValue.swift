/// The value of a variable of mutt: text, with the commands in backticks that are not run here.
struct MuttValue {
    enum Piece {
        case text([UInt8])
        case command(String)
    }

    private(set) var pieces: [Piece] = []
    private var length = 0

    /// Variables that contain each other could otherwise grow without end.
    private static let maximumLength = 8192

    init() {}

    init(_ text: String) {
        append(Array(text.utf8))
    }

    mutating func append(_ text: [UInt8]) {
        guard length + text.count <= Self.maximumLength else { return }
        length += text.count
        if case .text(var last) = pieces.last {
            // Removed first, so that the text is extended in place.
            pieces[pieces.count - 1] = .text([])
            last += text
            pieces[pieces.count - 1] = .text(last)
        } else {
            pieces.append(.text(text))
        }
    }

    mutating func append(command: String) {
        guard length + command.utf8.count + 2 <= Self.maximumLength else { return }
        length += command.utf8.count + 2
        pieces.append(.command(command))
    }

    mutating func append(_ other: MuttValue) {
        for piece in other.pieces {
            switch piece {
            case .text(let text): append(text)
            case .command(let command): append(command: command)
            }
        }
    }

    /// The text; `nil` if a command prints a part of it, or if it is empty.
    var text: String? {
        guard pieces.count == 1, case .text(let text) = pieces[0], !text.isEmpty else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    /// The command that prints all of the value.
    var command: String? {
        guard pieces.count == 1, case .command(let command) = pieces[0] else { return nil }
        return command
    }

    /// The text as it was written, with the commands in backticks.
    var source: String {
        let pieces = pieces.map { piece in
            switch piece {
            case .text(let text): String(decoding: text, as: UTF8.self)
            case .command(let command): "`\(command)`"
            }
        }
        return pieces.joined()
    }

    var isEmpty: Bool { pieces.isEmpty }
}
