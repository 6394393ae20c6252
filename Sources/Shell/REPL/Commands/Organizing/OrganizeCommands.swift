internal import Accounts
internal import Disk
internal import MailIndex
internal import MailTypes
internal import MaildirStore
internal import Platform

extension Command {
    static let flag = flagging("flag", "mark messages as important", .flagged, isOn: true) { "Flag \($0)?" }
    static let unflag = flagging("unflag", "take the mark away", .flagged, isOn: false) { "Unflag \($0)?" }
    static let read = flagging("read", "mark messages as read", .seen, isOn: true) { "Mark \($0) as read?" }
    static let unread = flagging("unread", "mark messages as unread", .seen, isOn: false) { "Mark \($0) as unread?" }

    static let archive = Command(
        name: "archive", aliases: ["a"], summary: "move messages to Archive", synopsis: "SET", options: [.yes],
        operands: 1...Int.max, takesFilters: true, details: setDetails, examples: ["petrel archive 4f3a91c2d0e8b7a6"]
    ) { invocation, console throws(CommandFailure) in
        try console.tidy(invocation, { "Archive \($0)?" }) { _ in .move(.archive) }
    }

    static let delete = Command(
        name: "delete", aliases: ["d"], summary: "move messages to Trash; those in Trash go for good",
        synopsis: "SET", options: [.yes], operands: 1...Int.max, takesFilters: true, details: setDetails,
        examples: ["petrel delete from:news older:30d --yes"]
    ) { invocation, console throws(CommandFailure) in
        try console.tidy(invocation, { "Delete \($0)?" }) { found in
            found.message.mailbox == .trash ? .remove : .move(.trash)
        }
    }

    static let move = Command(
        name: "move", summary: "move messages to another folder", synopsis: "SET FOLDER", options: [.yes],
        operands: 2...Int.max, takesFilters: true, details: setDetails + " FOLDER is made where there is none.",
        examples: ["petrel move 4f3a91c2d0e8b7a6 Lists/Swift"]
    ) { invocation, console throws(CommandFailure) in
        let (operands, folder) = try console.folder(invocation)
        return try console.tidy(invocation, { "Move \($0) to \(folder)?" }, of: operands) { _ in .move(folder) }
    }

    static let copy = Command(
        name: "copy", summary: "put messages into another folder as well", synopsis: "SET FOLDER", options: [.yes],
        operands: 2...Int.max, takesFilters: true, details: setDetails + " FOLDER is made where there is none.",
        examples: ["petrel copy 4f3a91c2d0e8b7a6 Projects"]
    ) { invocation, console throws(CommandFailure) in
        let (operands, folder) = try console.folder(invocation)
        return try console.tidy(invocation, { "Copy \($0) to \(folder)?" }, of: operands) { _ in .copy(folder) }
    }

    static let junk = Command(
        name: "junk", summary: "move messages to Junk", synopsis: "SET", options: [.yes], operands: 1...Int.max,
        takesFilters: true, details: setDetails, examples: ["petrel junk 4f3a91c2d0e8b7a6"]
    ) { invocation, console throws(CommandFailure) in
        try console.tidy(invocation, { "Move \($0) to Junk?" }) { _ in .move(.junk) }
    }

    static let notJunk = Command(
        name: "not-junk", summary: "move messages back to the inbox", synopsis: "SET", options: [.yes],
        operands: 1...Int.max, takesFilters: true, details: setDetails, examples: ["petrel not-junk 4f3a91c2d0e8b7a6"]
    ) { invocation, console throws(CommandFailure) in
        try console.tidy(invocation, { "Move \($0) to the inbox?" }) { _ in .move(.inbox) }
    }

    private static let setDetails = """
        SET is one or more messages by their ids (d7 is a draft), or filters as in list. A query that finds more than
        10 messages asks first, or needs --yes.
        """

    private static func flagging(
        _ name: String, _ summary: String, _ flag: MessageFlags, isOn: Bool,
        question: @escaping @Sendable (String) -> String
    ) -> Command {
        Command(
            name: name, summary: summary, synopsis: "SET", options: [.yes], operands: 1...Int.max, takesFilters: true,
            details: setDetails, examples: ["petrel \(name) 4f3a91c2d0e8b7a6"]
        ) { invocation, console throws(CommandFailure) in
            try console.tidy(invocation, question) { _ in .flag(flag, isOn: isOn) }
        }
    }
}

extension Command.Option {
    static let yes = Command.Option("yes", summary: "do not ask")
}

extension Console {
    /// The last operand, which names a folder, and those before it.
    fileprivate func folder(
        _ invocation: Invocation
    ) throws(CommandFailure) -> (operands: [[UInt8]], folder: MailboxName) {
        (invocation.operands.dropLast(), try folderName(invocation.operands[invocation.operands.count - 1]))
    }
}
