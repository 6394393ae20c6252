/// The lines of text as they are written. Line ends, spaces and prefixes are deferred until something visible follows,
/// so that no line ends with a blank or is left empty at the end.
struct HTMLTextOutputBuffer {
    private(set) var output: [UInt8] = []

    /// The start of each line: "> " of quotations, the marker or indentation of list items.
    private(set) var prefix: [UInt8] = []
    /// The part of the prefix shared by the last line and all elements since: the prefix of an empty line.
    private var commonPrefix = 0
    /// The index in the prefix of the first marker that has not been written yet.
    private var firstMarker: Int?
    /// In bytes. Deeper quotations and lists do not lengthen their lines.
    private static let longestPrefix = 60

    /// The number of line ends pending before the next visible character; two of them make an empty line.
    private var lineEnds = 0
    var spaces = 0
    /// Whether the last pending space absorbs white space that follows.
    var endsInWhiteSpace = false
    /// Whether there were invisible characters among the spaces: then they are padding, not an intended gap.
    var isPadding = false
    var joiner: UInt32?
    /// The number of characters in the line; counted only in preformatted text.
    var column = 0
    /// Whether nothing is pending, so that visible bytes can be appended directly.
    private var isReady = false

    /// The number of line ends written.
    private(set) var lineCount = 0
    private(set) var emptyLineCount = 0

    var links = HTMLOpenLink()
    /// The numbers of links; `nil` if their addresses follow them.
    var numbering: LinkNumbering?
    /// Whether a screen reader reads the text, which would spell brackets and bars.
    var isSpoken = false
    var rows = HTMLTableRows()

    var isAtLineStart: Bool { lineEnds > 0 || output.isEmpty }

    // MARK: - Lines

    /// Ends the line, if there is one, at the edge of a block.
    mutating func endLine() {
        // The marker of a list item is on the line of its first block.
        if firstMarker == nil { setLineEnds(max(lineEnds, 1)) }
    }

    /// Ends the line and adds an empty line.
    mutating func endParagraph() {
        if firstMarker == nil { setLineEnds(2) }
    }

    /// Breaks the line, as `<br>` and line ends in preformatted text do.
    mutating func breakLine() {
        setLineEnds(min(lineEnds &+ 1, 2))
    }

    /// Ends the line, and cancels a pending empty line.
    mutating func endItem() {
        if firstMarker == nil { setLineEnds(1) }
    }

    private mutating func setLineEnds(_ count: Int) {
        lineEnds = count
        dropSpaces()
        column = 0
        isReady = false
    }

    private mutating func dropSpaces() {
        spaces = 0
        endsInWhiteSpace = false
        isPadding = false
        joiner = nil
    }

    mutating func finish() -> [UInt8] {
        if !output.isEmpty { output.append(ASCII.lf) }
        return output
    }

    // MARK: - Prefixes

    /// Adds to the prefix. Returns the number of bytes added: none beyond the longest prefix.
    mutating func pushPrefix(_ bytes: [UInt8], isMarker: Bool = false) -> Int {
        rows.markComplex()
        guard prefix.count &+ bytes.count <= Self.longestPrefix else { return 0 }
        if isMarker, firstMarker == nil { firstMarker = prefix.count }
        prefix.append(contentsOf: bytes)
        return bytes.count
    }

    mutating func popPrefix(_ length: Int) {
        prefix.removeLast(min(length, prefix.count))
        commonPrefix = min(commonPrefix, prefix.count)
        if let marker = firstMarker, marker >= prefix.count { firstMarker = nil }
    }

    /// Returns the bytes between two lines that both have this prefix.
    func lineEnd(isEmptyLineBetween: Bool) -> [UInt8] {
        (isEmptyLineBetween ? [ASCII.lf] + prefix.prefix(emptyPrefixCount(prefix.count)) : []) + [ASCII.lf] + prefix
    }

    private func emptyPrefixCount(_ count: Int) -> Int {
        var count = count
        while count > 0, prefix[count &- 1] == ASCII.space { count &-= 1 }
        return count
    }

    // MARK: - Visible characters

    /// Writes everything pending. Must be called before anything visible is appended.
    @inline(__always)
    mutating func prepare() {
        if !isReady { flush() }
    }

    private mutating func flush() {
        if isAtLineStart { startLine() }
        for _ in 0..<spaces { output.append(ASCII.space) }
        if let joiner { output.append(scalar: joiner) }
        dropSpaces()
        links.contentBegins(at: output.count)
        rows.contentBegins(at: output.count, lines: lineCount, emptyLines: emptyLineCount)
        isReady = true
    }

    private mutating func startLine() {
        if !output.isEmpty {
            if lineEnds > 1 {
                output.append(ASCII.lf)
                output.append(contentsOf: prefix[..<emptyPrefixCount(commonPrefix)])
                lineCount &+= 1
                emptyLineCount &+= 1
            }
            output.append(ASCII.lf)
            lineCount &+= 1
        }
        lineEnds = 0
        output.append(contentsOf: prefix)
        commonPrefix = prefix.count
        if let marker = firstMarker {
            // The following lines are indented as far as the text after the marker.
            for index in marker..<prefix.count where prefix[index] != ASCII.greater { prefix[index] = ASCII.space }
            firstMarker = nil
        }
        if isPadding { spaces = 0 }
    }

    /// Forces the next append to write pending state: the caller started something that must record where its content
    /// begins.
    mutating func hold() {
        isReady = false
    }

    @inline(__always)
    mutating func append(_ visible: Span<UInt8>) {
        prepare()
        output.append(visible)
    }

    mutating func append(_ byte: UInt8) {
        prepare()
        output.append(byte)
    }

    mutating func append(contentsOf bytes: some Collection<UInt8>) {
        prepare()
        output.append(contentsOf: bytes)
    }

    mutating func append(scalar: UInt32) {
        prepare()
        output.append(scalar: scalar)
    }

    /// Closes a bracket, and drops the pending spaces in it. Spoken text ends a sentence instead, except in a link, whose
    /// number follows.
    mutating func closeBracket() {
        dropSpaces()
        if !isSpoken {
            append(ASCII.rightBracket)
        } else if links.open == nil, !endsSentence {
            append(ASCII.dot)
        }
    }

    /// Whether the last character is a mark at which a screen reader pauses.
    private var endsSentence: Bool { output.last.map(Self.isPause) ?? true }

    static func isPause(_ byte: UInt8) -> Bool {
        [ASCII.dot, ASCII.comma, ASCII.colon, ASCII.semicolon, UInt8(ascii: "?"), UInt8(ascii: "!")].contains(byte)
    }

    /// Appends to the last output, before pending spaces and line ends.
    mutating func attach(_ bytes: [UInt8]) {
        output.append(contentsOf: bytes)
    }

    /// Replaces a part of the output by one with as many line ends.
    mutating func replace(_ range: Range<Int>, with bytes: [UInt8]) {
        guard range.upperBound <= output.count else { return }
        output.replaceSubrange(range, with: bytes)
    }

    /// Replaces the output from `start` on by `bytes`.
    mutating func replace(from start: Int, with bytes: [UInt8], lineCount: Int, emptyLineCount: Int) {
        guard start <= output.count else { return }
        output.removeLast(output.count &- start)
        output.append(contentsOf: bytes)
        self.lineCount = lineCount
        self.emptyLineCount = emptyLineCount
    }
}
