/// The editing of a line with the keys of vi: the mode, and the command that is being typed
/// [POSIX.1-2017, sh, "Command Line Editing (vi-mode)"].
struct ViEditing: Sendable {
    enum Mode: Hashable, Sendable {
        case insert
        /// `R`: typed characters replace those of the line.
        case replace
        case command
    }

    /// What the line editor must do.
    enum Effect: Hashable {
        case handled
        /// Handle this key as usual.
        case key(Key)
        /// Show the line of the history that is so many lines away.
        case history(Int)
        /// Show the line of the history with this number, or the oldest.
        case historyLine(Int?)
        /// Search again for what was sought last.
        case searchAgain(forward: Bool)
        /// The line has no room for the text.
        case full
    }

    private(set) var mode = Mode.insert
    private var motion = ViMotion()
    /// The characters of the command that is being typed.
    private var typed: [Character] = []
    /// The last command that was not a motion, for `.`, and the keys that were typed after it in insert mode.
    private var lastChange: (command: ViCommand, keys: [Key])?
    /// The change that is being made, while its text is typed.
    private var change: (command: ViCommand, keys: [Key])?
    /// The number of changes that could be undone when this change began.
    private var changesBefore = 0

    private static let mostKeys = 10_000

    mutating func handle(_ key: Key, in line: inout EditedLine) -> Effect {
        switch mode {
        case .command: return command(key, in: &line)
        case .insert, .replace: return insert(key, in: &line)
        }
    }

    // MARK: - Insert mode

    private mutating func insert(_ key: Key, in line: inout EditedLine) -> Effect {
        if key == .escape {
            leaveInsertMode(&line)
            return .handled
        }
        if (change?.keys.count ?? 0) < Self.mostKeys { change?.keys.append(key) }
        return type(key, in: &line)
    }

    private func type(_ key: Key, in line: inout EditedLine) -> Effect {
        guard mode == .replace, case .text(let scalar) = key, line.cursor < line.characters.count else {
            return .key(key)
        }
        let end = line.cursor + 1
        line.rewrite(line.cursor..<end) { _ in String(scalar) }
        return .handled
    }

    private mutating func leaveInsertMode(_ line: inout EditedLine) {
        if let made = change {
            // With a number, `i` and `a` insert the text so many times.
            if "iaIA".contains(made.command.name), made.command.operation == nil {
                for _ in 1..<made.command.times { replay(made.keys, in: &line) }
            }
            lastChange = made
            change = nil
            line.joinChanges(after: changesBefore)
        }
        mode = .command
        line.moveCursor(to: line.cursor - 1)
    }

    /// Repeats the keys that were typed in insert mode, as far as they changed the text.
    private func replay(_ keys: [Key], in line: inout EditedLine) {
        for key in keys where type(key, in: &line) != .handled {
            switch key {
            case .text(let scalar): line.insert(String(scalar))
            case .yank: _ = line.yank()
            default: _ = line.edit(key)
            }
        }
    }

    private mutating func enterInsertMode(_ command: ViCommand, _ mode: Mode = .insert) {
        self.mode = mode
        change = (command, [])
    }

    // MARK: - Command mode

    private mutating func command(_ key: Key, in line: inout EditedLine) -> Effect {
        switch key {
        case .text(let scalar): typed.append(Character(scalar))
        case .backspace where typed.isEmpty: typed = ["h"]
        case .escape, .giveUp, .backspace:
            typed = []
            return .handled
        case .endOfInput where !line.isEmpty:
            typed = []
            return .handled
        case .paste:
            typed = []
            mode = .insert
            return .key(key)
        case .up, .down:
            typed = []
            return .history(key == .up ? -1 : 1)
        default:
            typed = []
            return .key(key)
        }
        switch ViCommand.read(typed) {
        case .incomplete: return .handled
        case .unknown:
            typed = []
            return .handled
        case .command(let command):
            typed = []
            let effect = perform(command, in: &line)
            if mode == .command { keepCursorInside(&line) }
            return effect
        }
    }

    /// In command mode, the cursor is on a character.
    func keepCursorInside(_ line: inout EditedLine) {
        if line.cursor >= line.characters.count { line.moveCursor(to: line.characters.count - 1) }
    }

