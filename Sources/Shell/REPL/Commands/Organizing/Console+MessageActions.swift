internal import Accounts
internal import Disk
internal import MailEngine
internal import MailIndex
internal import MailTypes
internal import MaildirStore
internal import Platform

extension Console {
    /// Applies an action to each message of a set, which by default is all operands. Messages that another program has
    /// just taken, or that cannot be changed, are skipped and reported.
    mutating func tidy(
        _ invocation: Invocation, _ question: (String) -> String, of operands: [[UInt8]]? = nil,
        to folder: MailboxName? = nil, _ action: (IndexedMail.Found) -> MessageAction
    ) throws(CommandFailure) -> ExitCode {
        let view = try view(invocation)
        let messages = try select(operands ?? invocation.operands, in: view, question, invocation)
        if let folder {
            try checkAccount(of: folder, for: messages, in: view)
            try confirmCreation(of: folder, for: messages, in: view, invocation)
        }
        try confirmRemoval(messages.count { action($0) == .remove }, invocation)
        var result = MessageActionResult()
        try recordRemoval(of: messages.filter { action($0) == .remove })
        for message in messages {
            do throws(CommandFailure) {
                result.add(action(message), on: message, try action(message).perform(on: message))
            } catch {
                result.failures.append(error)
            }
        }
        record(result.recorded(newRecord(result.sentences)))
        if let first = result.failures.first, result.count == 0 { throw first }
        let failure = result.failure
        // After the update, the index has the messages under their new ids.
        let changed = isJSON || session != nil ? try result.messages(in: self.view(invocation)) : []
        if let session { session.note(changed) }
        if isJSON {
            let changed = changed.map(\.now)
            object(of: invocation.command.name, failure) { json in
                json.key("messages")
                json.array { json in
                    for message in changed { json.object { IndexedMessageJSON.members(of: message, to: &$0) } }
                }
            }
        } else {
            for sentence in result.sentences { printLine(sentence) }
        }
        if let failure { printError(failure.message) }
        return failure?.exitCode ?? .done
    }

    /// Refuses the name of a folder that begins with the name of an account, as `folders` shows it: a folder with that
    /// whole name would be created.
    private func checkAccount(
        of folder: MailboxName, for messages: [IndexedMail.Found], in view: IndexedMail
    ) throws(CommandFailure) {
        guard folder.components.count > 1, let first = folder.components.first else { return }
        let all = try everyAccount()
        guard all.count > 1, let named = all.first(where: { Array($0.name.text.utf8) == first })?.name else { return }
        for opened in view.accounts where messages.contains(where: { $0.account == opened.account.name }) {
            let maildir = try opened.account.files { () throws(FileError) in try opened.mail.maildir(folder) }
            guard maildir == nil else { continue }
            let name = folder.description.dropFirst(named.text.count + 1)
            throw CommandFailure(
                .usage, "otherAccount",
                opened.account.name == named
                    ? "The messages are in account \(named.text), where the folder is called \(name). Nothing was changed."
                    : "\(folder) is a folder of account \(named.text), and a message stays in its account. Nothing was changed. "
                        + "To copy one there, export and import it: petrel help import")
        }
    }

    /// At the prompt, asks before a folder is created that may be a mistyped name.
    private mutating func confirmCreation(
        of folder: MailboxName, for messages: [IndexedMail.Found], in view: IndexedMail, _ invocation: Invocation
    ) throws(CommandFailure) {
        guard session != nil, isInteractive, !invocation.has("yes"), !folder.hasSpecialUse else { return }
        var isMissing = false
        for opened in view.accounts where messages.contains(where: { $0.account == opened.account.name }) {
            let maildir = try opened.account.files { () throws(FileError) in try opened.mail.maildir(folder) }
            isMissing = isMissing || maildir == nil
        }
        guard isMissing else { return }
        let near = try view.foldersNamedLike(folder).first { $0 != folder }.map { " The nearest name is \($0)." } ?? ""
        let question = Question(
            text: "There is no folder \(folder).\(near) Create folder \(folder)?",
            answers: [.init(letter: "y", words: "Create"), .init(letter: "c", words: "Cancel")], safe: 1,
            remedy: "Add --yes.")
        if try ask(question) == 1 { throw CommandFailure(.interrupted, "cancelled", "Nothing was changed.") }
    }

    /// At the prompt, asks before messages are deleted that undo cannot bring back: a slip of the finger must not do it.
    private mutating func confirmRemoval(_ count: Int, _ invocation: Invocation) throws(CommandFailure) {
        guard count > 0, session != nil, isInteractive, !invocation.has("yes") else { return }
        guard try isSure("Permanently delete \(count.counted("message")) in Trash?", "Delete", invocation) else {
            throw CommandFailure(.interrupted, "cancelled", "Nothing was changed.")
        }
    }

