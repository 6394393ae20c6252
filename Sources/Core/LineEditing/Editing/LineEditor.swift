internal import MailTypes

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
    private let takesSubmission: Bool
    private let shortcuts: [LineRequest.Shortcut: String]
    /// Whether no key was pressed before this one, so that no repeated key is taken for a shortcut.
    private var isUntouched = true
    /// Whether the key before was Ctrl-X.
    private var isInChord = false
    private let history: LineHistory
    package private(set) var line: EditedLine
    package private(set) var search: HistorySearch?
    /// The history index of the line being edited.
    private var place: Int
    /// The text typed before a line was recalled from the history.
    private var unfinished = ""
    /// The state of vi's keys; `nil` with those of emacs.
    private(set) var vi: ViEditing?
    /// The text that was sought last.
    private var sought = ""
    /// The number that the next key counts.
    private var count: Int?
    /// The index of the history line whose last word was inserted.
    private var wordPlace = 0
    /// Whether this key is a second Tab after an ambiguous completion.
    private var isUndecided = false
    private var hasJustCompleted = false

    package init(_ line: EditedLine, _ request: LineRequest, history: LineHistory, _ bindings: KeyBindingStyle = .emacs)
    {
        isSecret = request.isSecret
        takesPastedLines = request.takesPastedLines && !request.isSecret
        takesSubmission = request.takesSubmission
        shortcuts = request.shortcuts
        self.history = request.usesHistory && !request.isSecret ? history : LineHistory()
        self.line = line
        place = self.history.lines.count
        vi = bindings == .vi ? ViEditing() : nil
    }

    /// Kills the whole line, so that Ctrl-Y brings it back in the next one.
    package mutating func discard() { line.discard() }

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
        if let result = shortcut(key) { return .ended(result) }
        if search != nil, searching(key) { return .editing }
        if vi != nil { return handleInVi(key) }
        if case .count(let digit) = key {
            count = min((count ?? 0) * 10 + digit, Self.mostTimes)
            return .editing
        }
        let times = count.take() ?? 1
        var outcome = act(on: key)
        if key.isRepeatable {
            for _ in 1..<max(1, times) where outcome == .editing { outcome = act(on: key) }
        }
        return outcome
    }

    private static let mostTimes = 1000

    /// Returns the result of a key that ends the line although it is not Enter; `nil` for any other key.
    private mutating func shortcut(_ key: Key) -> LineResult? {
        let (wasUntouched, wasInChord) = (isUntouched, isInChord)
        isUntouched = false
        isInChord = key == .chord
        guard search == nil else { return nil }
        let shortcut: LineRequest.Shortcut
        switch key {
        case .backspace where wasUntouched: shortcut = .backspace
        case .delete where wasUntouched: shortcut = .delete
        case .yank where wasInChord:
            if takesSubmission { return .submitted(line.text) }
            shortcut = .submit
        default: return nil
        }
        guard line.isEmpty, let text = shortcuts[shortcut] else { return nil }
        line.replaceAll(with: text)
        return .line(text)
    }

    private mutating func act(on key: Key) -> Outcome {
        if line.edit(key) { return .editing }
        switch key {
        case .text(let scalar): return line.insert(String(scalar)) ? .editing : .full
        case .yank: return line.yank() ? .editing : .full
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
        case .oldest: fetch(0)
        case .newest: fetch(history.lines.count)
        case .upWithBeginning: fetchWithBeginning(history.lines.indices.prefix(place).reversed())
        case .downWithBeginning: fetchWithBeginning(history.lines.indices.dropFirst(place + 1))
        case .lastWord: insertLastWord()
        case .search: beginSearch(forward: false)
        case .searchForward: beginSearch(forward: true)
        default: break
        }
        return .editing
    }

    private mutating func handleInVi(_ key: Key) -> Outcome {
        guard let effect = vi?.handle(key, in: &line) else { return act(on: key) }
        switch effect {
        case .key(let key):
            let outcome = act(on: key)
            if vi?.mode == .command { vi?.keepCursorInside(&line) }
            return outcome
        case .history(let step): recall(min(max(0, place + step), history.lines.count))
        case .historyLine(let number): recall(min(max(0, (number ?? 1) - 1), history.lines.count))
        case .searchAgain(let isForward):
            let match =
                isForward ? history.firstMatch(of: sought, after: place) : history.lastMatch(of: sought, before: place)
            if let match, !sought.isEmpty { recall(match) }
        case .full: return .full
        case .handled: break
        }
        return .editing
    }

    /// Shows a line of the history with the cursor at its beginning, as vi's commands do.
    private mutating func recall(_ next: Int) {
        fetch(next)
        line.moveCursor(to: 0)
    }

    /// Inserts pasted text. If the request accepts pasted lines, complete lines end the editing, and the rest stays in
    /// the line.
    private mutating func paste(_ octets: [UInt8]) -> Outcome {
        var lines = LineEndings.lines(octets)
        guard takesPastedLines, lines.count > 1 else {
            return line.insert(Windows1252.textOrUTF8(octets)) ? .editing : .full
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

    /// Recalls the first of these lines that begins with the text before the cursor, and leaves the cursor there.
    private mutating func fetchWithBeginning(_ places: some Sequence<Int>) {
        let beginning = line.textBeforeCursor
        let found = places.first { history.lines[$0].utf8.starts(with: beginning.utf8) }
        guard let found else { return }
        fetch(found)
        line.moveCursor(offset: beginning.utf8.count)
    }

    /// Inserts the last word of the line before; again, that of the one before instead.
    private mutating func insertLastWord() {
        if !line.isRecalling { wordPlace = place }
        guard wordPlace > 0 else { return line.insertInstead("") }
        wordPlace -= 1
        let word = history.lines[wordPlace].split { $0.isWhitespace }.last
        line.insertInstead(word.map { String($0) } ?? "")
    }

    private mutating func beginSearch(forward: Bool) {
        guard !history.lines.isEmpty else { return }
        search = HistorySearch(history, from: place, forward: forward)
    }

    /// Handles a key during a search. Returns `false` if the key ends the search with the line that was found and must
    /// then be handled as usual.
    private mutating func searching(_ key: Key) -> Bool {
        switch key {
        case .text(let scalar): search?.type(scalar)
        case .backspace: search?.backspace()
        case .search: search?.goOn(forward: false)
        case .searchForward: search?.goOn(forward: true)
        case .giveUp, .interrupt: search = nil
        default:
            if let found = search?.found { take(found) }
            search = nil
            // After a search by vi's `/`, Enter shows the line, and the next one runs it.
            return key == .escape || key == .enter && vi?.mode == .command
        }
        return true
    }

    private mutating func take(_ found: String) {
        sought = search?.text ?? ""
        if let match = search?.place, vi?.mode == .command { return recall(match) }
        line.replaceAll(with: found)
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
