extension EditedLine {
    private static func isWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber
    }

    /// The end of the word after the cursor.
    var endOfWord: Int {
        var place = cursor
        while place < characters.count, !Self.isWord(characters[place]) { place += 1 }
        while place < characters.count, Self.isWord(characters[place]) { place += 1 }
        return place
    }

    /// The start of the word before the cursor.
    var startOfWord: Int { start(of: Self.isWord) }

    /// The start of the word before the cursor, with words separated only by whitespace.
    var startOfBlankWord: Int { start { !$0.isWhitespace } }

    private func start(of isWord: (Character) -> Bool) -> Int {
        var place = cursor
        while place > 0, !isWord(characters[place - 1]) { place -= 1 }
        while place > 0, isWord(characters[place - 1]) { place -= 1 }
        return place
    }

    /// Performs the editing command of a key. Returns `false` if the key is not an editing command.
    mutating func edit(_ key: Key) -> Bool {
        switch key {
        case .left: moveCursor(to: cursor - 1)
        case .right: moveCursor(to: cursor + 1)
        case .wordLeft: moveCursor(to: startOfWord)
        case .wordRight: moveCursor(to: endOfWord)
        case .home: moveCursor(to: 0)
        case .end: moveCursor(to: characters.count)
        case .backspace: remove(max(0, cursor - 1)..<cursor)
        case .delete: remove(cursor..<min(cursor + 1, characters.count))
        case .killToEnd: kill(cursor..<characters.count)
        case .killToStart: kill(0..<cursor)
        case .killBlankWord: kill(startOfBlankWord..<cursor)
        case .killWordLeft: kill(startOfWord..<cursor)
        case .killWordRight: kill(cursor..<endOfWord)
        case .yankEarlier: yankEarlier()
        case .deleteBlanks: deleteBlanks()
        case .transpose: transpose()
        case .transposeWords: transposeWords()
        case .upperCase: rewrite(cursor..<endOfWord) { $0.uppercased() }
        case .lowerCase: rewrite(cursor..<endOfWord) { $0.lowercased() }
        case .capitalize: rewrite(cursor..<endOfWord, Self.capitalized)
        case .undo: undo()
        case .revert: revert()
        default: return false
        }
        return true
    }

    /// Deletes the blanks around the cursor.
    private mutating func deleteBlanks() {
        var range = cursor..<cursor
        while range.lowerBound > 0, characters[range.lowerBound - 1].isWhitespace {
            range = range.lowerBound - 1..<range.upperBound
        }
        while range.upperBound < characters.count, characters[range.upperBound].isWhitespace {
            range = range.lowerBound..<range.upperBound + 1
        }
        remove(range)
    }

    /// Exchanges the word at or after the cursor, at the end of the line the last one, with the one before it.
    private mutating func transposeWords() {
        var line = self
        line.moveCursor(to: line.endOfWord)
        let secondEnd = line.cursor
        line.moveCursor(to: line.startOfWord)
        let second = line.cursor..<secondEnd
        line.moveCursor(to: line.startOfWord)
        let firstStart = line.cursor
        line.moveCursor(to: line.endOfWord)
        let first = firstStart..<line.cursor
        guard first.upperBound <= second.lowerBound, !first.isEmpty, second.upperBound <= characters.count else {
            return
        }
        let (one, two) = (String(characters[first]), String(characters[second]))
        let between = String(characters[first.upperBound..<second.lowerBound])
        rewrite(first.lowerBound..<second.upperBound) { _ in two + between + one }
    }

    private static func capitalized(_ word: String) -> String {
        guard let first = word.firstIndex(where: isWord) else { return word }
        let rest = word[word.index(after: first)...]
        return word[..<first] + word[first].uppercased() + rest.lowercased()
    }
}
