/// The editor of one line. Handles keys, and returns what the caller must do.
package struct LineEditor: Sendable {
    /// The result of a key.
    package enum Outcome: Hashable, Sendable {
        case editing
        /// The caller must find completions and pass them to `complete`.
        case complete(line: String, cursor: Int)
        /// The line has no room for the text, which was discarded.
        case full
        case clearScreen
        case suspend
        case ended(LineResult)
    }

    let isSecret: Bool
    private let takesPastedLines: Bool
    private let history: LineHistory
    package private(set) var line: EditedLine
    package private(set) var search: HistorySearch?
    /// The history index of the line being edited.
    private var place: Int
    /// The text typed before a line was recalled from the history.
    private var unfinished = ""
    /// Whether this key is a second Tab after an ambiguous completion.
    private var isUndecided = false
    private var hasJustCompleted = false

    package init(_ line: EditedLine, _ request: LineRequest, history: LineHistory) {
        isSecret = request.isSecret
        takesPastedLines = request.takesPastedLines && !request.isSecret
        self.history = request.usesHistory && !request.isSecret ? history : LineHistory()
        self.line = line
        place = self.history.lines.count
    }

    /// Whether the line is empty and no search is active.
    package var isEmpty: Bool { line.isEmpty && search == nil }

    /// The visible text. Secrets are hidden.
    var shownText: [Character] {
        if isSecret { return [] }
        return search?.found.map { Array($0) } ?? line.characters
    }

    var shownCursor: Int {
        search?.found == nil ? line.cursor : shownText.count
    }

    package mutating func handle(_ key: Key) -> Outcome {
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

    /// Inserts pasted text. If the request accepts pasted lines, complete lines end the editing, and the rest stays in
    /// the line.
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

    // MARK: - History

    private mutating func fetch(_ next: Int) {
        guard (0...history.lines.count).contains(next), next != place else { return }
        if place == history.lines.count { unfinished = line.text }
        place = next
        line.replaceAll(with: next == history.lines.count ? unfinished : history.lines[next])
    }

    /// Handles a key during a search. Returns `false` if the key ends the search with the line that was found and must
    /// then be handled as usual.
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

    /// Inserts the only candidate, or the common prefix of all if it extends the typed text. If Tab is pressed again,
    /// returns the choices to show.
    package mutating func complete(with completion: Completion) -> [String] {
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
