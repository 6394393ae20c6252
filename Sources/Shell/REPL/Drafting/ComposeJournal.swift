internal import Composer
internal import JSONText
internal import MailTypes
internal import MaildirStore

/// The unsaved lines of a session, one JSON object per line.
///
/// The first line names the draft and the revision at which the session began. Every other line is an edit, or a mark
/// that a revision was about to be written: if the store has that revision, it includes everything before the mark.
struct ComposeJournal {
    let draft: DraftID
    let number: Int
    /// The edits, each with the revision that was written after it, if any.
    private var steps: [Step] = []
    /// Whether the user was done with the draft: it was discarded or sent.
    private(set) var isEnded = false

    private enum Step {
        case edit(DraftEdit)
        case saving(Int)
    }

    static func head(_ reservation: DraftStore.Reservation, base: Int) -> [UInt8] {
        JSONValue.object(
            JSONObject([
                ("v", .integer(1)), ("draft", .string(reservation.id.text)), ("number", .integer(reservation.number)),
                ("revision", .integer(base)),
            ])
        ).octets
    }

    static func saving(_ revision: Int) -> [UInt8] {
        JSONValue.object(JSONObject([("saving", .integer(revision))])).octets
    }

    static let ended = JSONValue.object(JSONObject([("ended", .bool(true))])).octets

    /// Returns `nil` if the first line is missing or incomplete; then no edit was accepted.
    init?(_ journal: [UInt8]) {
        let lines = journal.split(separator: 0x0A)
        guard let first = lines.first, let head = (try? JSONReader.value(of: Array(first)))?.object,
            head["v"]?.integer == 1, let id = head["draft"]?.string.flatMap({ DraftID($0.utf8) }),
            let number = head["number"]?.integer.flatMap({ Int(exactly: $0) }),
            let base = head["revision"]?.integer.flatMap({ Int(exactly: $0) })
        else { return nil }
        draft = id
        self.number = number
        steps = [.saving(base)]
        for line in lines.dropFirst() {
            // A line that a crash truncated was not accepted yet.
            guard let value = try? JSONReader.value(of: Array(line)) else { continue }
            if let revision = value.object?["saving"]?.integer.flatMap({ Int(exactly: $0) }) {
                steps.append(.saving(revision))
            } else if let edit = DraftEdit(value) {
                steps.append(.edit(edit))
            } else if value.object?["ended"]?.bool == true {
                isEnded = true
            }
        }
    }

    /// Returns the edits that a revision of the draft lacks; `nil` if another program made that revision.
    func edits(after revision: Int) -> [DraftEdit]? {
        var highest = 0
        var start: Int?
        for (index, step) in steps.enumerated() {
            guard case .saving(let made) = step else { continue }
            highest = max(highest, made)
            if made <= revision { start = index }
        }
        guard let start, revision <= highest else { return nil }
        return steps[start...].compactMap { if case .edit(let edit) = $0 { edit } else { nil } }
    }

    /// All typed lines of text, for a draft that the edits no longer fit.
    var text: [String] {
        steps.flatMap { step -> [String] in
            if case .edit(let edit) = step { edit.newLines } else { [] }
        }
    }
}
