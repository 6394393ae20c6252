/// A parsed command line: the command, its options and its operands. Values and operands are bytes, because a file name
/// need not be UTF-8.
struct Invocation: Sendable {
    let command: Command
    private(set) var operands: [[UInt8]] = []
    private var given: [(option: Command.Option, value: [UInt8]?)] = []

    /// A command without options and operands.
    init(of command: Command) {
        self.command = command
    }

    /// Parses the words after the program's name. Throws with a sentence that says what to type instead; `found` is
    /// then the command as far as it was recognized.
    init(
        _ arguments: [[UInt8]], in table: CommandTable, _ found: inout Command?
    ) throws(CommandFailure) {
        var words = ArgumentReader(arguments, table)
        try words.takeGlobals(strictly: true)
        let command = try words.command()
        found = command
        self.command = try words.takeRest(of: command)
        found = self.command
        operands = words.operands
        given = words.given
        try checkCounts(in: table)
        try checkLines()
    }

    /// Returns whether JSON was requested, even if the rest of the line is invalid: errors are then reported in JSON
    /// too.
    static func wantsJSON(_ arguments: [[UInt8]]) -> Bool {
        arguments.prefix { $0 != ArgumentReader.endOfOptions }.contains(Array("--json".utf8))
    }

    // MARK: - Options and operands

    func has(_ option: String) -> Bool {
        given.contains { $0.option.name == option }
    }

    /// Returns the value of an option; `nil` if the option was not given.
    func value(_ option: String) -> [UInt8]? {
        given.last { $0.option.name == option }?.value
    }

    /// Returns the values of a repeatable option, in order.
    func values(_ option: String) -> [[UInt8]] {
        given.compactMap { $0.option.name == option ? $0.value : nil }
    }

    /// Returns the value of an option that must be text.
    func text(_ option: String) throws(CommandFailure) -> String? {
        guard let value = value(option) else { return nil }
        return try Self.text(value, of: "--\(option)")
    }

    /// Returns an operand that must be text; `nil` if there are fewer operands.
    func text(operand index: Int) throws(CommandFailure) -> String? {
        guard index < operands.count else { return nil }
        return try Self.text(operands[index], of: command.name)
    }

    static func text(_ octets: [UInt8], of what: String) throws(CommandFailure) -> String {
        guard let text = String(validating: octets, as: UTF8.self) else {
            throw .usage("\(what): \"\(String(decoding: octets, as: UTF8.self))\" is not UTF-8. Type it as UTF-8.")
        }
        return text
    }

    // MARK: - Checks

    /// Rejects line breaks and other control characters in arguments that are one line, so that no argument can add a
    /// recipient or a header field. File names may contain any byte.
    private func checkLines() throws(CommandFailure) {
        for (option, value) in given {
            guard let value, !option.kind.allowsControlCharacters, ControlCharacterCheck.findsAny(in: value) else {
                continue
            }
            throw .controlCharacter(in: "--\(option.name)")
        }
        if command.readsOwnOptions { return }
        for (index, operand) in operands.enumerated() where ControlCharacterCheck.findsAny(in: operand) {
            if command.operands(at: index).contains(where: \.kind.allowsControlCharacters) { continue }
            throw .controlCharacter(in: "An argument of \(command.name)")
        }
    }

    private func checkCounts(in table: CommandTable) throws(CommandFailure) {
        for (index, (option, value)) in given.enumerated() where value != nil && !option.isRepeatable {
            if given[..<index].contains(where: { $0.option.name == option.name }) {
                throw .usage("--\(option.name) may be given only once. \(table.hint(command.name))")
            }
        }
        if operands.count > command.operandCount.upperBound {
            let extra = String(decoding: operands[command.operandCount.upperBound], as: UTF8.self)
            throw .usage("\(command.name): unexpected argument \"\(extra)\". \(form(in: table))")
        }
        if operands.count < command.operandCount.lowerBound {
            throw .usage("\(command.name): missing argument. \(form(in: table))")
        }
    }

    private func form(in table: CommandTable) -> String {
        let line = table.prefix + command.name + (command.synopsis.isEmpty ? "" : " \(command.synopsis)")
        return "Usage: \(line). \(table.hint(command.name))"
    }
}
