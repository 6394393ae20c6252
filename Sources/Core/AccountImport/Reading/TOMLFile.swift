/// The text values of a TOML file with their full keys: `accounts`, `work`, `backend`, `host`. Reads what
/// configurations contain: tables, dotted keys, strings, numbers, booleans, inline tables, and arrays of strings. Dates
/// are read as text.
struct TOMLFile {
    struct Value {
        let key: [String]
        /// The elements of an array, or the one value.
        let texts: [String]
        let line: Int
    }

    private(set) var values: [Value] = []
    /// The lines that are not TOML.
    private(set) var invalid: [Int] = []

    private var cursor: ByteCursor
    private var line = 1

    private static let maximumDepth = 8
    private static let maximumCount = 10_000

    init(_ bytes: [UInt8]) {
        cursor = ByteCursor(bytes)
        var table: [String] = []
        while cursor.peek != nil, values.count < Self.maximumCount, invalid.count < Self.maximumCount {
            skipSpace()
            guard let byte = cursor.peek else { return }
            let start = line
            if byte == 0x5B {
                while cursor.skip(0x5B) {}
                table = key() ?? []
                while cursor.skip(0x5D) {}
            } else {
                guard let key = key(), cursor.skip(0x3D), value(table + key, depth: 0) else {
                    invalid.append(start)
                    skipLine()
                    continue
                }
            }
            skipComment()
            if let rest = cursor.peek, rest != 0x0A {
                invalid.append(start)
                skipLine()
            }
        }
    }

    // MARK: - Space

    /// Skips blanks, line ends and comments.
    private mutating func skipSpace() {
        while let byte = cursor.peek {
            if byte == 0x23 {
                skipLine()
            } else if byte == 0x0A {
                line += 1
                cursor.index += 1
            } else if byte == 0x20 || byte == 0x09 || byte == 0x0D {
                cursor.index += 1
            } else {
                return
            }
        }
    }

    private mutating func skipLine() {
        while let byte = cursor.peek, byte != 0x0A { cursor.index += 1 }
    }

    private mutating func skipComment() {
        while let byte = cursor.peek, byte == 0x20 || byte == 0x09 || byte == 0x0D { cursor.index += 1 }
        if cursor.peek == 0x23 { skipLine() }
    }

    // MARK: - Keys and values

    /// Reads a key with dots, and the blanks after it.
    private mutating func key() -> [String]? {
        var pieces: [String] = []
        repeat {
            cursor.skipBlanks()
            if let quote = cursor.peek, quote == 0x22 || quote == 0x27 {
                guard let text = string() else { return nil }
                pieces.append(text)
            } else {
                let name = cursor.take { $0.isNameByte || $0 == 0x2D }
                guard !name.isEmpty, pieces.count < 16 else { return nil }
                pieces.append(String(decoding: name, as: UTF8.self))
            }
            cursor.skipBlanks()
        } while cursor.skip(0x2E)
        return pieces
    }

    private mutating func value(_ key: [String], depth: Int) -> Bool {
        guard depth < Self.maximumDepth else { return false }
        cursor.skipBlanks()
        let start = line
        switch cursor.peek {
        case 0x7B: return inlineTable(key, depth)
        case 0x5B:
            guard let texts = array(depth: depth) else { return false }
            values.append(Value(key: key, texts: texts, line: start))
            return true
        default:
            guard let text = scalar() else { return false }
            values.append(Value(key: key, texts: [text], line: start))
            return true
        }
    }

    private mutating func inlineTable(_ key: [String], _ depth: Int) -> Bool {
        cursor.index += 1
        skipSpace()
        while cursor.peek != nil, !cursor.skip(0x7D) {
            guard values.count < Self.maximumCount, let name = self.key(), cursor.skip(0x3D),
                value(key + name, depth: depth + 1)
            else { return false }
            skipSpace()
            _ = cursor.skip(0x2C)
            skipSpace()
        }
        return true
    }

    /// Returns the texts in an array, also in arrays within it. Tables in it are skipped.
    private mutating func array(depth: Int) -> [String]? {
        guard depth < Self.maximumDepth else { return nil }
        cursor.index += 1
        var texts: [String] = []
        skipSpace()
        while let byte = cursor.peek, !cursor.skip(0x5D) {
            if byte == 0x5B {
                guard let inner = array(depth: depth + 1) else { return nil }
                texts += inner
            } else if byte == 0x7B {
                let count = values.count
                guard inlineTable([], depth + 1) else { return nil }
                values.removeLast(values.count - count)
            } else {
                guard let text = scalar(), texts.count < Self.maximumCount else { return nil }
                texts.append(text)
            }
            skipSpace()
            _ = cursor.skip(0x2C)
            skipSpace()
        }
        return texts
    }

    private mutating func scalar() -> String? {
        if let quote = cursor.peek, quote == 0x22 || quote == 0x27 { return string() }
        let word = cursor.take { ![0x2C, 0x5D, 0x7D, 0x23, 0x0A, 0x0D, 0x20, 0x09, 0x3D].contains($0) }
        return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
    }

    // MARK: - Strings

    /// Reads a string in single or double quotes, or in three of them, which may contain line ends.
    private mutating func string() -> String? {
        guard let quote = cursor.next() else { return nil }
        let rest = cursor.bytes[cursor.index...]
        if rest.starts(with: [quote, quote]) {
            cursor.index += 2
            return longString(quote)
        }
        var output: [UInt8] = []
        while let byte = cursor.next() {
            if byte == quote { return String(decoding: output, as: UTF8.self) }
            if byte == 0x0A {
                cursor.index -= 1
                return nil
            }
            if byte == 0x5C, quote == 0x22 { unescape(into: &output) } else { output.append(byte) }
        }
        return nil
    }

    private mutating func longString(_ quote: UInt8) -> String? {
        var output: [UInt8] = []
        // A line end that follows the quotes is not part of the text.
        if cursor.skip(0x0A) { line += 1 }
        while let byte = cursor.next() {
            if byte == quote, cursor.bytes[cursor.index...].starts(with: [quote, quote]) {
                cursor.index += 2
                return String(decoding: output, as: UTF8.self)
            }
            if byte == 0x0A { line += 1 }
            if byte == 0x5C, quote == 0x22 { unescape(into: &output) } else { output.append(byte) }
        }
        return nil
    }

    private mutating func unescape(into output: inout [UInt8]) {
        guard let byte = cursor.next() else { return }
        switch byte {
        case 0x6E: output.append(0x0A)
        case 0x74: output.append(0x09)
        case 0x72: output.append(0x0D)
        case 0x75, 0x55:
            let digits = cursor.bytes[cursor.index...].prefix(byte == 0x75 ? 4 : 8)
            cursor.index += digits.count
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
            if let scalar = number.flatMap({ Unicode.Scalar($0) }) { output += Array(String(scalar).utf8) }
        case 0x0A:
            // A backslash at the end of a line leaves out the blanks that begin the next one.
            line += 1
            while let blank = cursor.peek, blank <= 0x20 {
                if blank == 0x0A { line += 1 }
                cursor.index += 1
            }
        default: output.append(byte)
        }
    }
}
