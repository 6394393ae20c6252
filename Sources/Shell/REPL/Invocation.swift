internal import Disk

/// A command line, understood: the verb, its options and its operands. Operands are octets: a file name need not be text.
struct Invocation: Sendable {
    let command: Command
    private(set) var options: Set<String> = []
    private(set) var operands: [[UInt8]] = []

    func has(_ option: String) -> Bool {
        options.contains(option)
    }

    /// Whether JSON was asked for, however the rest of the line reads: an error is then told in JSON too.
    static func wantsJSON(_ arguments: [[UInt8]]) -> Bool {
        arguments.prefix { $0 != Array("--".utf8) }.contains(Array("--json".utf8))
    }

    /// Reads what follows the program's name. Throws with a sentence that says what to type instead.
    init(_ arguments: [[UInt8]]) throws(UsageError) {
        var rest = arguments[...]
        var early: [String] = []
        while let first = rest.first, first.starts(with: Array("--".utf8)), first.count > 2 {
            let name = Self.name(first)
            if name == "help" { break }
            early.append(name)
            rest.removeFirst()
        }
        guard let verb = rest.popFirst() else { throw UsageError("Say what to do. Type: petrel help") }
        let word = String(decoding: verb, as: UTF8.self)
        guard let command = Command.named(word == "--help" || word == "-h" ? "help" : word) else {
            throw UsageError("Unknown command \"\(word)\". Type: petrel help")
        }
        self.command = command
        for name in early { try take(name) }
        var endOfOptions = false
        for argument in rest {
            if endOfOptions || argument.first != 0x2D || argument == [0x2D] {
                operands.append(argument)
            } else if argument == [0x2D, 0x2D] {
                endOfOptions = true
            } else {
                try take(Self.name(argument))
            }
        }
    }

    private static func name(_ argument: [UInt8]) -> String {
        String(decoding: argument.drop { $0 == 0x2D }, as: UTF8.self)
    }

    private mutating func take(_ name: String) throws(UsageError) {
        let known = command.options + Command.globalOptions
        guard known.contains(where: { $0.name == name }) else {
            throw UsageError("\"\(command.name)\" has no option --\(name). Type: petrel help \(command.name)")
        }
        options.insert(name)
    }
}

/// A command line that cannot be understood.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
