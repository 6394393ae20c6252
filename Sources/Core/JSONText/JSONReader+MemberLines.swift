extension JSONReader {
    /// Returns the name of each member of the outermost object and the line on which it begins, counted from 1. Used in
    /// error messages about files that users edit. Stops at an error. If the text is not an object, the result is
    /// empty.
    public static func lines(ofMembersIn octets: [UInt8], _ dialect: Dialect) -> [(name: String, line: Int)] {
        var reader = JSONReader(octets, dialect)
        var lines: [(name: String, line: Int)] = []
        do throws(JSONError) {
            try reader.findLines { lines.append(($0, $1)) }
        } catch {
            // The caller that reads the value reports the error.
        }
        return lines
    }

    private mutating func findLines(_ found: (String, Int) -> Void) throws(JSONError) {
        if dialect == .relaxed, octets.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        var line = 1
        var counted = 0
        try skipBlanks()
        guard next == 0x7B else { return }
        position += 1
        try skipBlanks()
        while next != 0x7D {
            line += octets[counted..<position].count { $0 == 0x0A }
            counted = position
            found(try memberName(), line)
            try skipBlanks()
            guard next == 0x3A else { throw unexpected() }
            position += 1
            try skipBlanks()
            _ = try value(depth: 1)
            try separator(before: 0x7D)
        }
    }
}
