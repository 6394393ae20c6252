/// Shortens the blocks of quoted text in a message, which readers usually have read before.
public enum QuotedTextCollapsing {
    /// Blocks with fewer lines are never left out.
    private static let leastLines = 6
    /// The lines that stay before an answer, so that it can be understood.
    private static let keptLines = 2

    /// Returns the text without its long quoted blocks. `notice` is the line in place of so many lines. Before an answer
    /// the last quoted lines stay.
    public static func collapsing(_ text: [UInt8], notice: (Int) -> String) -> [UInt8] {
        let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var isFirst = true
        func append(_ line: some Sequence<UInt8>) {
            if !isFirst { result.append(0x0A) }
            isFirst = false
            result += line
        }
        var index = 0
        while index < lines.count {
            guard isQuoted(lines[index]) else {
                append(lines[index])
                index += 1
                continue
            }
            let end = endOfBlock(in: lines, from: index)
            let isAnswered = lines[end...].contains { !isBlank($0) }
            let kept = isAnswered ? keptLines : 0
            let collapsed = end - index - kept
            if collapsed >= leastLines - kept {
                append(notice(collapsed).utf8)
                index += collapsed
            }
            for line in lines[index..<end] { append(line) }
            index = end
        }
        return result
    }

    /// Returns the index after the last quoted line of a block. Blank lines between quoted lines belong to it.
    private static func endOfBlock(in lines: [ArraySlice<UInt8>], from start: Int) -> Int {
        var end = start + 1
        var index = end
        while index < lines.count {
            if isQuoted(lines[index]) {
                end = index + 1
            } else if !isBlank(lines[index]) {
                break
            }
            index += 1
        }
        return end
    }

    private static func isQuoted(_ line: ArraySlice<UInt8>) -> Bool { line.first == 0x3E }

    private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }
}
