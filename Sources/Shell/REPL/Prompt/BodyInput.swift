internal import Composer
internal import MailTypes

/// A line typed as text of a draft. It is text unless it is a single dot, or begins with a tilde and a known command.
struct BodyInput {
    private let line: String

    init(_ line: String) {
        self.line = line
    }

    func take(on console: inout Console) throws(CommandFailure) {
        let octets = Array(line.utf8)
        if octets == [0x2E] { return try Self.end(on: &console) }
        if octets.starts(with: [0x2E, 0x2E]), octets.count == 2 { return try Self.add(["."], on: &console) }
        guard octets.first == 0x7E else {
            try Self.add([line], on: &console)
            return Self.explain(line, on: &console)
        }
        if octets.starts(with: [0x7E, 0x7E]) {
            return try Self.add([String(line.dropFirst())], on: &console)
        }
        if octets == [0x7E, 0x2E] { return try Self.end(on: &console) }
        if let command = Self.command(octets.dropFirst()) {
            return try PromptCommandLine(command).run(on: &console)
        }
        try Self.add([line], on: &console)
        let word = String(decoding: octets.prefix { $0 != 0x20 && $0 != 0x09 }, as: UTF8.self)
        console.note("Kept as text: \"\(word)\". Escapes: ~?")
    }

    /// Keeps a line that was not finished with Enter.
    static func keep(_ line: String, on console: inout Console) throws(CommandFailure) {
        try add([line], on: &console)
    }

    /// Adds pasted lines literally.
    static func paste(_ lines: [String], on console: inout Console) throws(CommandFailure) {
        try add(lines, on: &console)
        console.note("Pasted \(lines.count.counted("line")).")
    }

    private static func add(_ lines: [String], on console: inout Console) throws(CommandFailure) {
        let place = console.session?.compose?.insertionPoint ?? 0
        try console.edit(.replaceLines(place..<place, lines))
    }

    private static func end(on console: inout Console) throws(CommandFailure) {
        try console.endText()
    }

    // MARK: - Escapes

    /// Returns the command line after a tilde; `nil` if there is no such command.
    private static func command(_ rest: ArraySlice<UInt8>) -> [UInt8]? {
        let word = Array(rest.prefix { $0 != 0x20 && $0 != 0x09 })
        let arguments = rest.dropFirst(word.count)
        if word == [0x3F] { return Array("help ~".utf8) }
        if let command = CommandTable.compose.command(escapedBy: word) {
            return Array(command.name.utf8) + arguments
        }
        let name = String(decoding: word, as: UTF8.self)
        let isCommand = CommandTable.compose.commands.contains {
            $0.places.contains(.draft) && $0.names.contains { $0.utf8.elementsEqual(name.utf8) }
        }
        return isCommand || name == "help" ? Array(rest) : nil
    }

    /// Explains once that a typed line that looks like a command was kept as text.
    private static func explain(_ line: String, on console: inout Console) {
        guard let session = console.session, !session.hasExplainedText else { return }
        let isCommand = ["send", "quit", "exit", "list", "help", "discard", "close", "undo"].contains {
            line.utf8.elementsEqual($0.utf8)
        }
        guard isCommand else { return }
        session.hasExplainedText = true
        console.note("Kept as text. To \(line): . then \(line)")
    }
}
