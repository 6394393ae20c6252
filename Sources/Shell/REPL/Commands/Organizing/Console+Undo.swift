internal import MailIndex
internal import MailTypes

extension PromptState {
    /// Records a change of messages: they keep their numbers, and the change can be undone.
    func note(_ changed: [ChangedMessage]) {
        for one in changed { numbers.rename(.init(one.former), to: .init(one.now)) }
        if !changed.isEmpty { tidied.append(changed) }
    }
}

extension Console {
    /// Undoes the last change of messages.
    mutating func undoLastChange(_ invocation: Invocation) throws(CommandFailure) -> ExitCode {
        guard let session, let changes = session.tidied.popLast() else {
            throw .usage("There is nothing to undo.")
        }
        let view = try view(invocation)
        var count = 0
        var kinds: [MessageAction] = []
        for change in changes {
            guard let key = session.numbers.key(session.numbers.number(of: change.now)),
                let action = change.action.inverse(from: change.former.message.mailbox)
            else { continue }
            for opened in view.accounts where opened.account.name == change.now.account {
                let message = try view.index { () throws(IndexDatabaseError) in try opened.index.message(key.id) }
                guard let message else { continue }
                let found = MailLookup.Found(message: message, opened: opened)
                if try action.perform(on: found) != nil { count += 1 }
                if !kinds.contains(action) { kinds.append(action) }
            }
        }
        try renumber(changes, invocation)
        printLine(kinds.count == 1 ? "Taken back. " + kinds[0].sentence(MessageAction.messages(count)) : "Taken back.")
        return .done
    }

    /// Gives messages that were restored to their former mailbox the numbers they had before.
    private mutating func renumber(_ changes: [ChangedMessage], _ invocation: Invocation) throws(CommandFailure) {
        let view = try view(invocation)
        for change in changes {
            for opened in view.accounts where opened.account.name == change.now.account {
                let places = try view.index { () throws(IndexDatabaseError) in
                    try opened.index.messages(withContent: change.now.message.content.hash)
                }
                let place = places.first { $0.mailbox == change.former.message.mailbox }
                guard let place else { continue }
                let found = MailLookup.Found(message: place, opened: opened)
                session?.numbers.rename(.init(change.now), to: .init(found))
            }
        }
    }
}

extension MessageAction {
    /// Returns the action that restores a message; `nil` if the change cannot be undone.
    fileprivate func inverse(from mailbox: MailboxName) -> MessageAction? {
        switch self {
        case .flag(let flags, let isOn): .flag(flags, isOn: !isOn)
        case .move: .move(mailbox)
        case .copy: .remove
        case .remove: nil
        }
    }
}
