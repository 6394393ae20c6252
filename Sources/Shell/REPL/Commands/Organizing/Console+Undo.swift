internal import Accounts
internal import Disk
internal import MailIndex
internal import MailTypes
internal import MaildirStore
internal import Platform

extension PromptState {
    /// Changed messages keep their numbers.
    func note(_ changed: [ChangedMessage]) {
        for one in changed where !one.isCopy { numbers.rename(.init(one.former), to: .init(one.now)) }
    }
}

extension Console {
    /// Undoes the last change of messages: that of this prompt, or if it made none, the last one of any petrel.
    mutating func undoLastChange(_ invocation: Invocation) throws(CommandFailure) -> ExitCode {
        let history: ChangeHistory?
        let last: (number: Int, change: RecordedChange)?
        let home = try home()
        do throws(FileError) {
            history = try home.directory(.data).map { ChangeHistory(in: $0) }
            last = try history?.last(of: session?.origin)
        } catch {
            throw CommandFailure(error)
        }
        guard let history, let (number, change) = last else {
            throw CommandFailure(.noInput, "nothingToUndo", "There is nothing to undo.")
        }
        let isForeign = change.origin != session?.origin || change.origin.isEmpty
        let view = try view(of: everyAccount())
        // An index that is out of date would name the former mailboxes, as if the change had been undone already.
        if let obstacle = view.obstacle { throw obstacle }
        var undo = ChangeUndo(view: view, time: isForeign ? day(of: change) : nil)
        if !change.groups.isEmpty { try undo.perform(change) }
        do throws(FileError) { try history.remove(number) } catch { throw CommandFailure(error) }
        // Messages have new ids in another mailbox.
        let changed = isJSON || session != nil ? try undo.result.messages(in: self.view(of: everyAccount())) : []
        session?.note(changed)
        if let failure = undo.failure(of: change) { throw failure }
        let sentence = undo.sentence(on: change)
        answer(invocation.command) { json in
            json.key("undone")
            json.string(sentence)
            json.key("messages")
            json.array { json in
                for one in changed { json.object { IndexedMessageJSON.members(of: one.now, to: &$0) } }
            }
        } text: { _ in
        }
        printLine(sentence)
        return .done
    }

    private func day(of change: RecordedChange) -> String {
        ListDate.text(zone.time(change.time).local, now: zone.time(clock.now()).local, withTime: true)
    }
}

/// Undoes a recorded change, as far as messages are still as the change left them. What others changed in the meantime
/// stays.
private struct ChangeUndo {
    let view: IndexedMail
    /// When the change was made, if the user may not remember it.
    let time: String?
    private(set) var result = MessageActionResult()
    /// Messages that are as before already, and those that were moved or deleted by others.
    private var restored = 0
    private var gone = 0
    private var trashedCopies = 0
    /// The files that were changed: two of the messages may have the same content.
    private var used: Set<PromptMessageNumbers.Key> = []

    init(view: IndexedMail, time: String?) {
        self.view = view
        self.time = time
    }

    /// Throws if a message could not be changed back; the change can then be undone again.
    mutating func perform(_ change: RecordedChange) throws(CommandFailure) {
        for group in change.groups.reversed() {
            for message in group.messages { try perform(group.kind, message) }
        }
    }

    private mutating func perform(
        _ kind: RecordedChange.Kind, _ message: RecordedChange.Message
    ) throws(CommandFailure) {
        switch kind {
        case .flags(let flags, let isOn, let mailbox):
            guard let found = try find(message, in: mailbox) else {
                gone += 1
                return
            }
            guard found.message.flags.contains(flags) == isOn else {
                restored += 1
                return
            }
            try perform(.flag(flags, isOn: !isOn), on: found)
        case .move(let former, let mailbox):
            if let found = try find(message, in: mailbox) { return try perform(.move(former), on: found) }
            if try find(message, in: former) != nil { restored += 1 } else { gone += 1 }
        case .copy(let mailbox):
            // The original may have been deleted in the meantime, so that the copy is the only one.
            guard mailbox != .trash, let found = try find(message, in: mailbox) else {
                gone += 1
                return
            }
            trashedCopies += 1
            try perform(.move(.trash), on: found)
        }
    }

    private mutating func perform(_ action: MessageAction, on found: IndexedMail.Found) throws(CommandFailure) {
        guard let place = try action.perform(on: found) else {
            gone += 1
            return
        }
        result.add(action, on: found, place)
    }

    /// Returns the message in a mailbox: preferably the file that the change left, or another one with the same content,
    /// because a sync may have renamed it.
    private mutating func find(
        _ message: RecordedChange.Message, in mailbox: MailboxName
    ) throws(CommandFailure) -> IndexedMail.Found? {
        for opened in view.accounts where opened.account.name.text.utf8.elementsEqual(message.account.utf8) {
            let known = try view.index { () throws(IndexDatabaseError) in
                try opened.index.messages(withContent: message.hash)
            }
            let places = known.filter { place in
                place.mailbox == mailbox
                    && !used.contains(PromptMessageNumbers.Key(account: message.account, id: place.id))
            }
            let file = places.first { MaildirFilename($0.file.name).base == message.base } ?? places.first
            guard let file else { continue }
            used.insert(PromptMessageNumbers.Key(account: message.account, id: file.id))
            return IndexedMail.Found(message: file, opened: opened)
        }
        return nil
    }

    // MARK: - Words

    func failure(of change: RecordedChange) -> CommandFailure? {
        if change.groups.isEmpty {
            return CommandFailure(
                .dataError, "cannotUndo",
                "\(done(change)) Messages that were deleted permanently cannot be brought back. Type undo again for the change before it."
            )
        }
        guard result.count == 0, restored == 0 else { return nil }
        return CommandFailure(
            .someFailed, "messagesGone",
            "Cannot undo: \(Self.lowercased(done(change))) \(Self.were(gone)) moved or deleted elsewhere in the meantime. Nothing was changed."
        )
    }

    func sentence(on change: RecordedChange) -> String {
        var sentences = ["Undone: \(Self.lowercased(done(change)))"]
        if trashedCopies > 0 { sentences.append("The copies are in Trash.") }
        if restored > 0 { sentences.append("\(Self.were(restored)) as before already.") }
        if gone > 0 { sentences.append("\(Self.were(gone)) moved or deleted elsewhere in the meantime.") }
        if change.permanent > 0 {
            sentences.append("\(Self.were(change.permanent)) deleted permanently and cannot be brought back.")
        }
        return sentences.joined(separator: " ")
    }

    /// What the command said, with the time if it was not this prompt: "Moved 1 message to Archive (14:03)."
    private func done(_ change: RecordedChange) -> String {
        let text = change.sentences.joined(separator: " ")
        guard let time, text.utf8.last == 0x2E else { return text }
        return "\(text.dropLast()) (\(time))."
    }

    private static func lowercased(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }

    private static func were(_ count: Int) -> String {
        "\(count.counted("message")) \(count == 1 ? "was" : "were")"
    }
}
