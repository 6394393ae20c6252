internal import Accounts
internal import Disk
internal import MailIndex
internal import MailTypes
internal import MaildirStore
internal import Surroundings

extension Command {
    static let flag = flagging("flag", "mark messages as important", .flagged, isOn: true, "Flagged")
    static let unflag = flagging("unflag", "take the mark away", .flagged, isOn: false, "Took the flag from")
    static let read = flagging("read", "mark messages as read", .seen, isOn: true, "Marked as read:")
    static let unread = flagging("unread", "mark messages as unread", .seen, isOn: false, "Marked as unread:")

    static let archive = Command(
        name: "archive", aliases: ["a"], summary: "move messages to Archive", synopsis: "SET", options: [.yes],
        operands: 1...Int.max, takesFilters: true, details: setDetails, examples: ["petrel archive 4f3a91c2d0e8b7a6"]
    ) { invocation, console throws(CommandFailure) in
        try console.tidy(invocation, "Archived", "archive") { _ in .move(.archive) }
    }

    static let delete = Command(
        name: "delete", aliases: ["d"], summary: "move messages to Trash; those in Trash go for good",
        synopsis: "SET", options: [.yes], operands: 1...Int.max, takesFilters: true, details: setDetails,
        examples: ["petrel delete from:news older:30d --yes"]
    ) { invocation, console throws(CommandFailure) in
        try console.tidy(invocation, "Deleted", "delete") { $0.message.mailbox == .trash ? .remove : .move(.trash) }
    }

    static let move = Command(
        name: "move", summary: "move messages to another folder", synopsis: "SET FOLDER", options: [.yes],
        operands: 2...Int.max, takesFilters: true, details: setDetails,
        examples: ["petrel move 4f3a91c2d0e8b7a6 Lists/Swift"]
    ) { invocation, console throws(CommandFailure) in
        let (operands, folder) = try console.folder(invocation)
        return try console.tidy(invocation, "Moved", "move", operands) { _ in .move(folder) }
    }

    static let copy = Command(
        name: "copy", summary: "put messages into another folder as well", synopsis: "SET FOLDER", options: [.yes],
        operands: 2...Int.max, takesFilters: true, details: setDetails,
        examples: ["petrel copy 4f3a91c2d0e8b7a6 Projects"]
    ) { invocation, console throws(CommandFailure) in
        let (operands, folder) = try console.folder(invocation)
        return try console.tidy(invocation, "Copied", "copy", operands) { _ in .copy(folder) }
    }

    private static let setDetails = """
        SET is one or more messages by their ids, or a query as in list. A query that finds more than 10 messages asks \
        first, or needs --yes.
        """

    private static func flagging(
        _ name: String, _ summary: String, _ flag: MessageFlags, isOn: Bool, _ done: String
    ) -> Command {
        Command(
            name: name, summary: summary, synopsis: "SET", options: [.yes], operands: 1...Int.max, takesFilters: true,
            details: setDetails, examples: ["petrel \(name) 4f3a91c2d0e8b7a6"]
        ) { invocation, console throws(CommandFailure) in
            try console.tidy(invocation, done, name) { _ in .flag(flag, isOn: isOn) }
        }
    }
}

extension Command.Option {
    static let yes = Command.Option("yes", summary: "do not ask")
}

/// What is done with a message of a set.
private enum Tidying {
    case flag(MessageFlags, isOn: Bool)
    case move(MailboxName)
    case copy(MailboxName)
    case remove
}

extension Console {
    /// A query that finds more messages than this in a command that changes them is asked about.
    private static let unaskedCount = 10

    fileprivate func folder(
        _ invocation: Invocation
    ) throws(CommandFailure) -> (operands: [[UInt8]], folder: MailboxName) {
        let text = String(decoding: invocation.operands[invocation.operands.count - 1], as: UTF8.self)
        guard let name = MailboxName(text) else {
            throw .usage("\"\(text)\" is no name for a folder. Type: petrel folders")
        }
        return (invocation.operands.dropLast(), name)
    }

