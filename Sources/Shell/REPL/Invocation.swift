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
        arguments.prefix { $0 != endOfOptions }.contains(Array("--json".utf8))
    }

    /// Reads what follows the program's name. Throws with a sentence that says what to type instead; `found` is then the
    /// command that was meant, as far as it was understood.
    init(_ arguments: [[UInt8]], _ found: inout Command?) throws(UsageError) {
        var rest = arguments[...]
        var early: [[UInt8]] = []
        while let first = rest.first, first.first == 0x2D, !Self.asksForHelp(first) {
            early.append(first)
            rest.removeFirst()
        }
        guard let verb = rest.popFirst() else { throw UsageError("Say what to do. Type: petrel help") }
        let word = String(decoding: verb, as: UTF8.self)
        guard var command = Command.named(Self.asksForHelp(verb) ? "help" : word) else {
            throw UsageError("Unknown command \"\(word)\". Type: petrel help")
        }
        // "petrel parse --help" is "petrel help parse".
        if rest.prefix(while: { $0 != Self.endOfOptions }).contains(where: Self.asksForHelp) {
            rest = [Array(command.name.utf8)]
            command = .help
        }
        found = command
        self.command = command
        for argument in early { try take(argument) }
        var isOptions = true
        for argument in rest {
            if isOptions, argument == Self.endOfOptions {
                isOptions = false
            } else if isOptions, argument.first == 0x2D, argument != [0x2D] {
                try take(argument)
            } else {
                operands.append(argument)
            }
        }
    }

    private static let endOfOptions = Array("--".utf8)

    private static func asksForHelp(_ argument: [UInt8]) -> Bool {
        argument == Array("--help".utf8) || argument == Array("-h".utf8)
    }

    private mutating func take(_ argument: [UInt8]) throws(UsageError) {
        let known = command.options + Command.globalOptions
        guard let option = known.first(where: { argument == Array("--\($0.name)".utf8) }) else {
            let name = String(decoding: argument, as: UTF8.self)
            throw UsageError("\"\(command.name)\" has no option \(name). Type: petrel help \(command.name)")
        }
        options.insert(option.name)
    }
}

/// A command line that cannot be understood.
struct UsageError: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
