/// Decodes the body of a part with the transfer encoding `x-uuencode` [POSIX uuencode].
struct UUDecoder {
    private enum Place {
        case beforeBegin, data, afterEnd
    }

    private var place = Place.beforeBegin

    /// Decodes about `limit` bytes. Returns the position to continue from, always the start of a line.
    mutating func decode(
        _ bytes: Span<UInt8>, _ range: Range<Int>, limit: Int, into output: inout [UInt8]
    ) -> Int {
        var position = range.lowerBound
        let goal = output.count + limit
        while position < range.upperBound, output.count < goal {
            let newline = ByteScan.first(ASCII.lf, in: bytes, position..<range.upperBound)
            line(bytes, position..<newline, into: &output)
            position = min(newline + 1, range.upperBound)
        }
        return position
    }

    private mutating func line(_ bytes: Span<UInt8>, _ line: Range<Int>, into output: inout [UInt8]) {
        switch place {
        case .beforeBegin:
            if Self.isBegin(bytes, line) { place = .data }
        case .data:
            if bytes.hasPrefix("end", at: line.lowerBound) {
                place = .afterEnd
            } else {
                data(bytes, line, into: &output)
            }
        case .afterEnd:
            break
        }
    }

    /// Decodes a line: a character for the number of bytes, then four characters for every three bytes.
    private func data(_ bytes: Span<UInt8>, _ line: Range<Int>, into output: inout [UInt8]) {
        var line = line
        // A CR is not data. Trailing blanks are data but may have been stripped; they are restored below.
        while let last = line.last, bytes[last] == ASCII.cr { line.removeLast() }
        guard !line.isEmpty else { return }
        var left = Int((bytes[line.lowerBound] &- 0x20) & 0x3F)
        var position = line.lowerBound + 1
        while left > 0, position < line.upperBound {
            var word: UInt32 = 0
            for place in 0..<4 {
                let byte = position + place < line.upperBound ? bytes[position + place] : 0x20
                word = word << 6 | UInt32((byte &- 0x20) & 0x3F)
            }
            for shift in [16, 8, 0] as [UInt32] where left > 0 {
                output.append(UInt8(truncatingIfNeeded: word >> shift))
                left -= 1
            }
            position += 4
        }
    }

    // MARK: - Detection

    /// Returns whether `range` contains an encoded file. Text that is only labeled so would be lost by decoding it.
    static func isPlausible(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var start = range.lowerBound
        while start < range.upperBound {
            let end = ByteScan.first(ASCII.lf, in: bytes, start..<range.upperBound)
            if isBegin(bytes, start..<end) { return true }
            start = end + 1
        }
        return false
    }

    /// Returns whether the line is `begin`, a mode in octal digits, and a name.
    private static func isBegin(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Bool {
        let mode = line.lowerBound + 6
        return mode < line.upperBound && bytes.hasPrefix("begin ", at: line.lowerBound) && bytes[mode].isDigit
    }
}