    /// The messages that operands name: ids one by one, and what a query of all the other words finds.
    private mutating func select(
        _ operands: [[UInt8]], in view: MailView, _ verb: String, _ invocation: Invocation
    ) throws(CommandFailure) -> [MailView.Found] {
        var found: [MailView.Found] = []
        var words: [[UInt8]] = []
        for operand in operands {
            if IndexedMessageID(operand) != nil || MailView.messageID(operand) != nil {
                found.append(try view.message(operand))
            } else if operand.contains(0x3A) {
                words.append(operand)
            } else {
                let text = String(decoding: operand, as: UTF8.self)
                throw CommandFailure(
                    .noInput, "noSuchMessage", "\"\(text)\" names no message. Type an id that list shows, or a filter.")
            }
        }
        guard !words.isEmpty else { return found }
        let matching = try view.messages(matching: query(words), limit: Int(Int32.max))
        if matching.count > Self.unaskedCount, !invocation.has("yes") {
            let question = Question(
                text: "\(verb.prefix(1).uppercased() + verb.dropFirst()) \(matching.count) messages?",
                answers: [.init(letter: "y", words: "Yes"), .init(letter: "c", words: "Cancel")], safe: 1,
                remedy: "Add --yes.")
            if try ask(question) == 1 { throw CommandFailure(.unanswered, "cancelled", "Nothing was changed.") }
        }
        return found + matching
    }

    /// Does the same with each message of a set; one that another program has just taken is passed over.
    fileprivate mutating func tidy(
        _ invocation: Invocation, _ done: String, _ verb: String, _ operands: [[UInt8]]? = nil,
        _ action: (MailView.Found) -> Tidying
    ) throws(CommandFailure) -> ExitCode {
        let view = try view(invocation)
        let messages = try select(operands ?? invocation.operands, in: view, verb, invocation)
        var results: [(account: MailView.Opened, mailbox: MailboxName, hash: ContentHash)] = []
        var missing = 0
        for message in messages {
            guard let mailbox = try perform(action(message), on: message) else {
                missing += 1
                continue
            }
            results.append((message.opened, mailbox, message.message.content.hash))
        }
        if isJSON {
            // The index, brought up to date, knows the messages under the ids that they have now.
            let after = try self.view(invocation)
            var changed: [MailView.Found] = []
            for result in results {
                for opened in after.accounts where opened.account.name == result.account.account.name {
                    let places = try after.index { () throws(IndexError) in
                        try opened.index.messages(withContent: result.hash)
                    }
                    let place = places.first { $0.mailbox == result.mailbox }
                    if let place { changed.append(MailView.Found(message: place, opened: opened)) }
                }
            }
            show(changed, of: invocation.command)
        } else {
            say("\(done) \(messages.count - missing) message\(messages.count - missing == 1 ? "" : "s").")
        }
        if missing > 0 {
            complain("\(missing) of them were moved or removed by another program in the meantime. Type: petrel list")
            return .someFailed
        }
        return .done
    }

    /// Where the message is afterwards; `nil` if it was gone.
    private func perform(_ action: Tidying, on found: MailView.Found) throws(CommandFailure) -> MailboxName? {
        let maildir = try found.maildir()
        let mailbox = found.message.mailbox
        return try found.opened.account.files { () throws(FileError) in
            switch action {
            case .flag(let flag, let isOn):
                let entry = try maildir.setFlags(of: found.entry) { isOn ? $0.union(flag) : $0.subtracting(flag) }
                return entry == nil ? nil : mailbox
            case .remove:
                try maildir.remove(found.entry)
                return mailbox
            case .move(let name) where name == mailbox:
                return mailbox
            case .move(let name):
                let target = try found.opened.mail.makingMaildir(name)
                return try maildir.move(found.entry, to: target) == nil ? nil : name
            case .copy(let name):
                let target = try found.opened.mail.makingMaildir(name)
                return try maildir.copy(found.entry, to: target) == nil ? nil : name
            }
        }
    }
}
