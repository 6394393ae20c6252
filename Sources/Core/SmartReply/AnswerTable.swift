/// An answer of one or two sentences, with what is to be put in.
struct Answer: Sendable {
    /// Two answers that mean the same are never offered together.
    enum Meaning: String, Sendable {
        case yes, no, other
    }

    let meaning: Meaning
    let text: String
}

/// The answers of a language.
struct AnswerTable: Sendable {
    /// What is known of the time, which decides what can be said.
    enum Form: String, Sendable {
        /// No time, or none that is sure.
        case plain
        /// A day and a time, or a time alone.
        case time
        /// A day without a time.
        case day
        case week
        /// When it is to be done.
        case deadline
        /// The name of the sender is known.
        case name
        /// Two things to choose from.
        case two
    }

    private var rows: [Key: [Answer]] = [:]
    private struct Key: Hashable {
        let act: SpeechAct
        let form: Form
    }

    /// Lines that are none; there are none.
    private(set) var misread: [String] = []
    /// All that can be said.
    var all: [Answer] { rows.values.flatMap { $0 } }

    /// Lines "act form", and below each, indented, lines of a meaning and a text.
    init(_ text: String) {
        var keys: [Key] = []
        for line in text.split(whereSeparator: \.isNewline) {
            if line.utf8.first == 0x20 {
                let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
                if parts.count == 2, let meaning = Answer.Meaning(rawValue: String(parts[0])), !keys.isEmpty {
                    for key in keys { rows[key, default: []].append(Answer(meaning: meaning, text: String(parts[1]))) }
                } else {
                    misread.append(String(line))
                }
                continue
            }
            keys = []
            let parts = line.split(separator: " ")
            guard parts.count == 2, let form = Form(rawValue: String(parts[1])) else {
                misread.append(String(line))
                continue
            }
            for name in parts[0].split(separator: ",") {
                if let act = SpeechAct(rawValue: String(name)) {
                    keys.append(Key(act: act, form: form))
                } else {
                    misread.append(String(line))
                }
            }
        }
    }

    /// What is said to an act: in this form, else in the plain one.
    func answers(to act: SpeechAct, _ form: Form) -> (answers: [Answer], form: Form) {
        if let answers = rows[Key(act: act, form: form)] { return (answers, form) }
        return (rows[Key(act: act, form: .plain)] ?? [], .plain)
    }
}
