/// An incremental search through the history, backward (Ctrl-R) or forward (Ctrl-S).
package struct HistorySearch: Sendable {
    /// The search text.
    package private(set) var text = ""
    /// The line that was found last, which is shown.
    private(set) var found: String?
    /// Whether the last step of the search found nothing.
    private(set) var hasFailed = false
    private var isForward = false
    private let history: LineHistory
    /// The history index of the line that was found last, initially after the newest line.
    private(set) var place: Int

    /// `place`: the index of the line being edited.
    init(_ history: LineHistory, from place: Int, forward: Bool = false) {
        self.history = history
        self.place = place
        isForward = forward
    }

    mutating func type(_ scalar: Unicode.Scalar) {
        text.unicodeScalars.append(scalar)
        // The line found already may match the longer text too.
        look(from: place)
    }

    mutating func backspace() {
        guard !text.isEmpty else { return }
        text.removeLast()
        place = isForward ? 0 : history.lines.count
        found = nil
        look(from: place)
    }

    /// Finds the next matching line, older or newer.
    mutating func goOn(forward: Bool) {
        isForward = forward
        look(from: forward ? place + 1 : place - 1)
    }

    /// Finds the nearest matching line, beginning with that at `start`.
    private mutating func look(from start: Int) {
        guard !text.isEmpty else {
            hasFailed = false
            return
        }
        let found =
            isForward
            ? history.firstMatch(of: text, after: start - 1) : history.lastMatch(of: text, before: start + 1)
        guard let match = found else {
            hasFailed = true
            return
        }
        place = match
        self.found = history.lines[match]
        hasFailed = false
    }

    /// The prompt shown during the search.
    var prompt: String {
        if !hasFailed { return "search \"\(text)\": " }
        let kind = found == nil ? "" : isForward ? "newer " : "older "
        return "no \(kind)line with \"\(text)\": "
    }
}
