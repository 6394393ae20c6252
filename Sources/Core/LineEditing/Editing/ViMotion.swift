/// Where a motion of vi leads in a line.
struct ViMotion: Sendable {
    /// The last `f`, `F`, `t` or `T`, for `;` and `,`.
    private(set) var lastFind: (name: Character, sought: Character)?

    /// The kinds of characters that words consist of.
    private enum Kind: Hashable {
        case blank, word, punctuation
    }

    /// Returns the place that a motion leads to, and whether an operator includes the character there; `nil` if it leads
    /// nowhere. `isOfOperator`: the place may be after the last character.
    mutating func target(
        of command: ViCommand, in line: EditedLine, isOfOperator: Bool
    ) -> (place: Int, isInclusive: Bool)? {
        let (text, cursor) = (line.characters, line.cursor)
        let last = isOfOperator ? text.count : max(0, text.count - 1)
        switch command.name {
        case "h": return cursor > 0 ? (max(0, cursor - command.times), false) : nil
        case "l", " ": return cursor < last ? (min(last, cursor + command.times), false) : nil
        case "0": return (0, false)
        case "^": return (text.firstIndex { !$0.isWhitespace } ?? last, false)
        case "$": return (max(0, text.count - 1), true)
        case "|": return (min(command.times - 1, last), false)
        case "w", "W": return repeated(command, cursor) { nextWord($0, text, isBig: command.name == "W") }
        case "b", "B": return repeated(command, cursor) { wordBefore($0, text, isBig: command.name == "B") }
        case "e", "E":
            let end = repeated(command, cursor) { endOfWord($0, text, isBig: command.name == "E") }
            // An operator includes at least the character at the cursor.
            return end.map { ($0.place, true) } ?? (isOfOperator ? (cursor, true) : nil)
        case "f", "F", "t", "T":
            guard let sought = command.operand else { return nil }
            lastFind = (command.name, sought)
            return found(command.name, sought, command.times, text, cursor)
        case ";", ",":
            guard let (name, sought) = lastFind else { return nil }
            let other: [Character: Character] = ["f": "F", "F": "f", "t": "T", "T": "t"]
            let used = command.name == ";" ? name : other[name] ?? name
            return found(used, sought, command.times, text, cursor)
        default: return nil
        }
    }

    private func repeated(
        _ command: ViCommand, _ start: Int, _ step: (Int) -> Int
    ) -> (place: Int, isInclusive: Bool)? {
        var place = start
        for _ in 0..<command.times {
            let next = step(place)
            if next == place { break }
            place = next
        }
        return place == start ? nil : (place, false)
    }

    private func found(
        _ name: Character, _ sought: Character, _ times: Int, _ text: [Character], _ cursor: Int
    ) -> (place: Int, isInclusive: Bool)? {
        let isForward = name == "f" || name == "t"
        let step = isForward ? 1 : -1
        var place = cursor
        for _ in 0..<times {
            place += step
            while text.indices.contains(place), text[place] != sought { place += step }
            guard text.indices.contains(place) else { return nil }
        }
        if name == "t" || name == "T" { place -= step }
        return place == cursor ? nil : (place, isForward)
    }

    // MARK: - Words

    private func kind(_ character: Character, isBig: Bool) -> Kind {
        if character.isWhitespace { return .blank }
        return isBig || character.isLetter || character.isNumber || character == "_" ? .word : .punctuation
    }

    private func nextWord(_ start: Int, _ text: [Character], isBig: Bool) -> Int {
        var place = start
        guard place < text.count else { return place }
        let first = kind(text[place], isBig: isBig)
        while place < text.count, kind(text[place], isBig: isBig) == first, first != .blank { place += 1 }
        while place < text.count, kind(text[place], isBig: isBig) == .blank { place += 1 }
        return place
    }

    private func wordBefore(_ start: Int, _ text: [Character], isBig: Bool) -> Int {
        var place = start
        while place > 0, kind(text[place - 1], isBig: isBig) == .blank { place -= 1 }
        guard place > 0 else { return 0 }
        let last = kind(text[place - 1], isBig: isBig)
        while place > 0, kind(text[place - 1], isBig: isBig) == last { place -= 1 }
        return place
    }

    private func endOfWord(_ start: Int, _ text: [Character], isBig: Bool) -> Int {
        var place = start + 1
        while place < text.count, kind(text[place], isBig: isBig) == .blank { place += 1 }
        guard place < text.count else { return max(start, text.count - 1) }
        let last = kind(text[place], isBig: isBig)
        while place + 1 < text.count, kind(text[place + 1], isBig: isBig) == last { place += 1 }
        return place
    }

    /// Returns the end of what `cw` changes: like `e`, but it stays in a word of one character; and only the blanks if the
    /// cursor is on one.
    func endOfChange(_ command: ViCommand, in line: EditedLine) -> Int {
        let (text, isBig) = (line.characters, command.name == "W")
        guard line.cursor < text.count else { return line.cursor }
        var place = line.cursor
        for number in 0..<command.times where place < text.count {
            if number > 0 {
                while place < text.count, kind(text[place], isBig: isBig) == .blank { place += 1 }
                guard place < text.count else { break }
            }
            let first = kind(text[place], isBig: isBig)
            while place < text.count, kind(text[place], isBig: isBig) == first { place += 1 }
        }
        return place
    }
}
