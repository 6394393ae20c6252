internal import Composer
internal import JSONText
internal import MailTypes
internal import MaildirStore

/// The unsaved lines of a session, one JSON object per line.
///
/// The first line names the draft and the revision at which the session began. Every other line is an edit, or a mark
/// that a revision was about to be written: if the store has that revision, it includes everything before the mark.
struct ComposeJournal {
    /// The draft that the first line names.
    struct Head {
        let draft: DraftID
        let number: Int
    }

    /// `nil` if the first line is missing or cannot be read.
    private(set) var head: Head?
    /// Whether a newer version of petrel wrote the journal.
    private(set) var isNewer = false
    /// Whether lines that were accepted cannot be read.
    private(set) var isDamaged = false
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

    init(_ journal: [UInt8]) {
        var unreadable: [UInt8]?
        for line in journal.split(separator: 0x0A).map({ Array($0) }) {
            if read(line) {
                guard let former = unreadable else { continue }
                // A line that a full disk truncated was written again after that.
                if line.starts(with: former) || steps.count == 1, head != nil {
                    unreadable = nil
                } else if case .edit? = steps.last {
                    isDamaged = true
                }
            } else if !line.contains(0) {
                // A line that a crash truncated was not accepted yet. It has no end, or zeros where nothing was written.
                if line.last == 0x7D { isDamaged = true }
                unreadable = line
            }
        }
        if head == nil, !steps.isEmpty { isDamaged = true }
    }

    /// Returns `false` if the line cannot be read.
    private mutating func read(_ line: [UInt8]) -> Bool {
        guard let value = try? JSONReader.value(of: line), let object = value.object else { return false }
        if let version = object["v"]?.integer { return version == 1 ? readHead(object) : readNewer(version) }
        if let revision = object["saving"]?.integer.flatMap({ Int(exactly: $0) }) {
            steps.append(.saving(revision))
        } else if let edit = DraftEdit(value) {
            steps.append(.edit(edit))
        } else if object["ended"]?.bool == true {
            isEnded = true
        } else {
            return false
        }
        return true
    }

    private mutating func readHead(_ object: JSONObject) -> Bool {
        guard head == nil, let id = object["draft"]?.string.flatMap({ DraftID($0.utf8) }),
            let number = object["number"]?.integer.flatMap({ Int(exactly: $0) }),
            let base = object["revision"]?.integer.flatMap({ Int(exactly: $0) })
        else { return false }
        head = Head(draft: id, number: number)
        steps.append(.saving(base))
        return true
    }

    private mutating func readNewer(_ version: Int64) -> Bool {
        isNewer = isNewer || version > 1
        return version > 1
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

    /// Whether there is nothing to recover.
    var isEmpty: Bool {
        !steps.contains { if case .edit = $0 { true } else { false } }
    }

    /// All typed lines of text, for a draft that the edits no longer fit.
    var text: [String] {
        steps.flatMap { step -> [String] in
            if case .edit(let edit) = step { edit.newLines } else { [] }
        }
    }
}
