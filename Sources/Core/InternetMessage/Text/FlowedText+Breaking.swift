/// Breaks long lines so that every reader can join them again [RFC 3676 §4].
extension FlowedText {
    /// Lines with more characters than this are broken; a line that mail programs wrap by themselves has fewer.
    private static let longestLine = 78
    /// The number of characters of a line that was broken, with the space at its end.
    private static let brokenLine = 72

    /// Returns the text with its long lines broken, quoted ones too, for a part with format=flowed. `text` must be UTF-8
    /// with LF line ends. Returns `nil` if no line is long, or if a reader would not see the same text: format=flowed
    /// cannot express blanks at the end of a line, for example.
    public static func breaking(_ text: [UInt8]) -> [UInt8]? {
        let lines = text.split(separator: ASCII.lf, omittingEmptySubsequences: false)
        guard lines.contains(where: { count($0) > longestLine }) else { return nil }
        var output: [UInt8] = []
        output.reserveCapacity(text.count + text.count / 32)
        for (index, line) in lines.enumerated() {
            if index > 0 { output.append(ASCII.lf) }
            append(line, to: &output)
        }
        let wanted = lines.map(normalized).joined(separator: [ASCII.lf])
        return join(output, .standard).elementsEqual(wanted) ? output : nil
    }

    /// Returns a line as `join` returns it: quote marks are followed by one space.
    private static func normalized(_ line: ArraySlice<UInt8>) -> [UInt8] {
        let (depth, content) = parts(of: line)
        return depth == 0 ? Array(line) : quoteMarks(depth) + content
    }

    private static func parts(of line: ArraySlice<UInt8>) -> (depth: Int, content: ArraySlice<UInt8>) {
        let depth = line.prefix { $0 == ASCII.greater }.count
        let content = line.dropFirst(depth)
        return (depth, depth > 0 && content.first == ASCII.space ? content.dropFirst() : content)
    }

    private static func quoteMarks(_ depth: Int) -> [UInt8] {
        Array(repeating: ASCII.greater, count: depth) + [ASCII.space]
    }

    private static func append(_ line: ArraySlice<UInt8>, to output: inout [UInt8]) {
        let (depth, content) = parts(of: line)
        guard depth > 0 else { return append(content, after: [], to: &output) }
        if content.isEmpty { return output.append(contentsOf: repeatElement(ASCII.greater, count: depth)) }
        append(content, after: quoteMarks(depth), to: &output)
    }

    private static func append(_ content: ArraySlice<UInt8>, after marks: [UInt8], to output: inout [UInt8]) {
        var rest = content
        while count(rest) + marks.count > longestLine, let end = breakingPoint(of: rest, brokenLine - marks.count) {
            output += marks
            appendStuffed(rest[..<end], isQuoted: !marks.isEmpty, to: &output)
            output.append(ASCII.lf)
            rest = rest[end...]
        }
        output += marks
        appendStuffed(rest, isQuoted: !marks.isEmpty, to: &output)
    }

    /// Space-stuffing: adds a space before what would otherwise be taken for a stuffed line, a quotation, or the
    /// beginning of another message in an mbox. The space after quote marks does the same.
    private static func appendStuffed(_ line: ArraySlice<UInt8>, isQuoted: Bool, to output: inout [UInt8]) {
        let isAmbiguous =
            line.first == ASCII.space || line.first == ASCII.greater || line.starts(with: "From ".utf8)
        if isAmbiguous, !isQuoted { output.append(ASCII.space) }
        output += line
    }

    /// Returns the index after the last run of spaces within the first characters, or else after the first run.
    private static func breakingPoint(of line: ArraySlice<UInt8>, _ columns: Int) -> Int? {
        var found: Int?
        var column = 0
        for index in line.indices {
            if line[index] & 0xC0 != 0x80 { column += 1 }
            if column > columns, found != nil { return found }
            let isEnd = line[index] == ASCII.space && index + 1 < line.endIndex && line[index + 1] != ASCII.space
            // What is broken off must not look like the separator of a signature.
            if isEnd, !line[...index].elementsEqual("-- ".utf8) { found = index + 1 }
        }
        return found
    }

    /// The number of characters: all bytes that do not continue one.
    private static func count(_ line: ArraySlice<UInt8>) -> Int {
        line.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }
}
