/// An incremental backward search through the history (Ctrl-R).
package struct HistorySearch: Sendable {
    /// The search text.
    package private(set) var text = ""
    /// The line that was found last, which is shown.
    private(set) var found: String?
    /// Whether the last step of the search found nothing.
    private(set) var hasFailed = false
    private let history: LineHistory
    /// The history index of the line that was found last, initially after the newest line.
    private var place: Int

    init(_ history: LineHistory) {
        self.history = history
        place = history.lines.count
    }

    mutating func type(_ scalar: Unicode.Scalar) {
        text.unicodeScalars.append(scalar)
        // The line found already may match the longer text too.
        look(before: min(place + 1, history.lines.count))
    }

    mutating func backspace() {
        guard !text.isEmpty else { return }
        text.removeLast()
        place = history.lines.count
        found = nil
        look(before: place)
    }

    /// Finds the next older matching line.
    mutating func goOn() {
        look(before: place)
    }

    private mutating func look(before limit: Int) {
        guard !text.isEmpty else {
            hasFailed = false
            return
        }
        guard let match = history.lastMatch(of: text, before: limit) else {
            hasFailed = true
            return
        }
        place = match
        found = history.lines[match]
        hasFailed = false
    }

    /// The prompt shown during the search.
    var prompt: String {
        if !hasFailed { return "search \"\(text)\": " }
        return found == nil ? "no line with \"\(text)\": " : "no older line with \"\(text)\": "
    }
}
