/// The typing of one line: keys go in, and what they mean beyond the line comes out.
struct LineEditor: Sendable {
    /// What a key asks for that is not the line's own affair.
    enum Outcome: Hashable, Sendable {
        case editing
        /// Completions are to be found and given to `complete`.
        case complete(line: String, cursor: Int)
        /// The text has no room in the line and was left out.
        case full
        case clearScreen
        case suspend
        case ended(LineResult)
    }

    let isSecret: Bool
    private let takesPastedLines: Bool
    private let history: LineHistory
    private(set) var line: EditedLine
    private(set) var search: HistorySearch?
    /// The place of the line that was fetched from the history.
    private var place: Int
    /// What was typed before one was fetched.
    private var unfinished = ""
    /// Whether the last key asked for completion and could not choose.
    private var isUndecided = false
    private var hasJustCompleted = false

    init(_ line: EditedLine, _ request: LineRequest, history: LineHistory) {
        isSecret = request.isSecret
        takesPastedLines = request.takesPastedLines && !request.isSecret
        self.history = request.usesHistory && !request.isSecret ? history : LineHistory()
        self.line = line
        place = self.history.lines.count
    }

    /// Nothing stands in the line, and nothing is being sought.
    var isEmpty: Bool { line.isEmpty && search == nil }

    /// The text that people see; secrets are not seen.
    var shownText: [Character] {
        if isSecret { return [] }
        return search?.found.map { Array($0) } ?? line.characters
    }

    var shownCursor: Int {
        search?.found == nil ? line.cursor : shownText.count
    }

    mutating func handle(_ key: Key) -> Outcome {
        isUndecided = hasJustCompleted && key == .complete
        hasJustCompleted = false
        if search != nil, searching(key) { return .editing }
        if line.edit(key) { return .editing }
        switch key {
        case .text(let scalar): return line.insert(String(scalar)) ? .editing : .full
        case .yank: return line.insert(line.killed) ? .editing : .full
        case .paste(let octets, _): return paste(octets)
        case .enter: return .ended(.line(line.text))
        case .interrupt: return .ended(.interrupt(wasEmpty: line.isEmpty))
        case .endOfInput:
            if line.isEmpty { return .ended(.endOfInput) }
            _ = line.edit(.delete)
        case .complete: return isSecret ? .editing : .complete(line: line.text, cursor: line.cursorOffset)
        case .suspend: return .suspend
        case .clearScreen: return .clearScreen
        case .up: fetch(place - 1)
        case .down: fetch(place + 1)
        case .search: if !history.lines.isEmpty { search = HistorySearch(history) }
        default: break
        }
        return .editing
    }

    /// Lines that are complete end the typing where they are wanted; the line keeps what is to be typed on.
    private mutating func paste(_ octets: [UInt8]) -> Outcome {
        var lines = LineEndings.lines(octets)
        guard takesPastedLines, lines.count > 1 else {
            return line.insert(String(decoding: octets, as: UTF8.self)) ? .editing : .full
        }
        lines[0] = line.textBeforeCursor + lines[0]
        let last = lines.removeLast()
        let behind = line.textBehindCursor
        line.replaceAll(with: last + behind)
        line.moveCursor(offset: last.utf8.count)
        return .ended(.pasted(lines))
    }

    // MARK: - Lines typed before

    private mutating func fetch(_ next: Int) {
        guard (0...history.lines.count).contains(next), next != place else { return }
        if place == history.lines.count { unfinished = line.text }
        place = next
        line.replaceAll(with: next == history.lines.count ? unfinished : history.lines[next])
    }

    /// Whether the key belongs to the search. Any other takes the line that was found, and does what it does.
    private mutating func searching(_ key: Key) -> Bool {
        switch key {
        case .text(let scalar): search?.type(scalar)
        case .backspace: search?.backspace()
        case .search: search?.goOn()
        case .giveUp, .interrupt: search = nil
        default:
            if let found = search?.found { line.replaceAll(with: found) }
            search = nil
            return key == .escape
        }
        return true
    }

    // MARK: - Completion

    /// Puts in the only candidate, or what all have in common if that goes on with what was typed. The second time, one
    /// key after the other, gives the choices that people are to see.
    mutating func complete(with completion: Completion) -> [String] {
        let candidates = completion.candidates
        guard let first = candidates.first else { return [] }
        if candidates.count == 1 {
            line.replace(offsets: completion.replaced, with: first.text + completion.suffix)
            return []
        }
        if isUndecided { return CompletionChoices.lines(candidates.map(\.shown)) }
        hasJustCompleted = true
        let common = CompletionChoices.commonBeginning(candidates.map(\.text))
        let typed = line.text(offsets: completion.replaced)
        if common.utf8.count > typed.utf8.count, common.lowercased().hasPrefix(typed.lowercased()) {
            line.replace(offsets: completion.replaced, with: common)
        }
        return []
    }
}
