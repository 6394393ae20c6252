/// A language that replies are written in, read from tables.
///
/// To add a language, write tables like those beside this file and list them in `all`; rules apply in their order. Write
/// words as people write them: case and accents do not matter in comparisons. An indented line continues the one above.
/// A line is one of:
///
/// - `key: word word; key: word`: words by their use, see `WordUse`.
/// - `CAN: can could; CHECK: Let me check.`: names for words in the patterns below, or for a whole reply. The names
///   `ON weekday`, `ON next` (a weekday after "next"), `ON relative` ("tomorrow"), `ON date`, `ON week` and `ON time`
///   stand for what precedes the time at which something happens; `AS weekday` and so on for what precedes a time that
///   is the subject of a sentence. `NOUNS: capitalized` means that nouns are written like names.
/// - `kind name: pattern; pattern = yes | no | other`: a rule, see `Rule.Kind` and `SentencePattern`. The first rule
///   that matches a sentence applies to it. Of the replies, `yes` agrees and `no` refuses; `-` leaves one out. A reply after
///   `?` asks when, and is not suggested if the message says when. `=form` instead of `=` names what a reply needs, see
///   `ReplyCandidate.Form`. Rules of the same name share their replies.
///
/// Replies may contain `{slot}` (the time, as a subject), `{on}` (when), `{day}` (when, without the hour), `{by}` (the
/// deadline), `{name}` (the sender's first name), `{first}` and `{second}` (two times to choose from).
///
/// The engine uses the names `meeting`, `approval`, `choice`, `invitation`, `whenFree`, `cancelling` and `late`, so every
/// language needs these rules.
struct Language: Sendable {
    /// The language tag [RFC 5646].
    let code: String
    private(set) var rules = RuleIndex()
    /// The rules for lines: `close` and `cut`.
    private(set) var lineRules = RuleIndex()
    private(set) var answers: [String: [ReplyCandidate.Form: [ReplyCandidate]]] = [:]
    /// The parts of the table that are not understood, for tests.
    private(set) var misread: [String] = []
    /// Whether a short question that names a time proposes it.
    private(set) var hasFragments = false
    private var uses: [String: Set<WordUse>] = [:]
    /// How the table writes words of time, by their folded forms.
    private var written: [String: String] = [:]
    private var names: [String: String] = [:]

    static let all = [
        Language(
            "en", englishWords, englishTextEndAndNoReplyRules, englishRepliesToQuestionsAndRequests,
            englishRepliesToStatements),
        Language(
            "de", germanWords, germanTextEndAndNoReplyRules, germanRepliesToQuestionsAndRequests,
            germanRepliesToStatements),
        Language(
            "fr", frenchWords, frenchTextEndAndNoReplyRules, frenchRepliesToQuestionsAndRequests,
            frenchRepliesToStatements),
        Language(
            "es", spanishWords, spanishTextEndAndNoReplyRules, spanishRepliesToQuestionsAndRequests,
            spanishRepliesToStatements),
    ]

    var capitalizesNouns: Bool { names["NOUNS"] != nil }

    /// Returns the uses of a folded word.
    func uses(of word: String) -> Set<WordUse> { uses[word] ?? [] }

    /// Returns a word as the table writes it, or as the message does.
    func written(_ word: Word) -> String { written[word.folded] ?? word.text }

    /// Returns a time as part of a sentence. `role` is "ON" or "AS", or empty for a time after another word.
    func phrase(_ slot: TimeMention, _ role: String, hasHour: Bool = true) -> String {
        var words = slot.day.map { [names["\(role) \($0)"] ?? "", slot.dayText] } ?? []
        if hasHour, !slot.hour.isEmpty {
            words += [names[slot.day == nil ? "\(role) time" : "ON time"] ?? "", slot.hour]
        }
        return words.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

extension Language {
    init(_ code: String, _ tables: String...) {
        self.code = code
        var entries: [String] = []
        for line in tables.flatMap({ $0.split(whereSeparator: \.isNewline) }) {
            if line.hasPrefix(" "), !entries.isEmpty {
                entries[entries.count - 1] += line
            } else {
                entries.append(String(line))
            }
        }
        for entry in entries { read(entry) }
    }

    private mutating func read(_ entry: String) {
        let head = entry.prefix { $0 != ":" }.split(separator: " ").map(String.init)
        if let kind = head.first.flatMap(Rule.Kind.init) {
            let text = entry.drop { $0 != ":" }.dropFirst()
            return readRule(kind, head[head.count - 1], text.split(separator: "=", omittingEmptySubsequences: false))
        }
        for part in entry.split(separator: ";") {
            let sides = part.split(separator: ":").map { $0.split(separator: " ").joined(separator: " ") }
            if sides.count == 2, let use = WordUse(rawValue: sides[0]) {
                for word in sides[1].split(separator: " ") { add(String(word), use) }
            } else if sides.count == 2, sides[0].first?.isUppercase ?? false {
                names[sides[0]] = sides[1]
            } else {
                misread.append(String(part))
            }
        }
    }

    private mutating func add(_ word: String, _ use: WordUse) {
        let folded = Word.folded(word)
        uses[folded, default: []].insert(use)
        if [.days, .soon, .next].contains(use) { written[folded] = word }
        if use == .clause { hasFragments = true }
    }

    private mutating func readRule(_ kind: Rule.Kind, _ name: String, _ parts: [Substring]) {
        for text in parts[0].split(separator: ";") {
            guard let pattern = SentencePattern(text, names) else { return misread.append(String(text)) }
            let rule = Rule(kind: kind, name: name, pattern: pattern)
            if kind == .close || kind == .cut { lineRules.append(rule) } else { rules.append(rule) }
        }
        for part in parts.dropFirst() {
            let label = part.prefix { $0 != " " }
            guard let form = label.isEmpty ? .any : ReplyCandidate.Form(rawValue: String(label)) else {
                return misread.append(String(part))
            }
            for (meaning, text) in zip(
                ReplyCandidate.Meaning.allCases, part.dropFirst(label.count).split(separator: "|"))
            {
                let words = text.split(separator: " ").joined(separator: " ")
                let reply = String(words.drop { $0 == "?" })
                let answer = ReplyCandidate(meaning: meaning, text: names[reply] ?? reply, asksWhen: reply != words)
                if words != "-" { answers[name, default: [:]][form, default: []].append(answer) }
            }
        }
    }
}
