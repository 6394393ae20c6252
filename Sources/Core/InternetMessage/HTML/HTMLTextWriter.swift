/// Lines of text as they grow: line ends, spaces and prefixes wait until something visible follows them, so that no
/// line ends with a blank and none is begun in vain.
struct HTMLTextWriter {
    private(set) var output: [UInt8] = []

    /// What each line begins with: "> " of quotations, the marker or the indentation of list items.
    private(set) var prefix: [UInt8] = []
    /// As much of the prefix as the last line had and all elements since then: what an empty line begins with.
    private var commonPrefix = 0
    /// Where in the prefix the markers begin that no line has had yet.
    private var firstMarker: Int?
    /// Quotations and lists that are deeper do not make their lines longer.
    private static let longestPrefix = 60

    /// The line ends to come before the next visible character: two of them make an empty line.
    private var lineEnds = 0
    var spaces = 0
    /// The last of the spaces takes up white space that follows.
    var endsInWhiteSpace = false
    /// Invisible characters stood among the spaces: padding, not a gap that somebody wanted.
    var isPadding = false
    var joiner: UInt32?
    /// Characters in the line so far; counted in preformatted text alone.
    var column = 0
    /// Nothing waits: what is visible can be appended as it is.
    private var isReady = false

    /// How many line ends have been written.
    private(set) var lineCount = 0
    private(set) var emptyLineCount = 0

    var links = HTMLLinks()
    var rows = HTMLTableRows()

    var isAtLineStart: Bool { lineEnds > 0 || output.isEmpty }

    // MARK: - Lines

    /// Ends the line, if there is one, at the edge of a block.
    mutating func endLine() {
        // The marker of a list item stands on the line of its first block.
        if firstMarker == nil { setLineEnds(max(lineEnds, 1)) }
    }

    /// Ends the line and has an empty one follow.
    mutating func endParagraph() {
        if firstMarker == nil { setLineEnds(2) }
    }

    /// What `<br>` and the line ends of preformatted text do.
    mutating func breakLine() {
        setLineEnds(min(lineEnds &+ 1, 2))
    }

    /// Ends the line, and takes back an empty one that was to follow.
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

    /// Returns how many bytes were added: none beyond the longest prefix.
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

    /// The bytes between a line and the next one, where both have this prefix.
    func lineEnd(isEmptyLineBetween: Bool) -> [UInt8] {
        (isEmptyLineBetween ? [ASCII.lf] + prefix.prefix(emptyPrefixCount(prefix.count)) : []) + [ASCII.lf] + prefix
    }

    private func emptyPrefixCount(_ count: Int) -> Int {
        var count = count
        while count > 0, prefix[count &- 1] == ASCII.space { count &-= 1 }
        return count
    }

    // MARK: - Visible characters

    /// Call before anything visible is appended: what waits is written.
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
            // The lines that follow are as far in as the text after the marker.
            for index in marker..<prefix.count where prefix[index] != ASCII.greater { prefix[index] = ASCII.space }
            firstMarker = nil
        }
        if isPadding { spaces = 0 }
    }

    /// Something that is to be told of what comes next began, or something waits.
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

    /// Ends what stands in brackets, without the spaces that wait.
    mutating func closeBracket() {
        dropSpaces()
        append(ASCII.rightBracket)
    }

    /// Appends to what was last written, before the spaces and line ends that wait.
    mutating func attach(_ bytes: [UInt8]) {
        output.append(contentsOf: bytes)
    }

    /// Puts `bytes` in the place of all from `start` on.
    mutating func replace(from start: Int, with bytes: [UInt8], lineCount: Int, emptyLineCount: Int) {
        guard start <= output.count else { return }
        output.removeLast(output.count &- start)
        output.append(contentsOf: bytes)
        self.lineCount = lineCount
        self.emptyLineCount = emptyLineCount
    }
}