    private mutating func perform(_ command: ViCommand, in line: inout EditedLine) -> Effect {
        if change == nil { changesBefore = line.changeCount }
        if let operation = command.operation {
            operate(operation, command, in: &line)
            return .handled
        }
        switch command.name {
        case "k", "-": return .history(-command.times)
        case "j", "+": return .history(command.times)
        case "G": return .historyLine(command.count)
        case "/", "?": return .key(command.name == "/" ? .search : .searchForward)
        case "n": return .searchAgain(forward: false)
        case "N": return .searchAgain(forward: true)
        case "\\": return .key(.complete)
        case "u": for _ in 0..<command.times { line.undo() }
        case "U": line.revert()
        case ".": return again(command, in: &line)
        case "i", "a", "I", "A", "R", "C", "S", "s": beginInsert(command, in: &line)
        case "D", "Y", "x", "X", "r", "~", "p", "P": return edit(command, in: &line)
        default:
            if let target = motion.target(of: command, in: line, isOfOperator: false) {
                line.moveCursor(to: target.place)
            }
        }
        return .handled
    }

    private mutating func beginInsert(_ command: ViCommand, in line: inout EditedLine) {
        let (cursor, count) = (line.cursor, line.characters.count)
        switch command.name {
        case "a": line.moveCursor(to: cursor + 1)
        case "I": line.moveCursor(to: 0)
        case "A": line.moveCursor(to: count)
        case "C": line.kill(cursor..<count, apart: true)
        case "S": line.kill(0..<count, apart: true)
        case "s": line.kill(cursor..<min(count, cursor + command.times), apart: true)
        default: break
        }
        enterInsertMode(command, command.name == "R" ? .replace : .insert)
    }

    /// Commands that change or copy text without a motion, and stay in command mode.
    private mutating func edit(_ command: ViCommand, in line: inout EditedLine) -> Effect {
        let (cursor, count) = (line.cursor, line.characters.count)
        let end = min(count, cursor + command.times)
        switch command.name {
        case "D": line.kill(cursor..<count, apart: true)
        case "Y": line.copy(cursor..<count)
        case "x": line.kill(cursor..<end, apart: true)
        case "X": line.kill(max(0, cursor - command.times)..<cursor, apart: true)
        case "r":
            guard let operand = command.operand, cursor < end else { return .handled }
            line.rewrite(cursor..<end) { String(repeating: operand, count: $0.count) }
            line.moveCursor(to: end - 1)
        case "~":
            line.rewrite(cursor..<end) { text in
                text.map { $0.isLowercase ? $0.uppercased() : $0.lowercased() }.joined()
            }
        default:
            // `p` and `P`.
            guard !line.kills.isEmpty else { return .handled }
            if command.name == "p" { line.moveCursor(to: cursor + 1) }
            for _ in 0..<command.times {
                guard line.yank() else { return .full }
            }
            line.moveCursor(to: line.cursor - 1)
        }
        if change == nil { lastChange = (command, []) }
        return .handled
    }

    private mutating func operate(_ operation: Character, _ command: ViCommand, in line: inout EditedLine) {
        let cursor = line.cursor
        var range: Range<Int>
        if command.name == operation {
            range = 0..<line.characters.count
        } else if operation == "c", command.name == "w" || command.name == "W" {
            range = cursor..<motion.endOfChange(command, in: line)
        } else {
            let target = motion.target(of: command, in: line, isOfOperator: true)
            // After a motion that leads nowhere, `c` changes nothing but the mode.
            guard let (place, isInclusive) = target ?? (operation == "c" ? (cursor, false) : nil) else { return }
            range = min(cursor, place)..<max(cursor, place)
            if isInclusive { range = range.lowerBound..<min(line.characters.count, range.upperBound + 1) }
        }
        if operation == "y" {
            if change == nil { lastChange = (command, []) }
            return line.copy(range)
        }
        line.kill(range, apart: true)
        if operation == "c" {
            enterInsertMode(command)
        } else if change == nil {
            lastChange = (command, [])
        }
    }

    /// Repeats the last change; a number replaces its number.
    private mutating func again(_ command: ViCommand, in line: inout EditedLine) -> Effect {
        guard let (last, keys) = lastChange else { return .handled }
        var repeated = last
        if let count = command.count { repeated.count = count }
        let effect = perform(repeated, in: &line)
        guard mode != .command else { return effect }
        replay(keys, in: &line)
        change?.keys = keys
        leaveInsertMode(&line)
        return effect
    }
}
