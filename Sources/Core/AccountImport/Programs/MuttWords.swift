/// Reads the words of a line of muttrc.
struct MuttWords {
    private var cursor: ByteCursor
    private var hasBegun = false
    private let variables: (String) -> MuttValue?

    init(_ line: String, variables: @escaping (String) -> MuttValue?) {
        cursor = ByteCursor(Array(line.utf8))
        self.variables = variables
    }

    /// Whether the command ends here: at the end, a semicolon or a comment.
    mutating func isAtEnd() -> Bool {
        cursor.skipBlanks()
        return cursor.peek.map { $0 == 0x3B || $0 == 0x23 } ?? true
    }

    /// Skips to the first or the next command of the line. Returns `false` at the end.
    mutating func nextCommand() -> Bool {
        if hasBegun { while !isAtEnd() { _ = word() } }
        hasBegun = true
        while cursor.skip(0x3B) || cursor.peek == 0x20 || cursor.peek == 0x09 { cursor.skipBlanks() }
        return cursor.peek.map { $0 != 0x23 } ?? false
    }

    /// Reads the name of a variable for `set`. Returns `nil` if there is none.
    mutating func name() -> String? {
        cursor.skipBlanks()
        let name = cursor.take { $0.isNameByte || $0 == 0x2D || $0 == 0x3F || $0 == 0x26 }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    /// Skips `=` or `+=` and the blanks around it. Returns `nil` if there is none.
    mutating func assignment() -> (isAppending: Bool, Void)? {
        cursor.skipBlanks()
        let start = cursor.index
        let isAppending = cursor.skip(0x2B)
        guard cursor.skip(0x3D) else {
            cursor.index = start
            return nil
        }
        cursor.skipBlanks()
        return (isAppending, ())
    }

    /// Reads a word with its quotes, variables and commands. Always moves on unless the command ends here.
    mutating func word() -> MuttValue {
        var value = MuttValue()
        var quote: UInt8?
        cursor.skipBlanks()
        while let byte = cursor.peek {
            if quote == nil, byte == 0x20 || byte == 0x09 || byte == 0x3B { break }
            cursor.index += 1
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == 0x22 || byte == 0x27 {
                quote = byte
            } else if quote == 0x27 {
                value.append([byte])
            } else {
                special(byte, quote != nil, &value)
            }
        }
        return value
    }

    private mutating func special(_ byte: UInt8, _ isQuoted: Bool, _ value: inout MuttValue) {
        switch byte {
        case 0x5C:
            guard let escaped = cursor.next() else { return }
            let controls: [UInt8: UInt8] = [0x6E: 0x0A, 0x74: 0x09, 0x72: 0x0D]
            value.append([controls[escaped] ?? escaped])
        case 0x60:
            let command = cursor.take { $0 != 0x60 }
            _ = cursor.skip(0x60)
            value.append(command: String(decoding: command, as: UTF8.self))
        case 0x24:
            let start = cursor.index
            if let name = cursor.variableName() {
                value.append(variables(name) ?? MuttValue())
            } else {
                cursor.index = start
                value.append([byte])
            }
        default: value.append([byte])
        }
    }
}
