internal import Composer
internal import Disk
internal import InternetMessage
internal import MailTypes
internal import MaildirStore
internal import Platform

/// A draft that is open here and was changed elsewhere.
struct ExternalDraftChange {
    let item: DraftItem
    let theirs: Draft
    /// The message with `theirs`, if an edit loses content of it.
    let unedited: [UInt8]?

    /// The three possible answers [FR-COMP-01].
    static let question = Question(
        text: "This draft was updated on another device. Reload?",
        answers: [
            .init(letter: "r", words: "Reload"), .init(letter: "k", words: "Keep Local"),
            .init(letter: "d", words: "Differences"),
        ], safe: 1, remedy: "Use --on-conflict=reload or --on-conflict=keep-local.")

    static let option = Command.Option(
        "on-conflict", value: "WHICH", summary: "what to do if another program changed the draft: reload or keep-local")

    /// Returns the differences from `mine`, one per line: first the fields, then the text.
    func differences(from mine: Draft) -> [String] {
        var lines: [String] = []
        func compare(_ name: String, _ mine: String, _ theirs: String) {
            if !mine.utf8.elementsEqual(theirs.utf8) { lines.append("\(name), yours: \(mine)  theirs: \(theirs)") }
        }
        compare("Subject", mine.subject, theirs.subject)
        for field in [Recipients.Field.to, .cc, .bcc, .replyTo] {
            compare(
                RecipientFieldLabel.name(field), AddressDisplay.list(mine.recipients[field]),
                AddressDisplay.list(theirs.recipients[field]))
        }
        compare(
            "Attached", mine.attachments.map(\.filename).joined(separator: ", "),
            theirs.attachments.map(\.filename).joined(separator: ", "))
        return lines + text(of: mine)
    }

    /// The maximum number of lines that are compared one by one. For longer texts only the line counts are shown.
    private static let comparedLines = 2000

    private func text(of mine: Draft) -> [String] {
        guard max(mine.lines.count, theirs.lines.count) <= Self.comparedLines else {
            return ["Text, yours: \(mine.lines.count.counted("line"))  theirs: \(theirs.lines.count.counted("line"))"]
        }
        let changes = theirs.lines.difference(from: mine.lines)
        let rows = changes.map { change in
            switch change {
            case .remove(let offset, let line, _): (offset, 0, "line \(offset + 1), yours:  \(line)")
            case .insert(let offset, let line, _): (offset, 1, "line \(offset + 1), theirs: \(line)")
            }
        }
        return rows.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }
}

extension Console {
    /// Returns the stored version of the open draft, if this session did not save it.
    func changeElsewhere() throws(CommandFailure) -> ExternalDraftChange? {
        guard let compose = session?.compose else { return nil }
        let now = clock.now()
        return try compose.account.files { () throws(FileError) in
            guard let item = try compose.changeElsewhere(at: now) else { return nil }
            let octets = try compose.store.message(of: item, isInOutbox: false)
            let message = Message(octets)
            let isLossless = Draft.unsupportedContent(of: message).isEmpty
            return ExternalDraftChange(item: item, theirs: Draft(message), unedited: isLossless ? nil : octets)
        }
    }

    /// If the open draft was changed elsewhere, chooses the version to keep, by the command's option or by asking. The
    /// other version is kept as well.
    mutating func settleChangeElsewhere(_ invocation: Invocation? = nil) throws(CommandFailure) {
        guard let change = try changeElsewhere(), let mine = session?.compose?.draft else { return }
        switch try invocation?.text("on-conflict") {
        case "reload"?: return try reload(change)
        case "keep-local"?: return try keepLocal()
        case nil: break
        case .some: throw .usage("--on-conflict can be reload or keep-local.")
        }
        while true {
            switch try ask(ExternalDraftChange.question) {
            case 0: return try reload(change)
            case 1: return try keepLocal()
            default: for line in change.differences(from: mine) { printLine(line) }
            }
        }
    }

    private mutating func reload(_ change: ExternalDraftChange) throws(CommandFailure) {
        let facts = savingFacts
        do throws(DraftError) { try session?.compose?.reload(change, facts) } catch { throw CommandFailure(error) }
        printLine("Loaded the other version. Your version is saved. Type: recover")
    }

    private mutating func keepLocal() throws(CommandFailure) {
        let facts = savingFacts
        do throws(DraftError) { try session?.compose?.saveOver(facts) } catch { throw CommandFailure(error) }
        _ = session?.compose?.tellMeanwhile()
        printLine("Kept your text. The other version is saved, too. Type: recover")
    }
}
