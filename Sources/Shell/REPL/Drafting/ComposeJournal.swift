internal import Composer
internal import JSONText
internal import MailTypes
internal import MaildirStore

/// The lines that were accepted in a session and are not saved yet, one JSON object a line.
///
/// The first names the draft and the revision that the session began with. Each other is an edit, or says that a
/// revision was about to be made: if the store has that revision, what stands before the line is in it.
struct ComposeJournal {
    let draft: DraftID
    let number: Int
    /// The edits, each with the revision that was made after it, as far as one was.
    private var steps: [Step] = []
    /// Whether the writer was done with the draft: it was thrown away, or sent.
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

    /// `nil` where not even the first line is there: then nothing was accepted.
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
            // A line that a crash cut short was not accepted yet.
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

    /// What is missing from a revision of the draft; `nil` where that revision is none that the session knew of, because
    /// somebody else made it.
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

    /// All lines of text that were typed, for a draft that they do not fit any more.
    var text: [String] {
        steps.flatMap { step -> [String] in
            if case .edit(let edit) = step { edit.newLines } else { [] }
        }
    }
}
