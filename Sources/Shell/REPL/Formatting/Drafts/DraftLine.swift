internal import Composer
internal import InternetMessage
internal import LineEditing
internal import MailTypes
internal import MaildirStore
internal import MessageSecurity
internal import Outbox
internal import Platform

/// A line of a list for a draft or a message in the outbox.
struct DraftLine {
    private let number: String
    /// Empty if there are none.
    private let recipients: String
    private let subject: String
    private let notes: [String]

    init(_ draft: LocatedDraft, in zone: LocalTimeZone) {
        number = draft.number ?? "-"
        guard let message = (try? draft.contents()).map({ Message($0) }) else {
            (recipients, subject, notes) = ("", "(cannot be read)", [])
            return
        }
        // The first names are enough, since a long list is cut off anyway.
        var names: [String] = []
        for field in [FieldName.to, .cc, .bcc] where names.isEmpty {
            names = message.header.addresses(field).prefix(8).map { AddressDisplay.short($0) ?? $0.group ?? "" }
        }
        if names.isEmpty { names = draft.item.sidecar?.envelope?.recipients.prefix(8).map(\.text) ?? [] }
        recipients = TerminalSafeText.line(names.joined(separator: ", "))
        subject = TerminalSafeText.line(message.header.subject.flatMap { $0.isEmpty ? nil : $0 } ?? "(no subject)")
        notes = Self.contents(of: message.root) + Self.state(of: draft, in: zone)
    }

    /// Its files and protection. A signature is not one of the files, and those of an encrypted message are not known.
    private static func contents(of root: Part) -> [String] {
        let files = { (part: Part) in
            let count = part.attachments.count
            return count == 0 ? [] : [count.counted("file")]
        }
        switch SecuredPart(root) {
        case .signed(_, let content, _): return files(content) + ["signed"]
        case .enclosed: return ["signed"]
        case .encrypted: return ["encrypted"]
        case nil: return files(root)
        }
    }

    private static func state(of draft: LocatedDraft, in zone: LocalTimeZone) -> [String] {
        guard draft.isInOutbox else { return [] }
        if draft.item.isHeld {
            let reason =
                switch draft.item.sidecar?.hold {
                case .copied? where draft.item.problem == nil: "it may have been sent elsewhere"
                case .changedElsewhere? where draft.item.problem == nil:
                    "its draft was changed, sent or deleted on another device"
                case .copied?, .changedElsewhere?, nil: "another program put it here"
                }
            return ["on hold: \(reason); petrel send \(draft.number ?? "oN")"]
        }
        if draft.item.sidecar?.undo != nil { return ["undo window"] }
        if draft.item.sidecar?.isOutcomeUnknown ?? false {
            let number = draft.number ?? "oN"
            return ["not sure whether it arrived: outbox retry \(number), or outbox sent \(number)"]
        }
        let state = draft.item.sidecar?.sendState ?? .none
        if state == .queued, draft.item.sidecar?.attempt == nil, let planned = draft.item.sidecar?.sendAfter {
            return ["planned for \(zone.time(planned).readableForm)"]
        }
        let error = draft.item.sidecar?.lastError.map { ": \($0)" } ?? ""
        let awaited = draft.item.sidecar?.undownloadedFiles.count ?? 0
        let files = awaited == 0 ? [] : ["waits for \(awaited.counted("file"))"]
        return [TerminalSafeText.line(state.rawValue + error)] + files
    }

    /// Returns the line, cut to the width of the screen if there is one.
    func line(in layout: ListRowLayout?) -> String {
        let note = notes.isEmpty ? "" : "  (\(notes.joined(separator: ", ")))"
        let head = "\(DisplayWidth.fit(number, columns: 4))  \(DisplayWidth.fit(shownRecipients, columns: 24))  "
        return (layout?.row(head, subject, note, least: 20) ?? head + subject + note) + "\n"
    }

    private var shownRecipients: String { recipients.isEmpty ? "(no recipients)" : recipients }

    /// "to Ana".
    private var addressees: String { recipients.isEmpty ? "no recipients" : "to \(recipients)" }

    /// `d7  Lunch (to Ana)`, to choose from several drafts.
    var short: String { "\(number)  \(subject) (\(addressees))" }

    var sentence: String {
        "\(number), \(addressees): \(MessageListFormatter.ended(subject))"
            + (notes.isEmpty ? "" : " \(MessageListFormatter.ended(notes.joined(separator: ", ").capitalizedSentence))")
            + "\n"
    }
}

extension DraftItem {
    /// Whether the message is in the outbox without having been released for sending.
    var isHeld: Bool {
        !isSendable && (problem != nil || sidecar.map { $0.sendState == SendState.none } ?? true)
    }
}
