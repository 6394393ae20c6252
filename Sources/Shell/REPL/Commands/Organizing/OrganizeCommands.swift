internal import Accounts
internal import Disk
internal import MailIndex
internal import MailTypes
internal import MaildirStore
internal import Platform

extension CommandGroup {
    static let organizing = CommandGroup(
        "Organize",
        [
            .archive, .delete, .move, .copy, .flag, .unflag, .read, .unread, .junk, .notJunk,
        ])
}

extension Command {
    static let flag = flagging("flag", "F", "flag messages as important", .flagged, isOn: true) { "Flag \($0)?" }
    static let unflag = flagging("unflag", "W", "remove the flag from messages", .flagged, isOn: false) {
        "Unflag \($0)?"
    }
    static let read = flagging("read", "rd", "mark messages as read", .seen, isOn: true) { "Mark \($0) as read?" }
    static let unread = flagging("unread", "N", "mark messages as unread", .seen, isOn: false) {
        "Mark \($0) as unread?"
    }

    static let archive = Command(
        name: "archive", aliases: ["a"], summary: "move messages to Archive", operands: [.messages], options: [.yes],
        takesFilters: true, details: messageSetDetails, examples: ["petrel archive 4f3a91c2d0e8b7a6"],
        quickForm: "archive 3-5"
    ) { invocation, console throws(CommandFailure) in
        try console.tidy(invocation, { "Archive \($0)?" }) { _ in .move(.archive) }
    }

    static let delete = Command(
        name: "delete", aliases: ["d"], summary: "move messages to Trash, or delete those in Trash",
        operands: [.messages], options: [.yes], takesFilters: true,
        details: messageSetDetails
            + " On a screen, the Delete key deletes the message that was just shown, if nothing has been typed.",
        examples: ["petrel delete from:news older:30d --yes"], quickForm: "delete 3",
        shortForms: [
            .alone("D", "delete .=", as: "delete .=, the conversation"),
            .alone("dd", "delete $draft", as: "delete dN, the draft that you wrote last"),
        ]
    ) { invocation, console throws(CommandFailure) in
        try console.tidy(invocation, { "Delete \($0)?" }) { found in
            found.message.mailbox == .trash ? .remove : .move(.trash)
        }
    }

    static let move = Command(
        name: "move", aliases: ["mv", "s"], summary: "move messages to another folder",
        operands: [.messages, .one("FOLDER", .folder)],
        options: [.yes], takesFilters: true,
        details: messageSetDetails + " FOLDER is created if it does not exist; at the prompt, petrel asks first.",
        examples: ["petrel move 4f3a91c2d0e8b7a6 Lists/Swift"], quickForm: "move 3 Work"
    ) { invocation, console throws(CommandFailure) in
        let (operands, folder) = try console.folder(invocation)
        return try console.tidy(invocation, { "Move \($0) to \(folder)?" }, of: operands, to: folder) { _ in
            .move(folder)
        }
    }

    static let copy = Command(
        name: "copy", summary: "copy messages to another folder", operands: [.messages, .one("FOLDER", .folder)],
        options: [.yes], takesFilters: true,
        details: messageSetDetails + " FOLDER is created if it does not exist; at the prompt, petrel asks first.",
        examples: ["petrel copy 4f3a91c2d0e8b7a6 Projects"]
    ) { invocation, console throws(CommandFailure) in
        let (operands, folder) = try console.folder(invocation)
        return try console.tidy(invocation, { "Copy \($0) to \(folder)?" }, of: operands, to: folder) { _ in
            .copy(folder)
        }
    }

    static let junk = Command(
        name: "junk", aliases: ["S"], summary: "move messages to Junk", operands: [.messages], options: [.yes],
        takesFilters: true, details: messageSetDetails, examples: ["petrel junk 4f3a91c2d0e8b7a6"]
    ) { invocation, console throws(CommandFailure) in
        try console.tidy(invocation, { "Move \($0) to Junk?" }) { _ in .move(.junk) }
    }

    static let notJunk = Command(
        name: "not-junk", summary: "move messages from Junk to the inbox", operands: [.messages],
        options: [.yes], takesFilters: true, details: messageSetDetails, examples: ["petrel not-junk 4f3a91c2d0e8b7a6"]
    ) { invocation, console throws(CommandFailure) in
        try console.tidy(invocation, { "Move \($0) to the inbox?" }) { _ in .move(.inbox) }
    }

    private static let messageSetDetails = """
        SET is message ids, dN for a draft, filters as in list, or - for ids on standard input; at the prompt also numbers:
        3-7 for the rows of the list from 3 to 7, 1,4,7, 3- for 3 and all below it, all for the list, 3= for the conversation of 3. After a command of one
        letter, a set needs no blank: d3-7. Without SET at the prompt, the message that was just shown is meant. Before more than 20
        messages are changed, petrel asks; --yes skips the question. undo takes the change back.
        """

    private static func flagging(
        _ name: String, _ alias: String, _ summary: String, _ flag: MaildirFlags, isOn: Bool,
        question: @escaping @Sendable (String) -> String
    ) -> Command {
        Command(
            name: name, aliases: [alias], summary: summary, operands: [.messages], options: [.yes],
            takesFilters: true,
            details: messageSetDetails, examples: ["petrel \(name) 4f3a91c2d0e8b7a6"]
        ) { invocation, console throws(CommandFailure) in
            try console.tidy(invocation, question) { _ in .flag(flag, isOn: isOn) }
        }
    }
}

extension Command.Option {
    static let yes = Command.Option("yes", summary: "do not ask")
}

extension Console {
    /// Returns the last operand, which names a folder, and the operands before it.
    fileprivate func folder(
        _ invocation: Invocation
    ) throws(CommandFailure) -> (operands: [[UInt8]], folder: MailboxName) {
        let last = invocation.operands[invocation.operands.count - 1]
        let name = invocation.command.name
        if QueryOperandRecognizer.beginsWithOperator(last) {
            let text = String(decoding: last, as: UTF8.self)
            throw .usage("\(text) is a filter, and \(name) needs a folder at the end. Type: \(name) \(text) FOLDER")
        }
        return (invocation.operands.dropLast(), try folderName(last))
    }
}

extension Command.Operand {
    /// A set of messages; its details are in `messageSetDetails`.
    static let messages = Command.Operand.oneOrMore("SET", .message)
}