    /// Records messages that are about to be deleted permanently, so that no sync asks about them.
    private func recordRemoval(of messages: [IndexedMail.Found]) throws(CommandFailure) {
        let names = Dictionary(grouping: messages, by: \.account)
        for (_, found) in names {
            guard let account = found.first?.opened.account else { continue }
            let records = DeletionRecords(in: try account.makingState())
            try account.files { () throws(FileError) in try records.confirm(found.map(\.entry.name.base)) }
        }
    }

    /// Records a change, so that it can be undone. If that fails, the change itself is done nevertheless.
    mutating func record(_ change: RecordedChange) {
        if change.groups.isEmpty, change.permanent == 0 { return }
        do throws(CommandFailure) {
            let home = try home()
            do throws(FileError) {
                try ChangeHistory(in: home.makingDirectory(.data)).append(change)
            } catch {
                throw CommandFailure(error)
            }
        } catch {
            printError("This change cannot be undone with undo. \(error.message)")
        }
        session?.hasChangedSinceSend = true
    }

    /// Returns a record of a change by this run of petrel, to be completed.
    func newRecord(_ sentences: [String]) -> RecordedChange {
        RecordedChange(time: clock.now(), origin: session?.origin ?? "", sentences: sentences)
    }
}

/// A message that was changed, before and after.
struct ChangedMessage {
    let former: IndexedMail.Found
    let now: IndexedMail.Found
    /// Whether the message is a new one, beside the former.
    let isCopy: Bool
}

/// The result of changing a set of messages.
struct MessageActionResult {
    private var done: [(action: MessageAction, found: IndexedMail.Found, place: MessageAction.Place)] = []
    private var missing = 0
    var failures: [CommandFailure] = []

    var count: Int { done.count }

    mutating func add(_ action: MessageAction, on found: IndexedMail.Found, _ place: MessageAction.Place?) {
        if let place { done.append((action, found, place)) } else { missing += 1 }
    }

    /// Completes the record with what has to be undone.
    func recorded(_ record: RecordedChange) -> RecordedChange {
        var record = record
        for one in done where one.place.isChanged {
            let message = one.found.message
            let kind: RecordedChange.Kind
            switch one.action {
            case .flag(let flags, let isOn): kind = .flags(flags, isOn: isOn, in: message.mailbox)
            case .move(let mailbox): kind = .move(from: message.mailbox, to: mailbox)
            case .copy(let mailbox): kind = .copy(to: mailbox)
            case .remove:
                record.permanent += 1
                continue
            }
            record.add(
                .init(
                    account: one.found.account.text, hash: message.content.hash,
                    base: MaildirFilename(one.place.name).base), kind)
        }
        return record
    }

    /// One sentence for each action, in the order in which the actions first occurred.
    var sentences: [String] {
        var counts: [(action: MessageAction, count: Int)] = []
        for one in done {
            if let place = counts.firstIndex(where: { $0.action == one.action }) {
                counts[place].count += 1
            } else {
                counts.append((one.action, 1))
            }
        }
        if counts.isEmpty, missing == 0 { return ["No messages matched. Nothing was changed."] }
        return counts.map { $0.action.sentence($0.count.counted("message")) }
    }

    /// `nil` if there was no failure.
    var failure: CommandFailure? {
        if let first = failures.first {
            return CommandFailure(
                .someFailed, first.code,
                "\(failures.count.counted("message")) could not be changed. \(first.message)")
        }
        guard missing > 0 else { return nil }
        return CommandFailure(
            .someFailed, "messagesGone",
            "\(missing.counted("message")): moved or removed by another program in the meantime. Type: petrel list"
        )
    }

    /// Returns the messages under their new ids.
    func messages(in view: IndexedMail) throws(CommandFailure) -> [ChangedMessage] {
        var found: [ChangedMessage] = []
        for one in done {
            for opened in view.accounts where opened.account.name == one.found.account {
                let places = try view.index { () throws(IndexDatabaseError) in
                    try opened.index.messages(withContent: one.found.message.content.hash)
                }
                let place = places.first { $0.mailbox == one.place.mailbox && $0.file.name == one.place.name }
                guard let place else { continue }
                let now = IndexedMail.Found(message: place, opened: opened)
                found.append(ChangedMessage(former: one.found, now: now, isCopy: one.action.isCopy))
            }
        }
        return found
    }
}
