/// A command of vi's command mode [POSIX.1-2017, sh, "Command Line Editing (vi-mode)"].
struct ViCommand: Hashable, Sendable {
    /// The result of reading the characters that were typed so far.
    enum Reading: Hashable {
        case incomplete
        case unknown
        case command(ViCommand)
    }

    /// `d`, `c` or `y`, if it is followed by a motion.
    var operation: Character?
    /// The motion or the command. If an operator is doubled, as in `dd`, that operator.
    var name: Character
    /// The character that `f`, `F`, `t`, `T` and `r` take.
    var operand: Character?
    /// `nil` if no number was typed.
    var count: Int?

    /// How often to perform the command.
    var times: Int { count ?? 1 }

    private static let operators: Set<Character> = ["d", "c", "y"]
    static let finds: Set<Character> = ["f", "F", "t", "T"]
    private static let motions: Set<Character> = [
        "h", "l", " ", "0", "^", "$", "w", "W", "b", "B", "e", "E", "f", "F", "t", "T", ";", ",", "|",
    ]
    private static let others: Set<Character> = [
        "i", "a", "I", "A", "R", "D", "C", "Y", "x", "X", "s", "S", "r", "~", "p", "P", "u", "U", ".", "k", "-", "j",
        "+",
        "G", "/", "?", "n", "N", "\\",
    ]
    /// Large counts only cost time.
    private static let mostTimes = 9999

    /// Reads the characters of one command.
    static func read(_ typed: [Character]) -> Reading {
        var rest = typed[...]
        let first = number(&rest)
        guard let letter = rest.popFirst() else { return .incomplete }
        guard operators.contains(letter) else {
            guard motions.contains(letter) || others.contains(letter) else { return .unknown }
            return finish(nil, letter, first, rest)
        }
        let second = number(&rest)
        guard let motion = rest.popFirst() else { return .incomplete }
        guard motion == letter || motions.contains(motion) else { return .unknown }
        let count = first == nil && second == nil ? nil : min((first ?? 1) * (second ?? 1), mostTimes)
        return finish(letter, motion, count, rest)
    }

    private static func finish(
        _ operation: Character?, _ name: Character, _ count: Int?, _ rest: ArraySlice<Character>
    ) -> Reading {
        var command = ViCommand(operation: operation, name: name, count: count)
        if finds.contains(name) || name == "r" && operation == nil {
            guard let operand = rest.first else { return .incomplete }
            command.operand = operand
        }
        return .command(command)
    }

    /// Removes a number, which does not begin with zero.
    private static func number(_ rest: inout ArraySlice<Character>) -> Int? {
        guard let first = rest.first?.wholeNumberValue, rest.first?.isASCII == true, first > 0 else { return nil }
        var number = 0
        while let digit = rest.first, digit.isASCII, let value = digit.wholeNumberValue {
            number = min(number * 10 + value, mostTimes)
            rest.removeFirst()
        }
        return number
    }
}
