/// A search backwards through the lines typed before, letter by letter (Ctrl-R).
struct HistorySearch: Sendable {
    /// What is sought.
    private(set) var text = ""
    /// The line that stands there for now: the one found last.
    private(set) var found: String?
    /// Whether nothing further has been found.
    private(set) var hasFailed = false
    private let history: LineHistory
    /// Of the line found last; behind the newest at first.
    private var place: Int

    init(_ history: LineHistory) {
        self.history = history
        place = history.lines.count
    }

    mutating func type(_ scalar: Unicode.Scalar) {
        text.unicodeScalars.append(scalar)
        // The line found already may have the longer text too.
        look(before: min(place + 1, history.lines.count))
    }

    mutating func backspace() {
        guard !text.isEmpty else { return }
        text.removeLast()
        place = history.lines.count
        found = nil
        look(before: place)
    }

    /// The next older line that has the text.
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

    /// Stands before the line while the search goes on.
    var prompt: String {
        if !hasFailed { return "search \"\(text)\": " }
        return found == nil ? "no line with \"\(text)\": " : "no older line with \"\(text)\": "
    }
}
